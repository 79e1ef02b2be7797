import { nextTask, withOpened } from './cold-tasks.ts';
import type { EngineContext } from './context.ts';
import type { StreamState, TasksToOpen } from '../core/ports/streams.ts';

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
