import { assigneesOf, type Task } from '../../model/entities/task.ts';
import { addDays, isOverdue } from '../../model/shared/dates.ts';
import { searchable, wordsOf } from '../../model/shared/searchable.ts';
import type { DueFilter } from './due-filters.ts';

/** Filter of a board, stored in the address; an absent field matches everything. */
export interface TaskFilter {
  /** Search words for name and description. */
  readonly q?: string | undefined;
  /** Id of an organisation user who is assignee or collaborator, or `none` for unassigned tasks. */
  readonly who?: string | undefined;
  readonly flag?: string | undefined;
  readonly label?: string | undefined;
  readonly due?: DueFilter | undefined;
}

/** Filter with the values that it is evaluated against. */
export interface AppliedFilter extends TaskFilter {
  /** Today in the viewer's time zone, `YYYY-MM-DD`. */
  readonly today: string;
  /** Show only tasks of which this person is assignee or collaborator (board spec, 6 "Special-role organisations"). */
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

/** True for the assignee or a collaborator. */
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
  return end_date >= today && end_date <= addDays(today, 6);
}

/** True when the task contains every search word; case and accents are ignored. */
function fitsText(task: Task, q: string): boolean {
  const text = searchable(`${task.name} ${task.description}`);
  return wordsOf(q).every((word) => text.includes(word));
}
