import type { Task } from '../../../model/entities/task.ts';
import { useIsReachable } from '../../data/sync-status.ts';
import { areMissing, useTaskDetails } from '../../data/project-details.ts';
import { DetailsNotice } from '../../ui/layout/details-notice.tsx';

/** Notice in a task whose comments, sub-tasks and files are not on this device. */
export function MissingDetails({ task }: { readonly task: Task }) {
  const details = useTaskDetails(task);
  const isReachable = useIsReachable();
  if (!areMissing(details)) return null;
  return <DetailsNotice isReachable={isReachable} of="task" />;
}
