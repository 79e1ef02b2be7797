import { useSyncExternalStore } from 'react';
import type { SoFar, TaskSummary } from '../../sync/client/index.ts';
import { useAccount } from './client.tsx';
import type { RouteClient } from './session.ts';

export type { TaskSummary };

/**
 * Every active task that the person can read, by id; undefined while they are read. For lists and figures
 * over the whole organisation: all components share one copy in memory, which follows changes of any tab and
 * is freed a minute after the last component has unmounted.
 */
export function useAllTasks(): ReadonlyMap<string, TaskSummary> | undefined {
  const tasks = useAccount()?.allTasks;
  return useSyncExternalStore(tasks?.subscribe ?? never, tasks?.current ?? nothing);
}

/**
 * Same for a list that starts with the newest tasks: `soFar` holds those read while `all` is undefined,
 * enough for first pages, incomplete for figures.
 */
export function useAllTasksAsRead(): {
  readonly soFar: SoFar<TaskSummary> | undefined;
  readonly all: ReadonlyMap<string, TaskSummary> | undefined;
} {
  const tasks = useAccount()?.allTasks;
  const soFar = useSyncExternalStore(tasks?.subscribe ?? never, tasks?.soFar ?? nothing);
  return { soFar, all: useAllTasks() };
}

/** Starts the read for a person who is about to open such a list. */
export function prefetchAllTasks(client: RouteClient): void {
  client.account()?.allTasks.expect();
}

function never(): () => void {
  return nothing;
}

function nothing(): undefined {
  return undefined;
}
