import { useIsReachable } from '../../data/sync-status.ts';
import { areMissing, useProjectDetails } from '../../data/project-details.ts';
import { DetailsNotice } from '../../ui/layout/details-notice.tsx';

/** Notice in a task of a project of which this device has only the outline. */
export function MissingDetails({ project }: { readonly project: string }) {
  const details = useProjectDetails(project);
  const isReachable = useIsReachable();
  if (!areMissing(details)) return null;
  return <DetailsNotice isReachable={isReachable} />;
}
