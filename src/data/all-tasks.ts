import { useSyncExternalStore } from 'react';
import type { TaskSummary } from '../../sync/client/index.ts';
import { useAccount } from './client.tsx';

export type { TaskSummary };

/**
 * Every active task the person may read, by id; undefined while they are read. For lists and figures over the whole
 * organisation: one copy in memory for all that look, woken by changes of any tab, freed a minute after the last look.
 */
export function useAllTasks(): ReadonlyMap<string, TaskSummary> | undefined {
  const all = useAccount()?.allTasks;
  return useSyncExternalStore(all?.subscribe ?? never, all?.current ?? nothing);
}

function never(): () => void {
  return nothing;
}

function nothing(): undefined {
  return undefined;
}
