import { assigneesOf, type Task } from '../../model/entities/task.ts';
import { isOverdue } from '../../model/shared/dates.ts';
import type { DueFilter } from './due-filters.ts';

/** What of a board is shown; a field that is missing keeps everything. It stands in the address. */
export interface TaskFilter {
  /** Words in name or description. */
  readonly q?: string | undefined;
  /** Organisation user who is assignee or collaborator, or `none` for tasks nobody is assigned to. */
  readonly who?: string | undefined;
  readonly flag?: string | undefined;
  readonly label?: string | undefined;
  readonly due?: DueFilter | undefined;
}

/** A filter with what it is measured by. */
export interface AppliedFilter extends TaskFilter {
  /** The viewer's own day, `YYYY-MM-DD`. */
  readonly today: string;
  /** Show only what this person is assignee or collaborator of (board spec, 6 "Special-role organisations"). */
  readonly own?: string | undefined;
}

export function isFiltering(filter: TaskFilter): boolean {
  const { q, who, flag, label, due } = filter;
  return [q, who, flag, label, due].some((value) => value !== undefined && value !== '');
}

export function fitsFilter(task: Task, filter: AppliedFilter): boolean {
  const { q, who, flag, label, due, own, today } = filter;
  return (
    (own === undefined || concerns(task, own)) &&
    (who === undefined || fitsPerson(task, who)) &&
    (flag === undefined || task.flag === flag) &&
    (label === undefined || task.label === label) &&
    (due === undefined || fitsDue(task, due, today)) &&
    (q === undefined || fitsText(task, q))
  );
}

/** Assignee or collaborator. */
export function concerns(task: Task, person: string): boolean {
  return assigneesOf(task).includes(person) || task.collaborators.includes(person);
}

function fitsPerson(task: Task, who: string): boolean {
  return who === 'none' ? assigneesOf(task).length === 0 : concerns(task, who);
}

function fitsDue(task: Task, due: DueFilter, today: string): boolean {
  const { end_date } = task;
  if (due === 'none') return end_date === null;
  if (due === 'overdue') return isOverdue(task, today);
  if (end_date === null) return false;
  if (due === 'today') return end_date === today;
  return end_date >= today && end_date <= weekAfter(today);
}

/** Every word of the search somewhere in the task; case and accents do not matter. */
function fitsText(task: Task, q: string): boolean {
  const text = plain(`${task.name} ${task.description}`);
  return plain(q)
    .split(/\s+/u)
    .every((word) => text.includes(word));
}

function plain(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}

function weekAfter(today: string): string {
  return new Date(Date.parse(`${today}T00:00:00Z`) + 6 * 86_400_000).toISOString().slice(0, 10);
}
