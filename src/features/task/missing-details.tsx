import type { Task } from '../../../model/entities/task.ts';
import { useIsReachable } from '../../data/sync-status.ts';
import { areMissing, useProjectDetails } from '../../data/project-details.ts';
import { useTaskDetails } from '../../data/task-details.ts';
import { DetailsNotice } from '../../ui/layout/details-notice.tsx';

/** Notice in a task whose comments, sub-tasks and files are not on this device. */
export function MissingDetails({ task }: { readonly task: Task }) {
  const details = useTaskDetails(task);
  const isHot = useProjectDetails(task.project, 'hot') === 'hot';
  const isReachable = useIsReachable();
  if (!areMissing(details)) return null;
  return <DetailsNotice isReachable={isReachable} of={isHot ? 'task' : 'project'} />;
}
