import { isCold } from '../../model/entities/cold-tasks.ts';
import type { RawRow } from '../../model/entities/define-entity.ts';
import { tasks } from '../../model/entities/task.ts';
import { nextTask, OPENED_EVERY, withOpened } from './cold-tasks.ts';
import type { EngineContext } from './context.ts';
import { isOutlined } from './outlines.ts';
import type { RowsPort } from '../core/ports/rows.ts';
import type { Store } from '../core/ports/store.ts';
import type { StreamState, StreamsPort, TasksToOpen } from '../core/ports/streams.ts';
import { rowKey } from '../core/row-key.ts';

/** Changes of `StreamState.coldTasks` (OUT-7); cold-tasks.ts describes it. Few devices have hot projects. */

/**
 * OUT-7.3: from now on the device keeps the details of these tasks; the next pass downloads them. False when nothing is
 * to be downloaded.
 */
export async function openTasks(
  { ports: { store, clock } }: Pick<EngineContext, 'ports'>,
  stream: string,
  opened: TasksToOpen,
): Promise<boolean> {
  const { cold, here } = await store.read([tasks.table], (tx) => byDetails(tx, stream, opened));
  if (here.length > 0) await noteRecent(store, here, clock.now());
  if (cold.length === 0) return false;
  return store.write({ tables: [], durability: 'on-disk' }, async (tx) => {
    const state = await tx.stream(stream);
    if (state === undefined || state.download !== undefined) return false;
    const after = withOpened(state, Object.fromEntries(cold), clock.now());
    if (after !== state) await tx.putStream(after);
    return nextTask(after) !== undefined;
  });
}

/** `cold`: their details are wanted now, or were downloaded because somebody opened them; `here`: ids of others. */
async function byDetails(tx: RowsPort & StreamsPort, stream: string, opened: TasksToOpen) {
  const state = await tx.stream(stream);
  const cold: (readonly [string, { readonly scope: string }])[] = [];
  const here: string[] = [];
  for (const [id, { scope: shown }] of Object.entries(opened)) {
    if (state === undefined) continue;
    const row = await serverTask(tx, id);
    // Its row may be in another scope: that the person has moved it waits to be sent.
    const scope = row?.scope ?? shown;
    const since = state.hot?.[scope];
    const isLeftOut = since !== undefined && row !== undefined && isCold(tasks.parse(row), since);
    if (isLeftOut || state.coldTasks?.[id] !== undefined) cold.push([id, { scope }]);
    else if (since !== undefined || !isOutlined(state, scope)) here.push(id);
  }
  return { cold, here };
}

/** OUT-7.6: remembers that these tasks were opened now, for the time at which they become cold. */
async function noteRecent(store: Store, ids: readonly string[], now: number): Promise<void> {
  const isDue = (at = 0) => Math.abs(now - at) >= OPENED_EVERY;
  const known = await store.read([], (tx) => tx.recentTasks());
  if (!ids.some((id) => isDue(known[id]))) return;
  await store.write({ tables: [], durability: 'relaxed' }, async (tx) => {
    const all = { ...(await tx.recentTasks()), ...Object.fromEntries(ids.map((id) => [id, now])) };
    const newest = Object.entries(all).toSorted(([, one], [, other]) => other - one);
    await tx.putRecentTasks(Object.fromEntries(newest.slice(0, MOST_RECENT)));
  });
}

/** Tasks that are remembered: they are stored in one row. */
const MOST_RECENT = 500;

/** State after the last page of a task's details. */
export function withDetails(state: StreamState, id: string): StreamState {
  const known = state.coldTasks?.[id];
  if (known === undefined) return state;
  return { ...state, coldTasks: { ...state.coldTasks, [id]: { ...known, isHere: true } } };
}

/** State in which a task counts as cold again. */
export function withoutTask(state: StreamState, id: string): StreamState {
  const { [id]: _task, ...coldTasks } = state.coldTasks ?? {};
  return { ...state, coldTasks };
}

/**
 * State in which a task that is to be filled has the scope of its server's row; undefined when it has it already. A task
 * that is not here any more, or whose scope is not hot, is forgotten. It may have been moved since it was opened, or be
 * back in its former project after a restore.
 */
export async function withPresentScope(
  tx: RowsPort,
  state: StreamState,
  id: string,
): Promise<StreamState | undefined> {
  const known = state.coldTasks?.[id];
  const scope = (await serverTask(tx, id))?.scope;
  if (known === undefined || scope === undefined || state.hot?.[scope] === undefined) {
    return withoutTask(state, id);
  }
  if (scope === known.scope) return undefined;
  return { ...state, coldTasks: { ...state.coldTasks, [id]: { ...known, scope } } };
}

/** True while the server's row of the task is cold. */
export async function isColdHere(
  tx: RowsPort,
  { hot = {} }: StreamState,
  { id, scope }: { readonly id: string; readonly scope: string },
): Promise<boolean> {
  const since = hot[scope];
  const row = await serverTask(tx, id);
  return since !== undefined && row?.scope === scope && isCold(tasks.parse(row), since);
}

/** The task as the server has it; undefined for one that is not here, or not there yet. */
async function serverTask(tx: RowsPort, id: string): Promise<RawRow | undefined> {
  const key = rowKey(tasks.table, id);
  const [[view], bases] = await Promise.all([tx.rows(tasks.table, [id]), tx.base([key])]);
  const base = bases.get(key);
  return (base === undefined ? view : base.row) ?? undefined;
}
