import { TASK_DETAIL_TABLES } from '../../model/entities/cold-tasks.ts';
import { concerns } from '../../model/entities/concerns.ts';
import { DETAIL_TABLES, TASK_TABLE } from '../../model/entities/details.ts';
import { orgStream } from '../../model/entities/scopes.ts';
import { tasks } from '../../model/entities/task.ts';
import { teamMembers } from '../../model/entities/team-member.ts';
import { ROWS_AT_ONCE } from './apply-changes.ts';
import { isColdHere, withoutTask } from './open-tasks.ts';
import type { EngineContext } from './context.ts';
import { coldAmong, holdKept } from './hold-kept.ts';
import { isOutlined, isSummarized, withoutHot } from './outlines.ts';
import { rejectedKeys } from './rejected-rows.ts';
import type { RejectedPort } from '../core/ports/outbox.ts';
import type { RowsPort } from '../core/ports/rows.ts';
import type { RecentTasksPort } from '../core/ports/recent-tasks.ts';
import type { ColdTask, StreamState } from '../core/ports/streams.ts';
import { rowKey } from '../core/row-key.ts';
import { scopeState } from '../core/scope-state.ts';

/** OUT-5.1: half a year in milliseconds. */
export const UNUSED = 183 * 86_400_000;

/**
 * OUT-5: makes projects outlines again that the person opened once, but not for half a year, that do not concern them,
 * and that they do not keep on the device; summaries, where the device has others. Continues removals that a kill has
 * interrupted. True when something that is kept is to be downloaded.
 */
export async function releaseDetails(context: EngineContext): Promise<boolean> {
  const { store } = context.ports;
  const isWanted = await holdKept(context);
  const stream = orgStream(context.account.orgId);
  const state = await store.read([], (tx) => tx.stream(stream));
  for (const scope of Object.keys(state?.opened ?? {})) {
    const isDue = state !== undefined && isUnused(context, state, scope);
    if (!isDue || (await isConcerned(context, scope))) continue;
    if (!(await beginRelease(context, stream, scope))) continue;
    const begun = await store.read([], (tx) => tx.stream(stream));
    const hasSummary = begun !== undefined && isSummarized(begun, scope);
    const tables = hasSummary ? [...DETAIL_TABLES, TASK_TABLE] : DETAIL_TABLES;
    for (const table of tables) await removeRows(context, { stream, scope, table });
    await forgetOpened(context, stream, scope);
  }
  const now = context.ports.clock.now();
  for (const [id, { opened }] of Object.entries(state?.coldTasks ?? {})) {
    if (now - opened > UNUSED) await releaseTask(context, stream, id);
  }
  return isWanted;
}

/**
 * OUT-7.4: removes the details of a cold task that nobody has opened for half a year. Those of a hot one stay, and so do
 * those that a download would contain: receipts count them (RECEIPT-1.3).
 */
async function releaseTask(context: EngineContext, stream: string, id: string): Promise<void> {
  const { store } = context.ports;
  const tables = [tasks.table, ...TASK_DETAIL_TABLES];
  // On the disk before the first row is removed, as with a project.
  const scope = await store.write({ tables: [tasks.table], durability: 'on-disk' }, async (tx) => {
    const state = await tx.stream(stream);
    const known = state?.coldTasks?.[id];
    if (state === undefined || known === undefined || state.download !== undefined)
      return undefined;
    if (context.ports.clock.now() - known.opened <= UNUSED) return undefined;
    if ((await rejectedKeys(tx)).has(rowKey(tasks.table, id))) return undefined;
    const isStillCold = await isColdHere(tx, state, { id, scope: known.scope });
    // The details of a task that has become hot are downloaded first: then it needs no entry.
    if (!isStillCold && !known.isHere) return undefined;
    await tx.putStream(withoutTask(state, id));
    return isStillCold ? known.scope : undefined;
  });
  if (scope === undefined) return;
  for (const table of TASK_DETAIL_TABLES) {
    await store.write({ tables, durability: 'relaxed' }, async (tx) => {
      const state = await tx.stream(stream);
      if (state === undefined || state.coldTasks?.[id] !== undefined) return;
      if (!(await isColdHere(tx, state, { id, scope }))) return;
      const since = state.hot?.[scope] ?? 0;
      const ids = await tx.idsInScope(table, scope);
      const rows = await tx.rows(table, ids);
      const own = rows.flatMap((row) => (row?.['task'] === id && row.v <= since ? [row.id] : []));
      await tx.deleteRows(table, await unchanged(tx, table, own));
    });
  }
}

/** Tasks whose details are requested after a download, each by a request of its own. */
const MOST_AGAIN = 50;

