import type { Task } from './task.ts';

/**
 * Details that belong to a task. A device that keeps the details of hot tasks only lacks these of cold ones; file rows
 * are few, and it has all of them (OUT-7).
 */
export const TASK_DETAIL_TABLES = ['subtasks', 'task_files', 'task_steps', 'comments'] as const;

const details: ReadonlySet<string> = new Set(TASK_DETAIL_TABLES);

/** True for a table whose rows a download of hot tasks leaves out for cold ones. */
export function isTaskDetail(table: string): boolean {
  return details.has(table);
}

/** OUT-7.1: a completed or archived task that nobody has changed after this version of the stream. */
export function isCold(
  task: Pick<Task, 'v' | 'is_completed' | 'status'>,
  unchangedSince: number,
): boolean {
  return task.v <= unchangedSince && (task.is_completed || !task.status);
}
