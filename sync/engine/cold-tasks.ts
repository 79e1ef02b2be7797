import { isCold } from '../../model/entities/cold-tasks.ts';
import { tasks } from '../../model/entities/task.ts';
import type { Change } from '../../model/protocol/messages.ts';
import type { ColdTask, StreamState, TasksToOpen } from '../core/ports/streams.ts';
import type { RowsPort } from '../core/ports/rows.ts';
import { rowKey } from '../core/row-key.ts';
import { scopeState } from '../core/scope-state.ts';

/**
 * OUT-7: of a hot scope the device has the outline and the details of all tasks but the cold ones. A change makes a cold
 * task hot, because its version is then newer; its earlier details are downloaded. `StreamState.coldTasks` has the tasks
 * whose details were requested although they were cold:
 *
 *   cold ── opened, or changed ──► not here yet ── its page ──► here ── not opened for half a year ──► cold
 */

/** State after these changes, in which the details of cold tasks that become hot are wanted; call before they are applied. */
export async function withChanges(
  tx: RowsPort,
  state: StreamState,
  { changes, now }: { readonly changes: readonly Change[]; readonly now: number },
): Promise<StreamState> {
  return withOpened(withMoved(state, changes), await coldTasksIn(tx, state, changes), now);
}

/** State in which tasks that these changes move are stored with their new scope; none in a scope that is not hot. */
function withMoved(state: StreamState, changes: readonly Change[]): StreamState {
  const { hot = {}, coldTasks } = state;
  if (coldTasks === undefined) return state;
  let moved = coldTasks;
  for (const change of changes) {
    const known = moved[change.id];
    if (known === undefined || change.kind !== 'put' || change.table !== tasks.table) continue;
    const { scope } = change.row;
    if (scope === known.scope) continue;
    const { [change.id]: _task, ...others } = moved;
    moved = hot[scope] === undefined ? others : { ...others, [change.id]: { ...known, scope } };
  }
  return moved === coldTasks ? state : { ...state, coldTasks: moved };
}

/** Cold tasks that these changes make hot. */
async function coldTasksIn(
  tx: RowsPort,
  state: StreamState,
  changes: readonly Change[],
): Promise<TasksToOpen> {
  const { hot = {}, coldTasks = {} } = state;
  const found = changes.flatMap((change) =>
    change.kind === 'put' && change.table === tasks.table && hot[change.row.scope] !== undefined
      ? [change.row]
      : [],
  );
  if (found.length === 0) return {};
  const ids = found.map(({ id }) => id);
  const [views, bases] = await Promise.all([
    tx.rows(tasks.table, ids),
    tx.base(ids.map((id) => rowKey(tasks.table, id))),
  ]);
  const touched: Record<string, { scope: string }> = {};
  for (const [index, { id, scope, v }] of found.entries()) {
    const base = bases.get(rowKey(tasks.table, id));
    const before = base === undefined ? views[index] : base.row;
    const since = hot[before?.scope ?? ''];
    if (before === null || before === undefined || since === undefined) continue;
    const isChanged = v > before.v && coldTasks[id] === undefined;
    if (isChanged && isCold(tasks.parse(before), since)) touched[id] = { scope };
  }
  return touched;
}

/** State in which the details of these tasks are wanted, or were used just now; the same object when nothing changes. */
export function withOpened(state: StreamState, opened: TasksToOpen, now: number): StreamState {
  const { hot = {}, coldTasks = {} } = state;
  const fresh = Object.entries(opened).flatMap(([id, { scope }]) => {
    const known = coldTasks[id];
    if (hot[scope] === undefined) return [];
    if (known !== undefined && Math.abs(now - known.opened) < OPENED_EVERY) return [];
    return [[id, { scope, opened: now, isHere: known?.isHere ?? false }] as const];
  });
  return fresh.length === 0
    ? state
    : { ...state, coldTasks: { ...coldTasks, ...Object.fromEntries(fresh) } };
}

/** Milliseconds within which a task that is opened again is not stored again. */
export const OPENED_EVERY = 86_400_000;

/** The next task whose details are to be downloaded. */
export function nextTask({ scopes, coldTasks = {} }: StreamState): string | undefined {
  // In a scope that is not here the task is not any more: it was moved, or is forgotten.
  const isNext = ({ isHere, scope }: ColdTask) =>
    !isHere && ['complete', 'absent'].includes(scopeState(scopes, scope).kind);
  return Object.keys(coldTasks).find((id) => coldTasks[id] && isNext(coldTasks[id]));
}

/** The details of these tasks were not downloaded with their project, or with this one, and are wanted again. */
export function wantedAgain(
  coldTasks: StreamState['coldTasks'],
  scope?: string,
): Pick<StreamState, 'coldTasks'> {
  if (coldTasks === undefined) return {};
  const again: Record<string, ColdTask> = {};
  for (const [id, task] of Object.entries(coldTasks)) {
    const isAgain = scope === undefined || task.scope === scope;
    again[id] = isAgain ? { ...task, isHere: false } : task;
  }
  return { coldTasks: again };
}
