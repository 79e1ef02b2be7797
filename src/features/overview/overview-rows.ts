import { assigneesOf } from '../../../model/entities/task.ts';
import { type TaskStatus, taskStatus } from '../../../model/shared/task-status.ts';
import type { TaskSummary } from '../../data/all-tasks.ts';
import type { CompletedOption, Filters, OverviewSearch, SortKey } from './overview-search.ts';

/** Names of what tasks refer to, by id. */
export interface Names {
  readonly people: ReadonlyMap<string, string>;
  readonly labels: ReadonlyMap<string, string>;
  /** Of active projects. */
  readonly projects: ReadonlyMap<string, string>;
}

/** The viewer's day and zone (`Date.getTimezoneOffset()`), on which overdue and the created filter depend. */
export interface Viewer {
  readonly today: string;
  readonly offsetMinutes: number;
}

/**
 * All tasks as the overview begins: newest first, those of one moment by id, so that pages never shuffle. Of the same
 * tasks it is made once: who comes back to the overview does not wait for the order of 50,000.
 */
export function newestFirst(tasks: ReadonlyMap<string, TaskSummary>): readonly TaskSummary[] {
  const known = ORDERED.get(tasks);
  if (known !== undefined) return known;
  const ordered = sortedByAge(tasks.values());
  ORDERED.set(tasks, ordered);
  return ordered;
}

const ORDERED = new WeakMap<ReadonlyMap<string, TaskSummary>, readonly TaskSummary[]>();

/** The same of some of them. */
export function sortedByAge(tasks: Iterable<TaskSummary>): readonly TaskSummary[] {
  // Devices keep tasks by id, which begins with the time: turned round, they are all but sorted.
  return Array.from(tasks)
    .reverse()
    .sort((left, right) => {
      const newer = compareText(right.created_at, left.created_at);
      return newer === 0 ? compareText(left.id, right.id) : newer;
    });
}

/**
 * The rows of the overview: filtered over all tasks, not over a page (issue: sessions spec 4 says only the loaded
 * page), then sorted; equal ones stay as they came, newest first. Each task's
 * key is made once, so that 50,000 tasks take some tens of milliseconds.
 */
export function overviewRows(
  ordered: readonly TaskSummary[],
  search: Omit<OverviewSearch, 'page'>,
  context: { readonly names: Names; readonly viewer: Viewer },
): readonly TaskSummary[] {
  const { names, viewer } = context;
  const isKept = keeps(search, viewer);
  // Tasks of an archived project wait with it.
  const kept = ordered.filter((task) => names.projects.has(task.project) && isKept(task));
  const isAscending = (search.dir ?? defaultDirection(search.sort)) === 'asc';
  if (search.sort === undefined || search.sort === 'created') {
    return isAscending ? kept.reverse() : kept;
  }
  const keyOf = sortKeyOf(search.sort, names, viewer);
  const keyed: { readonly task: TaskSummary; readonly key: string }[] = [];
  const missing: TaskSummary[] = [];
  for (const task of kept) {
    const key = keyOf(task);
    if (key === undefined) missing.push(task);
    else keyed.push({ task, key });
  }
  const sign = isAscending ? 1 : -1;
  keyed.sort((left, right) => sign * compareText(left.key, right.key));
  return [...keyed.map(({ task }) => task), ...missing];
}

/** Newest first when nothing is chosen; every chosen column starts ascending. */
export function defaultDirection(sort: SortKey | undefined): 'asc' | 'desc' {
  return sort === undefined ? 'desc' : 'asc';
}

export function assigneeNames(task: TaskSummary, names: Names): string {
  return assigneesOf(task)
    .map((person) => names.people.get(person) ?? 'Unknown person')
    .join(', ');
}

function compareText(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function keeps(search: Filters, viewer: Viewer): (task: TaskSummary) => boolean {
  const { completed, status, assignee, of, created } = search;
  const day = created === undefined ? undefined : instantsOf(created, viewer.offsetMinutes);
  return (task) => {
    if (of !== undefined && task.project !== of) return false;
    if (assignee !== undefined && !assigneesOf(task).includes(assignee)) return false;
    if (completed !== undefined && !COMPLETED[completed](task)) return false;
    if (status !== undefined && taskStatus(task, viewer.today) !== status) return false;
    return day === undefined || (task.created_at >= day.from && task.created_at < day.to);
  };
}

/** A calendar day of the viewer as UTC instants, compared as text: parsing 50,000 dates would take longer than all else. */
function instantsOf(day: string, offsetMinutes: number) {
  const start = Date.parse(`${day}T00:00:00Z`) + offsetMinutes * 60_000;
  const iso = (milliseconds: number) => new Date(milliseconds).toISOString();
  return { from: iso(start), to: iso(start + 86_400_000) };
}

const COMPLETED: Readonly<Record<CompletedOption, (task: TaskSummary) => boolean>> = {
  'Assignee completed': (task) => task.is_completed_employee,
  'Assignee Not completed': (task) => !task.is_completed_employee,
  'Assigned by completed': (task) => task.is_completed,
  'Assigned Not completed': (task) => !task.is_completed,
  'Both Completed': (task) => task.is_completed && task.is_completed_employee,
};

/** Late first, then what runs, then what is done. */
const STATUS_ORDER: Readonly<Record<TaskStatus, string>> = {
  'Over Due': '0',
  WIP: '1',
  Completed: '2',
};

function sortKeyOf(
  sort: SortKey,
  names: Names,
  { today }: Viewer,
): (task: TaskSummary) => string | undefined {
  // Undefined sorts last in both directions.
  const named = (map: ReadonlyMap<string, string>) => {
    const folded = new Map(Array.from(map, ([id, name]) => [id, name.toLocaleLowerCase()]));
    return (id: string | null) => (id === null ? undefined : folded.get(id));
  };
  switch (sort) {
    case 'name':
      return (task) => task.name.toLocaleLowerCase();
    case 'label': {
      const nameOf = named(names.labels);
      return (task) => nameOf(task.label);
    }
    case 'project': {
      const nameOf = named(names.projects);
      return (task) => nameOf(task.project);
    }
    case 'assignee': {
      const nameOf = named(names.people);
      return (task) => nameOf(assigneesOf(task)[0] ?? null);
    }
    case 'creator': {
      const nameOf = named(names.people);
      return (task) => nameOf(task.created_by);
    }
    case 'assignee-completed':
      return (task) => (task.is_completed_employee ? '0' : '1');
    case 'assignee-at':
      return (task) => task.is_completed_emp_at ?? undefined;
    case 'creator-completed':
      return (task) => (task.is_completed ? '0' : '1');
    case 'creator-at':
      return (task) => task.is_completed_at ?? undefined;
    case 'status':
      return (task) => STATUS_ORDER[taskStatus(task, today)];
    case 'start':
      return (task) => task.start_date ?? undefined;
    case 'end':
      return (task) => task.end_date ?? undefined;
    case 'created':
      return (task) => task.created_at;
  }
}
