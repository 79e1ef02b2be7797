import { isCold } from '../../model/entities/cold-tasks.ts';
import { tasks } from '../../model/entities/task.ts';
import { nextTask, withOpened } from './cold-tasks.ts';
import type { EngineContext } from './context.ts';
import type { RowsPort } from '../core/ports/rows.ts';
import type { StreamState, TasksToOpen } from '../core/ports/streams.ts';
import { rowKey } from '../core/row-key.ts';

/** Changes of `StreamState.coldTasks` (OUT-7); cold-tasks.ts describes it. Few devices have hot projects. */

/**
 * OUT-7.3: from now on the device keeps the details of these tasks; the next pass downloads them. False when nothing is
 * to be downloaded.
 */
export function openTasks(
  { ports: { store, clock } }: Pick<EngineContext, 'ports'>,
  stream: string,
  opened: TasksToOpen,
): Promise<boolean> {
  return store.write({ tables: [], durability: 'on-disk' }, async (tx) => {
    const state = await tx.stream(stream);
    if (state === undefined || state.download !== undefined) return false;
    const after = withOpened(state, opened, clock.now());
    if (after !== state) await tx.putStream(after);
    return nextTask(after) !== undefined;
  });
}

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
  const key = rowKey(tasks.table, id);
  const [[view], bases] = await Promise.all([tx.rows(tasks.table, [id]), tx.base([key])]);
  const base = bases.get(key);
  const scope = (base === undefined ? view : base.row)?.scope;
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
  const [view] = await tx.rows(tasks.table, [id]);
  const base = (await tx.base([rowKey(tasks.table, id)])).get(rowKey(tasks.table, id));
  const row = base === undefined ? view : base.row;
  return since !== undefined && row?.scope === scope && isCold(tasks.parse(row), since);
}
