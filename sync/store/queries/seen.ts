import type { StreamState } from '../../core/ports/streams.ts';
import { type AccountDb, rows } from '../database.ts';
import { tasks } from '../../../model/entities/task.ts';
import { taskComments } from './comments.ts';
import type { TaskDetails } from './task-details.ts';
import { receivedOf } from './received.ts';
import { taskSubtasks } from './subtasks.ts';
import { listTaskFiles } from './task-files.ts';

/** Newest version among a task and its comments, subtasks and files on this device; 0 when the task is not here. */
export async function newestOfTask(db: AccountDb, id: string): Promise<number> {
  const task = await rows(db, tasks).get(id);
  if (task === undefined) return 0;
  const details = await Promise.all([
    taskComments(db, id),
    taskSubtasks(db, id),
    listTaskFiles(db, id),
  ]);
  return Math.max(task.v, ...details.flat().map(({ v }) => v));
}

/**
 * Version up to which a person whose screen shows a task has seen its rows (RECEIPT-4.1): the newest of them, or the
 * cursor where that is lower. Undefined while rows of the task at or below it may be missing.
 */
export function seenOf(
  state: StreamState | undefined,
  { details, newest }: { readonly details: TaskDetails; readonly newest: number },
): number | undefined {
  const here = receivedOf(state);
  if (here === undefined || state === undefined || newest === 0) return undefined;
  if (details !== 'here') return undefined;
  return Math.min(newest, here.cursor);
}
