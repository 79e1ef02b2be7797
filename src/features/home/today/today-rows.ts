import { isRead, type Notification } from '../../../../model/entities/notification.ts';
import { labelOf } from '../../../../model/entities/fields.ts';
import { entityOf } from '../../../../model/entities/registry.ts';
import type { TaskStep } from '../../../../model/entities/task-step.ts';
import type { Snooze } from '../../../../model/entities/snooze.ts';
import type { Actor } from '../../../../model/permissions/actor.ts';
import { mayDismissOverwrite } from '../../../../model/permissions/overwrite.ts';
import { isAssignee } from '../../../../model/permissions/task.ts';
import { i18n, translated } from '../../../i18n/i18n.ts';
import type { TaskSummary } from '../../../data/all-tasks.ts';
import type { NamedOverwrite } from '../../../data/overwrites.ts';
import type { SinceLeft } from '../../../data/since-you-left.ts';
import { completionOf } from '../../../data/task-completion.ts';
import { byDueDate } from '../my-task-groups.ts';

/** A line of Today. */
export interface TodayRow {
  /** Unique in Today. */
  readonly key: string;
  /** Undefined for a change whose task is not on this device. */
  readonly task: TaskSummary | undefined;
  /** Name of the task, or the description of a change. */
  readonly text: string;
  /** Reason why it is listed, where the group does not say it; may be empty. */
  readonly note: string;
  /** Comment to open. */
  readonly comment?: string | undefined;
  /** Row of a replaced value of no task, or of a task that is archived or not on this device. */
  readonly place?: Place | undefined;
  /** Marked as read when the row is opened. */
  readonly news?: Notification;
  /** Own change: `rejected` opens the unsent changes, and is never hidden by a snooze. */
  readonly change?: 'rejected' | 'merged' | 'replaced';
  /** End of the snooze in milliseconds, for a row that is hidden until then. */
  readonly until?: number;
}

type Place =
  | { readonly kind: 'project' | 'workspace'; readonly id: string }
  | { readonly kind: 'task'; readonly id: string; readonly project: string };

export const TODAY_GROUPS = [
  'Sent back to you',
  'Overdue',
  'Due today',
  'Waiting for your acceptance',
  'Mentions',
  'Needs attention',
  'Since you left',
] as const;
export type TodayTitle = (typeof TODAY_GROUPS)[number];

export interface TodayGroup {
  readonly title: TodayTitle;
  readonly rows: readonly TodayRow[];
}

export interface Today {
  /** Groups with rows, in their order. */
  readonly groups: readonly TodayGroup[];
  /** Rows that a snooze hides, one a task, the next to end first. */
  readonly snoozed: readonly TodayRow[];
}

interface TodayInput {
  readonly actor: Actor;
  /** Milliseconds by the device's clock. */
  readonly now: number;
  /** Today in the viewer's time zone, `YYYY-MM-DD`. */
  readonly today: string;
  /** Active projects; tasks of others are left out. */
  readonly projects: ReadonlyMap<string, unknown>;
  /** Active tasks that are assigned to the viewer. */
  readonly mine: readonly TaskSummary[];
  /** Every readable active task; undefined while they are read, and the groups that need them are then left out. */
  readonly all: ReadonlyMap<string, TaskSummary> | undefined;
  readonly notifications: readonly Notification[];
  readonly rejected: SinceLeft['refused'];
  /** Values that the viewer lost or replaced unseen. */
  readonly overwrites: readonly NamedOverwrite[];
  /** Undefined on the first visit. */
  readonly news: SinceLeft | undefined;
  readonly snoozes: readonly Snooze[];
  /** Tasks of the viewer that were sent back and are not done again, with the reasons. */
  readonly sentBack: ReadonlyMap<string, TaskStep>;
  readonly nameOf: (person: string) => string;
}

