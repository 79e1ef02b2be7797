import { useSyncExternalStore } from 'react';
import { newestTasks, type TaskSummary } from '../../sync/client/index.ts';
import { useAccount, useLive } from './client.tsx';

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
  const isInMemory = useAccount()?.allTasks.current() !== undefined;
  const newest = useLive(
    async (db) => (isInMemory ? [] : await newestTasks(db, NEWEST)),
    [isInMemory],
  );
  // Reading all keeps the store busy: it begins when the first page is there.
  const all = useTasks(isInMemory || newest !== undefined);
  return { newest, all };
}

/** Rows of a page and some that are archived or wait in an archived project. */
const NEWEST = 100;

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
