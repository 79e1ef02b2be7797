import { useSyncExternalStore } from 'react';
import type { TaskSummary } from '../../sync/client/index.ts';
import { useAccount } from './client.tsx';
import { itself, useObserved } from './observed.ts';
import type { RouteClient } from './session.ts';

export type { TaskSummary };

/**
 * Every active task the person may read, by id; undefined while they are read. For lists and figures over the whole
 * organisation: one copy in memory for all that look, woken by changes of any tab, freed a minute after the last look.
 */
export function useAllTasks(): ReadonlyMap<string, TaskSummary> | undefined {
  return useTasks(true);
}

/**
 * The same for a list that begins with the newest: those come at once, `all` when tens of thousands have been read.
 * While `all` is undefined, `newest` are some of them: enough for a first page, too few to count.
 */
export function useNewestThenAllTasks(): {
  readonly newest: readonly TaskSummary[] | undefined;
  readonly all: ReadonlyMap<string, TaskSummary> | undefined;
} {
  const tasks = useAccount()?.allTasks;
  const isInMemory = tasks?.current() !== undefined;
  const newest = useObserved(isInMemory ? undefined : tasks?.newest, itself);
  // Reading all keeps the store busy: it begins when the first page is there.
  const all = useTasks(isInMemory || newest !== undefined);
  return { newest, all };
}

/** Begins to read the first page of that list for somebody who is about to open it. */
export function expectAllTasks(client: RouteClient): void {
  client.account()?.allTasks.expect();
}

function useTasks(isWanted: boolean): ReadonlyMap<string, TaskSummary> | undefined {
  const all = useAccount()?.allTasks;
  const current = all?.current ?? nothing;
  return useSyncExternalStore((isWanted ? all?.subscribe : undefined) ?? never, current);
}

function never(): () => void {
  return nothing;
}

function nothing(): undefined {
  return undefined;
}
