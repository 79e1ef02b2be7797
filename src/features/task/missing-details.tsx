import { useOnline } from '../../data/online.ts';
import { isMissing, useProjectDetails } from '../../data/project-details.ts';
import { DetailsNotice } from '../../ui/layout/details-notice.tsx';

/** Notice in a task of a project of which this device has only the outline. */
export function MissingDetails({ project }: { readonly project: string }) {
  const details = useProjectDetails(project);
  const isOnline = useOnline();
  if (!isMissing(details)) return null;
  return <DetailsNotice isOnline={isOnline} />;
}
