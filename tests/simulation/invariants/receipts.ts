import type { RawRow } from '../../../model/entities/define-entity.ts';
import { archivedColumn } from '../../../model/entities/card.ts';
import { isDetailTable, TASK_TABLE } from '../../../model/entities/details.ts';
import { orgUsers } from '../../../model/entities/org-user.ts';
import { roleLevels } from '../../../model/entities/role-level.ts';
import { roles } from '../../../model/entities/role.ts';
import { orgStream, projectOfScope } from '../../../model/entities/scopes.ts';
import { tasks } from '../../../model/entities/task.ts';
import { teamMembers } from '../../../model/entities/team-member.ts';
import { memberId } from '../../../model/shared/ids.ts';
import { refOfKey, rowKey } from '../../../sync/core/row-key.ts';
import { taskDetailsOf } from '../../../sync/store/queries/task-details.ts';
import { seenOf } from '../../../sync/store/queries/seen.ts';
import { receivedOf } from '../../../sync/store/queries/received.ts';
import type { StoreView } from '../store-view.ts';
import type { Truth } from '../truth.ts';

/** State of a device's disk before and after a commit; `truth` is undefined while the server is down. */
interface ReportingCommit {
  readonly before: StoreView;
  readonly after: StoreView;
  readonly orgId: string;
  readonly orgUserId: string;
  readonly truth: Truth | undefined;
}

const TABLES: ReadonlySet<string> = new Set(['tasks', 'subtasks', 'comments', 'task_files']);

/**
 * RECEIPT-1: where the report of this device would make the server say that a row is on it, the row is on it. A row
 * that was missing before the commit under the same report was damaged on the disk (PULL-9), which no report shows.
 */
export function reportsOnlyWhatIsHere(commit: ReportingCommit): string | undefined {
  const { before, after, truth, orgId, orgUserId } = commit;
  const stream = orgStream(orgId);
  const report = receivedOf(after.streams.get(stream));
  const server = truth?.streams().get(stream);
  if (report === undefined || server === undefined || truth === undefined) return undefined;
  if (report.epoch !== server.epoch || report.cursor > server.head) return undefined;
  const rows = truth.visibleTo(orgId, orgUserId);
  const versionOf = (table: string, id: unknown) =>
    typeof id === 'string' ? (rows.get(rowKey(table, id))?.v ?? 0) : 0;
  const person = rows.get(rowKey(orgUsers.table, orgUserId));
  const role = rows.get(rowKey(roles.table, String(person?.['user_role'])));
  const mayReadSince = Math.max(
    person?.v ?? 0,
    role?.v ?? 0,
    versionOf(roleLevels.table, role?.['level']),
  );
  if (report.cursor < mayReadSince) return undefined;
  const earlier = receivedOf(before.streams.get(stream));
  for (const { key, row, project, table } of reportedRows(rows)) {
    if (row.v > report.cursor) continue;
    const joined = versionOf(teamMembers.table, memberId(project, orgUserId));
    const mayLack = isDetailTable(table)
      ? report.outlined
      : table === TASK_TABLE && report.summarized;
    if (joined > report.cursor || (mayLack === true && joined === 0)) continue;
    if (isDetailTable(table) && row.v <= (report.hot_since ?? 0)) continue;
    if (hasVersion(after, key, row.v)) continue;
    if (earlier !== undefined && earlier.cursor >= row.v && !hasVersion(before, key, row.v)) {
      continue;
    }
    return `the device reports ${String(report.cursor)} and lacks ${key} at ${String(row.v)}`;
  }
  return undefined;
}

/**
 * RECEIPT-4: where a person whose screen shows a task would be reported to have seen its rows up to a version, each of
 * them is on the device. A row that was missing before the commit under the same version was damaged on the disk.
 */
export function seesOnlyWhatIsHere(commit: ReportingCommit): string | undefined {
  const { before, after, truth, orgId, orgUserId } = commit;
  const stream = orgStream(orgId);
  const state = after.streams.get(stream);
  const server = truth?.streams().get(stream);
  if (truth === undefined || state === undefined || server === undefined) return undefined;
  if (receivedOf(state) === undefined) return undefined;
  if (state.epoch !== server.epoch || state.cursor > server.head) return undefined;
  const visible = truth.visibleTo(orgId, orgUserId);
  const ofTask = byTask(visible);
  for (const [task, newest] of newestByTask(after.rows)) {
    const project = after.rows.get(rowKey('tasks', task))?.['project'];
    if (typeof project !== 'string') continue;
    const seen = seenIn(after, stream, { task, newest });
    if (seen === undefined) continue;
    const wasSeen = seenIn(before, stream, { task, newest }) ?? 0;
    for (const [key, row] of ofTask.get(task) ?? []) {
      // A row of a project to which the task has been moved: the device has not received the move.
      if (row.v > seen || row['project'] !== project || hasVersion(after, key, row.v)) continue;
      if (wasSeen >= row.v && !hasVersion(before, key, row.v)) continue;
      return `the person would be said to have seen ${task} up to ${String(seen)}, and the device lacks ${key} at ${String(row.v)}`;
    }
  }
  return undefined;
}

function seenIn(
  { streams, rows, base }: StoreView,
  stream: string,
  { task, newest }: { readonly task: string; readonly newest: number },
): number | undefined {
  const state = streams.get(stream);
  const key = rowKey('tasks', task);
  const row = rows.get(key);
  if (row === undefined) return undefined;
  const below = base.get(key)?.row;
  const details = taskDetailsOf(
    state ?? null,
    tasks.parse(row),
    below ? tasks.parse(below) : undefined,
  );
  return seenOf(state, { details, newest });
}

type Rows = ReadonlyMap<string, RawRow>;

/** The function, evaluated once for a map: the maps of two commits are the same one when no row has changed. */
function oncePerMap<T>(make: (rows: Rows) => T): (rows: Rows) => T {
  const made = new WeakMap<Rows, { readonly result: T }>();
  return (rows) => {
    const known = made.get(rows) ?? { result: make(rows) };
    made.set(rows, known);
    return known.result;
  };
}

/** Rows whose receipts a device reports. */
const reportedRows = oncePerMap((rows) =>
  [...rows].flatMap(([key, row]) => {
    const project = projectOfScope(row.scope);
    const { table } = refOfKey(key);
    return project === undefined || !TABLES.has(table) ? [] : [{ key, row, project, table }];
  }),
);

const byTask = oncePerMap((rows) => Map.groupBy(rows, ([key, row]) => taskOf(key, row)));

/** Newest version among the rows of each task on a device, as its screen shows them. */
const newestByTask = oncePerMap((rows): ReadonlyMap<string, number> => {
  const newest = new Map<string, number>();
  for (const [key, row] of rows) {
    const task = taskOf(key, row);
    if (task !== undefined && !isRemoved(task, row)) {
      newest.set(task, Math.max(newest.get(task) ?? 0, row.v));
    }
  }
  return newest;
});

function taskOf(key: string, row: RawRow): string | undefined {
  const { table, id } = refOfKey(key);
  if (!TABLES.has(table)) return undefined;
  const task = table === 'tasks' ? id : row['task'];
  return typeof task === 'string' ? task : undefined;
}

/** Removed subtasks and files are in no list of a task. */
function isRemoved(task: string, row: RawRow): boolean {
  return row['lane'] === archivedColumn(task);
}

function hasVersion(view: StoreView, key: string, v: number): boolean {
  return (view.base.get(key)?.v ?? view.rows.get(key)?.v ?? -1) >= v;
}