/** What needs the viewer today, computed from local rows. A task is listed once among the groups of tasks. */
export function todayOf(input: TodayInput): Today {
  const ends = new Map(input.snoozes.map(({ task, until }) => [task, Date.parse(until)]));
  const endOf = ({ task, change }: TodayRow) => {
    const until = change === 'rejected' ? undefined : ends.get(task?.id ?? '');
    return until !== undefined && until > input.now ? until : undefined;
  };
  const groups = allGroups(input);
  const hidden = groups
    .flatMap(({ rows }) => rows)
    .flatMap((row) => {
      const until = endOf(row);
      return until === undefined ? [] : [{ ...row, until }];
    });
  const byTask = new Map(hidden.toReversed().map((row) => [row.task?.id, row]));
  return {
    groups: groups
      .map(({ title, rows }) => ({ title, rows: rows.filter((row) => endOf(row) === undefined) }))
      .filter(({ rows }) => rows.length > 0),
    snoozed: Array.from(byTask.values()).toSorted((left, right) => left.until - right.until),
  };
}

function allGroups(input: TodayInput): readonly TodayGroup[] {
  const { today, all } = input;
  const returned = returnedTasks(input);
  const open = dueTasks(input);
  const late = open.filter(({ end_date }) => (end_date ?? '') < today);
  const due = open.filter(({ end_date }) => end_date === today);
  const dated: readonly TodayGroup[] = [
    { title: 'Sent back to you', rows: returned.map((task) => rowOfReturned(task, input)) },
    { title: 'Overdue', rows: late.map(rowOfTask) },
    { title: 'Due today', rows: due.map(rowOfTask) },
  ];
  if (all === undefined) return dated;
  const waiting = waitingTasks(input, all);
  const listed = new Set([...returned, ...open, ...waiting].map(({ id }) => id));
  return [
    ...dated,
    { title: 'Waiting for your acceptance', rows: waiting.map(rowOfTask) },
    { title: 'Mentions', rows: mentions(input, all) },
    { title: 'Needs attention', rows: changes(input, all) },
    { title: 'Since you left', rows: newsRows(input, all, listed) },
  ];
}

/** Tasks that were sent back to the viewer and need their tick again, soonest due first. */
function returnedTasks({ mine, sentBack, actor, projects }: TodayInput): readonly TaskSummary[] {
  return mine
    .filter((task) => sentBack.has(task.id) && projects.has(task.project) && needsTick(actor, task))
    .toSorted(byDueDate);
}

function rowOfReturned(task: TaskSummary, { sentBack, nameOf }: TodayInput): TodayRow {
  const step = sentBack.get(task.id);
  if (step === undefined) return rowOfTask(task);
  const name = nameOf(step.created_by);
  return {
    key: `returned-${task.id}`,
    task,
    text: task.name,
    note: i18n.t('{name}: {reason}', { name, reason: step.remark }),
  };
}

/** Tasks with a due date until today that still need the viewer's own tick, soonest first. */
function dueTasks(input: TodayInput): readonly TaskSummary[] {
  const { mine, today, actor, projects } = input;
  return mine
    .filter(
      (task) =>
        task.end_date !== null &&
        task.end_date <= today &&
        projects.has(task.project) &&
        !input.sentBack.has(task.id) &&
        !waitsFor(actor, task) &&
        needsTick(actor, task),
    )
    .toSorted(byDueDate);
}

/** Tasks of the viewer that their assignees have completed and the viewer has not accepted. */
function waitingTasks(
  { actor, projects }: TodayInput,
  all: ReadonlyMap<string, TaskSummary>,
): readonly TaskSummary[] {
  return Array.from(all.values())
    .filter((task) => projects.has(task.project) && waitsFor(actor, task))
    .toSorted(byDueDate);
}

function waitsFor(actor: Actor, task: TaskSummary): boolean {
  return task.created_by === actor.orgUserId && task.is_completed_employee && !task.is_completed;
}

function needsTick(actor: Actor, task: TaskSummary): boolean {
  if (task.is_completed || !isAssignee(actor, task)) return false;
  return !completionOf(task, actor).ticked;
}

function rowOfTask(task: TaskSummary): TodayRow {
  return { key: `task-${task.id}`, task, text: task.name, note: '' };
}

