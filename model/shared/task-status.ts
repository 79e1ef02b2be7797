/** Derived status of a task in the overview (sessions spec, 4): never stored. */
export const TASK_STATUSES = ['Completed', 'Over Due', 'WIP'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

/**
 * Completed after the creator's tick; else Over Due when its end date is before `today` (the
 * viewer's own calendar day, product.md 8), WIP otherwise. "Before now" of the specification means
 * a day that has passed.
 */
export function taskStatus(
  task: { readonly end_date: string | null; readonly is_completed: boolean },
  today: string,
): TaskStatus {
  if (task.is_completed) return 'Completed';
  return task.end_date !== null && task.end_date < today ? 'Over Due' : 'WIP';
}

export function isTaskStatus(text: string): text is TaskStatus {
  return TASK_STATUSES.some((status) => status === text);
}
