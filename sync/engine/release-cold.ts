import { isCold, TASK_DETAIL_TABLES } from '../../model/entities/cold-tasks.ts';
import type { RawRow } from '../../model/entities/define-entity.ts';
import { DETAIL_TABLES } from '../../model/entities/details.ts';
import { orgStream, projectOfScope } from '../../model/entities/scopes.ts';
import { tasks } from '../../model/entities/task.ts';
import { ROWS_AT_ONCE } from './apply-changes.ts';
import { authed, type EngineContext } from './context.ts';
import { serverTasks } from './details-here.ts';
import { isOutlined } from './outlines.ts';
import { rejectedKeys } from './rejected-rows.ts';
import { unchanged, UNUSED } from './release-details.ts';
import { NEVER_COMPARED } from '../core/never-compared.ts';
import type { OutboxPort, RejectedPort } from '../core/ports/outbox.ts';
import type { RecentTasksPort } from '../core/ports/recent-tasks.ts';
import type { RowsPort } from '../core/ports/rows.ts';
import type { ColdTask, StreamState, StreamsPort } from '../core/ports/streams.ts';
import { refOfKey, rowKey } from '../core/row-key.ts';
import { scopeState, scopesThat } from '../core/scope-state.ts';

/**
 * OUT-7.6: releases details of cold tasks while this device has more details than it is meant to hold. A project that is
 * here whole becomes hot, and a hot one gets the version of today:
 *
 *   whole ── on the disk: hot, `releasing` ──► rows removed in parts ──► hot
 *
 * A kill in between continues here the next time. Without an answer of the server nothing is released.
 */
export async function releaseCold(context: EngineContext): Promise<void> {
  const { store, transport, clock } = context.ports;
  const stream = orgStream(context.account.orgId);
  const before = await store.read([], (tx) => tx.stream(stream));
  if (before === undefined || !isSettled(before)) return;
  for (const scope of before.releasing ?? []) await removeCold(context, stream, scope);
  const reply = await authed(context, () =>
    transport.check({ stream, since: before.cursor, limits: true }),
  );
  // A server of an older build refuses the query.
  if (!reply.ok || reply.value.limits === undefined || reply.value.epoch !== before.epoch) return;
  const { detail_rows: most, unchanged_since: since } = reply.value.limits;
  if (since !== undefined) await releaseDown(context, stream, { most, since });
  await store.write({ tables: [], durability: 'relaxed' }, async (tx) => {
    const record = (await tx.comparison()) ?? NEVER_COMPARED;
    await tx.putComparison({ ...record, releasedAt: clock.now() });
  });
}

function isSettled({ epoch, download, suspect }: StreamState): boolean {
  return epoch !== null && download === undefined && !suspect;
}

interface Limits {
  /** Number of details that the device is meant to hold. */
  readonly most: number;
  /** Completed and archived tasks that are unchanged up to this version are cold. */
  readonly since: number;
}

/** Hot projects first, since that takes no further project from its person; then the largest ones. */
async function releaseDown(
  context: EngineContext,
  stream: string,
  { most, since }: Limits,
): Promise<void> {
  const { store } = context.ports;
  const counts = await countDetails(context, stream);
  let left = counts.reduce((sum, { count }) => sum + count, 0);
  const ordered = counts.toSorted(
    (one, other) => Number(other.isHot) - Number(one.isHot) || other.count - one.count,
  );
  for (const { scope } of ordered) {
    if (left <= most) return;
    const place = { stream, scope, since };
    const isWorthwhile = await store.read([tasks.table], (tx) => hasCold(tx, place));
    if (!isWorthwhile || !(await becomesHot(context, place))) continue;
    left -= await removeCold(context, stream, scope);
  }
}

interface Counted {
  readonly scope: string;
  readonly count: number;
  readonly isHot: boolean;
}

/** Number of details of each complete project that has some. */
async function countDetails(context: EngineContext, stream: string): Promise<readonly Counted[]> {
  return context.ports.store.read([...DETAIL_TABLES], async (tx) => {
    const state = await tx.stream(stream);
    const counted: Counted[] = [];
    for (const scope of state ? scopesThat(state.scopes, ({ kind }) => kind === 'complete') : []) {
      if (projectOfScope(scope) === undefined) continue;
      let count = 0;
      for (const table of DETAIL_TABLES) count += await tx.countInScope(table, scope);
      if (count > 0) counted.push({ scope, count, isHot: state?.hot?.[scope] !== undefined });
    }
    return counted;
  });
}

interface Place {
  readonly stream: string;
  readonly scope: string;
  /** Version up to which unchanged tasks are cold. */
  readonly since: number;
}

/** True when the scope has tasks that are cold at this version, and were not at its former one. */
async function hasCold(tx: RowsPort & StreamsPort, { stream, scope, since }: Place) {
  const former = (await tx.stream(stream))?.hot?.[scope] ?? -1;
  const ids = await tx.idsInScope(tasks.table, scope);
  const found = await tx.rows(tasks.table, ids);
  return found.some(
    (row) => row !== undefined && row.v > former && isCold(tasks.parse(row), since),
  );
}

