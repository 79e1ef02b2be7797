import { useSyncExternalStore } from 'react';
import type { SoFar, TaskSummary } from '../../sync/client/index.ts';
import { useAccount } from './client.tsx';
import type { RouteClient } from './session.ts';

export type { TaskSummary };

/**
 * Every active task the person may read, by id; undefined while they are read. For lists and figures over the whole
 * organisation: one copy in memory for all that look, woken by changes of any tab, freed a minute after the last look.
 */
export function useAllTasks(): ReadonlyMap<string, TaskSummary> | undefined {
  const tasks = useAccount()?.allTasks;
  return useSyncExternalStore(tasks?.subscribe ?? never, tasks?.current ?? nothing);
}

/**
 * The same for a list that begins with the newest: `soFar` are those that have been read while `all` is undefined,
 * enough for first pages, too few to count.
 */
export function useAllTasksAsRead(): {
  readonly soFar: SoFar<TaskSummary> | undefined;
  readonly all: ReadonlyMap<string, TaskSummary> | undefined;
} {
  const tasks = useAccount()?.allTasks;
  const soFar = useSyncExternalStore(tasks?.subscribe ?? never, tasks?.soFar ?? nothing);
  return { soFar, all: useAllTasks() };
}

/** Begins to read for somebody who is about to open such a list. */
export function expectAllTasks(client: RouteClient): void {
  client.account()?.allTasks.expect();
}

function never(): () => void {
  return nothing;
}

function nothing(): undefined {
  return undefined;
}