function mentions(
  { notifications, nameOf, projects }: TodayInput,
  all: ReadonlyMap<string, TaskSummary>,
): readonly TodayRow[] {
  return notifications.flatMap((news) => {
    const task = news.kind === 'mentioned' && !isRead(news) ? all.get(news.task) : undefined;
    if (task === undefined || !projects.has(task.project)) return [];
    const name = nameOf(news.actor);
    const note =
      news.count > 1
        ? i18n.t('{name} and others mentioned you', { name })
        : i18n.t('{name} mentioned you', { name });
    const comment = news.comment ?? undefined;
    return [{ key: news.id, task, text: task.name, note, comment, news }];
  });
}

function changes(
  { rejected, news, ...input }: TodayInput,
  all: ReadonlyMap<string, TaskSummary>,
): readonly TodayRow[] {
  const rowsOf = (
    of: SinceLeft['merged'],
    change: 'rejected' | 'merged',
    note: string,
  ): readonly TodayRow[] =>
    of.map(({ seq, description, task }) => ({
      key: `${change}-${seq}`,
      task: all.get(task ?? ''),
      text: i18n.t(description),
      note,
      change,
    }));
  return [
    ...rowsOf(rejected, 'rejected', i18n.t('Not accepted. Your text is kept')),
    ...replacedRows(input, all),
    ...rowsOf(news?.merged ?? [], 'merged', i18n.t('Put together with what others wrote')),
  ];
}

/** Values that were replaced unseen, one row for each; the screen of the row shows both (WRITE-4.6). */
function replacedRows(
  { overwrites, projects, nameOf, actor }: Omit<TodayInput, 'rejected' | 'news'>,
  all: ReadonlyMap<string, TaskSummary>,
): readonly TodayRow[] {
  return overwrites.flatMap((one): readonly TodayRow[] => {
    const { id, project, tbl, row, field, lost_by, kept_by } = one;
    if (mayDismissOverwrite(actor, one) !== undefined) return [];
    if (project !== '' && !projects.has(project)) return [];
    const options = entityOf(tbl)?.fields[field];
    const what = translated(options?.ownLabel ?? labelOf(field, options));
    const note =
      lost_by === actor.orgUserId
        ? i18n.t('{field}: replaced unseen by {name}', {
            field: what,
            name: nameOf(kept_by),
          })
        : i18n.t('{field}: you replaced {name}’s value unseen', {
            field: what,
            name: nameOf(lost_by),
          });
    const line = { key: `replaced-${id}`, note, change: 'replaced' as const };
    if (one.task === '') {
      const place =
        project === ''
          ? { kind: 'workspace' as const, id: row }
          : { kind: 'project' as const, id: project };
      return one.name === undefined ? [] : [{ ...line, task: undefined, text: one.name, place }];
    }
    const task = all.get(one.task);
    if (task !== undefined) return [{ ...line, task, text: task.name }];
    const text = one.taskName ?? i18n.t('A task that is not on this device');
    return [{ ...line, task, text, place: { kind: 'task', id: one.task, project } }];
  });
}

function newsRows(
  { news, nameOf, projects }: TodayInput,
  all: ReadonlyMap<string, TaskSummary>,
  listed: ReadonlySet<string>,
): readonly TodayRow[] {
  if (news === undefined) return [];
  const assigned = news.assigned
    .filter(({ id, project }) => projects.has(project) && !listed.has(id))
    .map((task) => ({
      ...rowOfTask(task),
      key: `assigned-${task.id}`,
      note: i18n.t('{name} assigned this to you', { name: nameOf(task.created_by) }),
    }));
  const answered = news.answered.flatMap((item): readonly TodayRow[] => {
    const task = item.kind === 'commented' ? all.get(item.task) : undefined;
    if (task === undefined || !projects.has(task.project)) return [];
    const note =
      item.count > 1
        ? i18n.t('{count, plural, one {# new comment} other {# new comments}}', {
            count: item.count,
          })
        : i18n.t('{name} commented', { name: nameOf(item.actor) });
    const comment = item.comment ?? undefined;
    return [{ key: item.id, task, text: task.name, note, comment, news: item }];
  });
  return [...assigned, ...answered];
}