/** On the disk before the first detail is removed: a missing detail is never taken for a deleted one (OUT-1.1). */
function becomesHot(context: EngineContext, place: Place): Promise<boolean> {
  const { store, clock } = context.ports;
  const { stream, scope, since } = place;
  return store.write({ tables: [...TABLES], durability: 'on-disk' }, async (tx) => {
    const state = await tx.stream(stream);
    if (state === undefined || !mayBecomeHot(state, place)) return false;
    const kept = await tx.kept();
    if (kept.includes(`project:${projectOfScope(scope) ?? ''}`)) return false;
    const { outlined = [], hot = {}, releasing = [], coldTasks = {} } = state;
    const now = clock.now();
    const opened: Record<string, ColdTask> = {};
    for (const [id, at] of await inUse(tx, { kept, now }, place, hot[scope])) {
      // Its details are here, like those of all tasks that were not cold.
      opened[id] = coldTasks[id] ?? { scope, opened: at, isHere: true };
    }
    await tx.putStream({
      ...state,
      outlined: [...new Set([...outlined, scope])],
      hot: { ...hot, [scope]: since },
      coldTasks: { ...coldTasks, ...opened },
      releasing: [...new Set([...releasing, scope])],
    });
    return true;
  });
}

const TABLES = [tasks.table, ...TASK_DETAIL_TABLES] as const;

function mayBecomeHot(state: StreamState, { scope, since }: Place): boolean {
  if (!isSettled(state) || !isStill(state, scope)) return false;
  const former = state.hot?.[scope];
  return former === undefined ? !isOutlined(state, scope) : former < since;
}

/** False for a scope that was revoked meanwhile, or whose details are to be downloaded. */
function isStill({ scopes, wanted = [] }: StreamState, scope: string): boolean {
  return scopeState(scopes, scope).kind === 'complete' && !wanted.includes(scope);
}

/**
 * Tasks that become cold although the person uses them here, with the times at which they count as opened: they have
 * opened them lately, keep them on this device (FILE-4.3), or have unsent or rejected changes of them or of their details.
 */
async function inUse(
  tx: RowsPort & OutboxPort & RejectedPort & RecentTasksPort,
  { kept, now }: { readonly kept: readonly string[]; readonly now: number },
  { scope, since }: Place,
  former = -1,
): Promise<readonly (readonly [string, number])[]> {
  const recent = Object.entries(await tx.recentTasks());
  const at = new Map(recent.filter(([, opened]) => now - opened <= UNUSED));
  for (const key of kept) {
    if (key.startsWith('task:')) at.set(key.slice(5), now);
  }
  for (const { keys } of await tx.outbox()) {
    for (const { table, id } of keys.map(refOfKey)) {
      if (table === tasks.table) at.set(id, now);
      if (!details.has(table)) continue;
      const [row] = await tx.rows(table, [id]);
      if (row !== undefined) at.set(String(row['task']), now);
    }
  }
  for (const { table, id } of [...(await rejectedKeys(tx))].map(refOfKey)) {
    if (table === tasks.table) at.set(id, now);
  }
  const found = await serverRows(tx, [...at.keys()]);
  return found.flatMap((row) =>
    row.scope === scope && row.v > former && isCold(tasks.parse(row), since)
      ? [[row.id, at.get(row.id) ?? now] as const]
      : [],
  );
}

const details: ReadonlySet<string> = new Set(TASK_DETAIL_TABLES);

/** Tasks as the server has them. */
async function serverRows(tx: RowsPort, ids: readonly string[]): Promise<readonly RawRow[]> {
  const keys = ids.map((id) => rowKey(tasks.table, id));
  const [views, bases] = await Promise.all([tx.rows(tasks.table, ids), tx.base(keys)]);
  return ids.flatMap((_id, index) => {
    const base = bases.get(keys[index] ?? '');
    const row = base === undefined ? views[index] : base.row;
    return row ? [row] : [];
  });
}

/** Number of details removed, in parts; ends early when the device wants them again meanwhile. */
async function removeCold(context: EngineContext, stream: string, scope: string): Promise<number> {
  const { store } = context.ports;
  let removed = 0;
  for (const table of TASK_DETAIL_TABLES) {
    const ids = await store.read([table], (tx) => tx.idsInScope(table, scope));
    for (let from = 0; from < ids.length; from += ROWS_AT_ONCE) {
      const part = ids.slice(from, from + ROWS_AT_ONCE);
      const count = await store.write(
        { tables: [tasks.table, table], durability: 'relaxed' },
        async (tx) => {
          const state = await tx.stream(stream);
          if (state === undefined || !isReleasing(state, scope)) return undefined;
          const rows = (await tx.rows(table, part)).filter((row) => row !== undefined);
          const left = await leftOut(tx, state, { scope, table, rows });
          const gone = await unchanged(tx, table, left);
          await tx.deleteRows(table, gone);
          return gone.length;
        },
      );
      if (count === undefined) return removed;
      removed += count;
    }
  }
  await store.write({ tables: [], durability: 'relaxed' }, async (tx) => {
    const state = await tx.stream(stream);
    if (state?.releasing === undefined) return;
    const { releasing, ...rest } = state;
    const others = releasing.filter((one) => one !== scope);
    await tx.putStream(others.length === 0 ? rest : { ...rest, releasing: others });
  });
  return removed;
}

function isReleasing(state: StreamState, scope: string): boolean {
  return isSettled(state) && isStill(state, scope) && state.releasing?.includes(scope) === true;
}

/** Ids of the rows that a download leaves out (OUT-7.1); none of a task that was opened or changed meanwhile. */
async function leftOut(
  tx: RowsPort,
  { hot = {}, coldTasks = {} }: StreamState,
  {
    scope,
    table,
    rows,
  }: { readonly scope: string; readonly table: string; readonly rows: readonly RawRow[] },
): Promise<readonly string[]> {
  const since = hot[scope];
  if (since === undefined) return [];
  const own = await serverTasks(tx, table, rows);
  return rows.flatMap((row) => {
    const task = own.get(String(row['task']));
    if (task === undefined || task.scope !== scope || coldTasks[task.id] !== undefined) return [];
    return row.v <= since && isCold(tasks.parse(task), since) ? [row.id] : [];
  });
}
