import { useCallback, useEffect } from 'react';
import type { Task } from '../../model/entities/task.ts';
import {
  baseOfTask,
  type OutlineState,
  type TaskDetails,
  taskDetailsOf,
} from '../../sync/client/index.ts';
import { useAccount, useLiveOf } from './client.tsx';
import { useObserved } from './observed.ts';
import { useProjectDetails } from './project-details.ts';

/** True for a cold task whose comments, sub-tasks and files are not on this device (OUT-7); nothing is downloaded. */
export function useIsCold(task: Task): boolean {
  const account = useAccount();
  const base = useLiveOf(task.id, baseOfTask) ?? undefined;
  const pick = useCallback(
    (state: OutlineState) => taskDetailsOf(state, task, base) === 'cold',
    [task, base],
  );
  return useObserved(account?.loaders.outlines, pick) === true;
}

/**
 * Whether the comments, sub-tasks and files of a task are on this device; undefined while that is read. Those of a
 * project of which only the outline is here, and of a cold task (OUT-7.3), are downloaded from now on, because a person
 * is looking at it.
 */
export function useTaskDetails(
  task: Pick<Task, 'id' | 'v' | 'project' | 'is_completed' | 'status'>,
): TaskDetails | undefined {
  const account = useAccount();
  const { id, v, project, is_completed, status } = task;
  const base = useLiveOf(id, baseOfTask) ?? undefined;
  useProjectDetails(base?.project ?? project, 'hot');
  const pick = useCallback(
    (state: OutlineState) => taskDetailsOf(state, { id, v, project, is_completed, status }, base),
    [id, v, project, is_completed, status, base],
  );
  const details = useObserved(account?.loaders.outlines, pick);
  const isOpened = useCallback((state: OutlineState) => state?.coldTasks?.[id] !== undefined, [id]);
  const wasCold = useObserved(account?.loaders.outlines, isOpened) === true;
  useEffect(() => {
    // Also one whose details are here: a finished task that is not opened for long becomes cold.
    const mayBecomeCold = wasCold || is_completed || !status;
    if (details === 'cold' || (details === 'here' && mayBecomeCold))
      account?.openTask({ id, project });
  }, [details, wasCold, is_completed, status, id, project, account]);
  return details;
}