/**
 * OUT-7.3: state after a download in which the finished tasks that the person opened last, within half a year, are
 * wanted where the download has left out their details. They were hot before it.
 */
export async function withRecent(
  tx: RowsPort & RecentTasksPort,
  state: StreamState,
  now: number,
): Promise<StreamState> {
  const recent = Object.entries(await tx.recentTasks());
  const lately = recent
    .filter(([, opened]) => now - opened <= UNUSED)
    .toSorted(([, one], [, other]) => other - one);
  const cold = await coldAmong(
    tx,
    state,
    lately.map(([id]) => id),
  );
  const again: Record<string, ColdTask> = {};
  for (const [id, opened] of lately) {
    const scope = cold[id]?.scope;
    if (scope === undefined || state.coldTasks?.[id] !== undefined) continue;
    again[id] = { scope, opened, isHere: false };
    if (Object.keys(again).length === MOST_AGAIN) break;
  }
  if (Object.keys(again).length === 0) return state;
  return { ...state, coldTasks: { ...state.coldTasks, ...again } };
}

/** False also for a device's clock that was set back. */
function isUnused({ ports }: EngineContext, state: StreamState, scope: string): boolean {
  const at = state.opened?.[scope];
  const isComplete = scopeState(state.scopes, scope).kind === 'complete';
  const isWanted = state.wanted?.includes(scope) === true;
  return (
    at !== undefined &&
    ports.clock.now() - at > UNUSED &&
    isComplete &&
    !isWanted &&
    state.download === undefined
  );
}

/** True when the person is a member of the project or has an open task there (OUT-2.2). */
function isConcerned({ ports, account }: EngineContext, scope: string): Promise<boolean> {
  const tables = [teamMembers.table, tasks.table];
  return ports.store.read(tables, async (tx) => {
    for (const table of tables) {
      const found = await tx.rows(table, await tx.idsInScope(table, scope));
      if (found.some((row) => row && concerns(account.orgUserId, table, row))) return true;
    }
    return false;
  });
}

/** On the disk before the first row is removed: a missing detail is never taken for a deleted one (OUT-1.1). */
function beginRelease(context: EngineContext, stream: string, scope: string): Promise<boolean> {
  return context.ports.store.write({ tables: [], durability: 'on-disk' }, async (tx) => {
    const state = await tx.stream(stream);
    if (state === undefined || !isUnused(context, state, scope)) return false;
    if (isOutlined(state, scope) && state.hot?.[scope] === undefined) return true;
    const { outlined = [], summarized = [], ...known } = withoutHot(state, scope);
    // A device that has no room for all tasks (OUT-6.1).
    const summaries = summarized.length > 0 ? [...summarized, scope] : summarized;
    const parts = { outlined: [...new Set([...outlined, scope])], summarized: summaries };
    await tx.putStream({ ...known, ...parts });
    return true;
  });
}

interface Details {
  readonly stream: string;
  readonly scope: string;
  readonly table: string;
}

/** Rows with pending or rejected mutations stay. Ends when the person opens the project meanwhile. */
async function removeRows(
  context: EngineContext,
  { stream, scope, table }: Details,
): Promise<void> {
  const { store } = context.ports;
  const ids = await store.read([table], (tx) => tx.idsInScope(table, scope));
  for (let from = 0; from < ids.length; from += ROWS_AT_ONCE) {
    const part = ids.slice(from, from + ROWS_AT_ONCE);
    const removed = await store.write({ tables: [table], durability: 'relaxed' }, async (tx) => {
      const state = await tx.stream(stream);
      if (state === undefined || !isUnused(context, state, scope)) return false;
      await tx.deleteRows(table, await unchanged(tx, table, part));
      return true;
    });
    if (!removed) return;
  }
}

/** The rows among these of which the person has no unsent change, and no rejected one (MUT-4.5). */
export async function unchanged(
  tx: RowsPort & RejectedPort,
  table: string,
  ids: readonly string[],
): Promise<readonly string[]> {
  const keys = ids.map((id) => rowKey(table, id));
  const [bases, rejected] = await Promise.all([tx.base(keys), rejectedKeys(tx)]);
  return ids.filter((_id, index) => {
    const key = keys[index] ?? '';
    return !bases.has(key) && !rejected.has(key);
  });
}

async function forgetOpened(context: EngineContext, stream: string, scope: string): Promise<void> {
  await context.ports.store.write({ tables: [], durability: 'on-disk' }, async (tx) => {
    const state = await tx.stream(stream);
    if (state === undefined || !isUnused(context, state, scope)) return;
    const { [scope]: _at, ...opened } = state.opened ?? {};
    await tx.putStream({ ...state, opened });
  });
}
