import { assigneesOf, type Task } from '../../../model/entities/task.ts';
import { isOverdue } from '../../../model/shared/dates.ts';
import { dateInTable } from '../../ui/text/date-format.ts';

export const TASK_TABS = ['Current', 'Upcoming', 'Overdue', 'Completed'] as const;
export type TaskTab = (typeof TASK_TABS)[number];

type Dated = Pick<Task, 'start_date' | 'end_date' | 'is_completed'>;

/** Tab that lists the task: overdue by the viewer's day, upcoming, or to do now. */
export function tabOf(task: Dated, today: string): TaskTab {
  if (task.is_completed) return 'Completed';
  if (isOverdue(task, today)) return 'Overdue';
  return task.start_date !== null && task.start_date > today ? 'Upcoming' : 'Current';
}

/** Soonest due first; tasks without a due date last, in their own order. */
export function byDueDate(left: Pick<Task, 'end_date'>, right: Pick<Task, 'end_date'>): number {
  if (left.end_date === right.end_date) return 0;
  if (left.end_date === null) return 1;
  if (right.end_date === null) return -1;
  return left.end_date < right.end_date ? -1 : 1;
}

/** Number of other people who share these tasks: creators, assignees and collaborators. */
export function collaboratorsOf(
  tasks: readonly Pick<Task, 'created_by' | 'assigned_to' | 'assigned_users' | 'collaborators'>[],
  me: string,
): number {
  const people = new Set(
    tasks.flatMap((task) => [task.created_by, ...assigneesOf(task), ...task.collaborators]),
  );
  people.delete(me);
  return people.size;
}

/** Date of a table, or `---` without a date (sessions spec, 2 "Home dashboard"). */
export function homeDate(date: string | null): string {
  return date === null ? '---' : dateInTable(date);
}
