import { assigneesOf } from '../../../model/entities/task.ts';
import { nameOfPerson } from '../../data/person-name.ts';
import { taskStatus } from '../../../model/shared/task-status.ts';
import { i18n, type Message, message } from '../../i18n/i18n.ts';
import type { TaskSummary } from '../../data/all-tasks.ts';
import type { SortKey } from './project-dashboard-search.ts';
import { dateInTable } from '../../ui/text/date-format.ts';

/** Names of the rows that tasks refer to, by id. */
export interface Names {
  readonly people: ReadonlyMap<string, string>;
  readonly labels: ReadonlyMap<string, string>;
  readonly cards: ReadonlyMap<string, { readonly name: string; readonly order: number }>;
  readonly flags: ReadonlyMap<string, { readonly name: string; readonly order: number }>;
  /** Today in the viewer's time zone, `YYYY-MM-DD`. */
  readonly today: string;
}

export interface ListColumn {
  readonly key: SortKey;
  readonly title: Message;
  /** Title in organisations with special roles, as in the overview (sessions spec, 2). */
  readonly specialTitle?: Message;
  /** Pixels. */
  readonly width: number;
  readonly text: (task: TaskSummary, names: Names) => string;
  /** Sort key where it differs from the text; undefined sorts last in both directions. */
  readonly rank?: (task: TaskSummary, names: Names) => string | undefined;
}

export const LIST_COLUMNS: readonly ListColumn[] = [
  {
    key: 'name',
    title: message('Task Name'),
    specialTitle: message('Task Details'),
    width: 280,
    text: (task) => task.name,
  },
  {
    key: 'stage',
    title: message('Card'),
    width: 140,
    text: (task, { cards }) => cards.get(task.card)?.name ?? '',
    rank: (task, { cards }) => padded(cards.get(task.card)?.order),
  },
  {
    key: 'assignee',
    title: message('Assignee'),
    width: 170,
    text: (task, { people }) => namesOf(assigneesOf(task), people) || i18n.t('Not assigned'),
    rank: (task, { people }) => namesOf(assigneesOf(task), people).toLocaleLowerCase() || undefined,
  },
  {
    key: 'flag',
    title: message('Priority'),
    width: 100,
    text: (task, { flags }) => flags.get(task.flag ?? '')?.name ?? '---',
    rank: (task, { flags }) => padded(flags.get(task.flag ?? '')?.order),
  },
  {
    key: 'label',
    title: message('Label'),
    specialTitle: message('Sub-Task'),
    width: 120,
    text: (task, { labels }) => labels.get(task.label ?? '') ?? '---',
    rank: (task, { labels }) => labels.get(task.label ?? '')?.toLocaleLowerCase(),
  },
  {
    key: 'start',
    title: message('Start Date'),
    width: 118,
    text: (task) => date(task.start_date),
    rank: (task) => task.start_date ?? undefined,
  },
  {
    key: 'due',
    title: message('Due Date'),
    width: 118,
    text: (task) => date(task.end_date),
    rank: (task) => task.end_date ?? undefined,
  },
  {
    key: 'status',
    title: message('Status'),
    width: 112,
    text: (task, { today }) => taskStatus(task, today),
  },
  {
    key: 'employee',
    title: message('Completed by Employee'),
    width: 184,
    text: (task) => instant(task.is_completed_employee, task.is_completed_emp_at),
    rank: (task) => task.is_completed_emp_at ?? undefined,
  },
  {
    key: 'accepted',
    title: message('Completed'),
    width: 118,
    text: (task) => instant(task.is_completed, task.is_completed_at),
    rank: (task) => task.is_completed_at ?? undefined,
  },
  {
    key: 'creator',
    title: message('Created by'),
    width: 150,
    text: (task, { people }) => people.get(task.created_by) ?? '',
  },
  {
    key: 'created',
    title: message('Created'),
    width: 118,
    text: (task) => date(task.created_at.slice(0, 10)),
    rank: (task) => task.created_at,
  },
];

/** Title of a column in the viewer's organisation. */
export function titleOf({ title, specialTitle }: ListColumn, isSpecial: boolean): string {
  return i18n.t(isSpecial ? (specialTitle ?? title) : title);
}

/** Sorted by the chosen column; ties are ordered newest first and then by id, so that rows keep their order. */
export function sortedTasks(
  tasks: readonly TaskSummary[],
  order: { readonly sort: SortKey; readonly dir: 'asc' | 'desc' },
  names: Names,
): readonly TaskSummary[] {
  const column = LIST_COLUMNS.find(({ key }) => key === order.sort);
  const keyOf = (task: TaskSummary) =>
    column?.rank === undefined
      ? (column?.text(task, names).toLocaleLowerCase() ?? '')
      : column.rank(task, names);
  const sign = order.dir === 'asc' ? 1 : -1;
  return tasks
    .map((task) => ({ task, key: keyOf(task) }))
    .toSorted((left, right) => {
      if (left.key !== right.key) {
        if (left.key === undefined) return 1;
        if (right.key === undefined) return -1;
        return left.key < right.key ? -sign : sign;
      }
      if (left.task.created_at !== right.task.created_at) {
        return left.task.created_at < right.task.created_at ? 1 : -1;
      }
      return left.task.id < right.task.id ? -1 : 1;
    })
    .map(({ task }) => task);
}

function namesOf(ids: readonly string[], people: ReadonlyMap<string, string>): string {
  return ids.map((id) => people.get(id) ?? nameOfPerson(null)).join(', ');
}

function padded(order: number | undefined): string | undefined {
  return order === undefined ? undefined : String(order).padStart(8, '0');
}

function date(day: string | null): string {
  return day === null ? '---' : dateInTable(day);
}

function instant(done: boolean, at: string | null): string {
  if (!done) return '---';
  return at === null ? i18n.t('Yes') : date(at.slice(0, 10));
}
