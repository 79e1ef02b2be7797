import { assigneesOf } from '../../../model/entities/task.ts';
import { addDays, isOverdue } from '../../../model/shared/dates.ts';
import { i18n } from '../../i18n/i18n.ts';
import type { TaskSummary } from '../../data/all-tasks.ts';
import type { MyRole, MyTasksSearch } from './my-tasks-search.ts';

export interface MyTask {
  readonly task: TaskSummary;
  readonly roles: readonly MyRole[];
}

/** Row of the list: heading of a group, or a task. */
export type Row =
  | { readonly kind: 'group'; readonly key: string; readonly title: string; readonly count: number }
  | ({ readonly kind: 'task'; readonly key: string } & MyTask);

/** Roles of a person in a task; empty for a task of others. */
export function rolesIn(task: TaskSummary, me: string): readonly MyRole[] {
  const roles: MyRole[] = [];
  if (assigneesOf(task).includes(me)) roles.push('assignee');
  if (task.created_by === me) roles.push('creator');
  if (task.collaborators.includes(me)) roles.push('collaborator');
  return roles;
}

interface Context {
  readonly me: string;
  /** Today in the viewer's time zone, `YYYY-MM-DD`. */
  readonly today: string;
  /** Names of active projects by id; tasks of other projects are left out. */
  readonly projects: ReadonlyMap<string, string>;
  /** Priorities by id, with their position in the order. */
  readonly flags: ReadonlyMap<string, { readonly name: string; readonly order: number }>;
}

/** Tasks of the viewer over all projects: filtered, soonest due first, grouped. */
export function myTaskRows(
  tasks: Iterable<TaskSummary>,
  search: MyTasksSearch,
  context: Context,
): readonly Row[] {
  const kept: MyTask[] = [];
  for (const task of tasks) {
    const roles = rolesIn(task, context.me);
    if (roles.length > 0 && isKept(task, roles, search, context)) kept.push({ task, roles });
  }
  kept.sort((left, right) => byDue(left.task, right.task));
  const groups = Map.groupBy(kept, ({ task }) => groupOf(task, search.group, context).key);
  const titled = [...groups].map(([key, mine]) => {
    const [first] = mine;
    const group = first === undefined ? NO_GROUP : groupOf(first.task, search.group, context);
    return { key, group, mine };
  });
  titled.sort((left, right) => left.group.order.localeCompare(right.group.order));
  return titled.flatMap(({ key, group, mine }): readonly Row[] => [
    ...(group.title === ''
      ? []
      : [{ kind: 'group' as const, key, title: group.title, count: mine.length }]),
    ...mine.map((one) => ({ kind: 'task' as const, key: one.task.id, ...one })),
  ]);
}

export function isKept(
  task: TaskSummary,
  roles: readonly MyRole[],
  search: MyTasksSearch,
  { today, projects }: Pick<Context, 'today' | 'projects'>,
): boolean {
  if (!projects.has(task.project)) return false;
  if (search.role !== undefined && !roles.includes(search.role)) return false;
  if (search.of !== undefined && task.project !== search.of) return false;
  const text = search.words?.trim().toLocaleLowerCase() ?? '';
  if (text !== '' && !task.name.toLocaleLowerCase().includes(text)) return false;
  switch (search.state) {
    case undefined:
      return !task.is_completed;
    case 'overdue':
      return isOverdue(task, today);
    case 'waiting':
      return task.is_completed_employee && !task.is_completed;
    case 'completed':
      return task.is_completed;
    case 'all':
      return true;
  }
}

interface Group {
  readonly key: string;
  readonly title: string;
  /** Sort key of the group. */
  readonly order: string;
}

const NO_GROUP: Group = { key: '', title: '', order: '' };

function groupOf(
  task: TaskSummary,
  group: MyTasksSearch['group'],
  { today, projects, flags }: Context,
): Group {
  switch (group) {
    case 'none':
      return NO_GROUP;
    case 'project': {
      const title = projects.get(task.project) ?? '';
      return { key: task.project, title, order: title.toLocaleLowerCase() };
    }
    case 'flag': {
      const flag = flags.get(task.flag ?? '');
      if (flag === undefined) return { key: 'no-flag', title: i18n.t('No priority'), order: '9' };
      return { key: task.flag ?? '', title: flag.name, order: `0${100 + flag.order}` };
    }
    case undefined:
      return dueGroup(task, today);
  }
}

function dueGroup(task: TaskSummary, today: string): Group {
  const { end_date: due } = task;
  if (task.is_completed) return { key: 'completed', title: i18n.t('Completed'), order: '6' };
  if (due === null) return { key: 'undated', title: i18n.t('No due date'), order: '5' };
  if (due < today) return { key: 'overdue', title: i18n.t('Overdue'), order: '1' };
  if (due === today) return { key: 'today', title: i18n.t('Today'), order: '2' };
  return due <= addDays(today, 7)
    ? { key: 'week', title: i18n.t('Next 7 days'), order: '3' }
    : { key: 'later', title: i18n.t('Later'), order: '4' };
}

/** Soonest due first, tasks without a due date last, ties newest first. */
function byDue(left: TaskSummary, right: TaskSummary): number {
  if (left.end_date !== right.end_date) {
    if (left.end_date === null) return 1;
    if (right.end_date === null) return -1;
    return left.end_date < right.end_date ? -1 : 1;
  }
  if (left.created_at === right.created_at) return left.id < right.id ? -1 : 1;
  return left.created_at < right.created_at ? 1 : -1;
}
