import { useMemo } from 'react';
import {
  type DataLoss,
  markOfRow,
  marksOfRows,
  type Notice,
  type OutboxItem,
  outboxItems,
  type PendingMark,
  type SyncStatus,
} from '../../sync/client/index.ts';
import { useAccount, useClient, useLive } from './client.tsx';
import { itself, useObserved } from './observed.ts';
import { useOnline } from './online.ts';

/** What is true about sync now, read from rows; undefined while it is read. */
export function useSyncStatus(): SyncStatus | undefined {
  const status = useObserved(useAccount()?.loaders.status, itself);
  const isOnline = useOnline();
  const isLost = useDataLoss() !== undefined;
  return useMemo(() => {
    // What is read of a store that was taken away says nothing.
    if (isLost) return LOST;
    return isOnline ? status : withoutNetwork(status);
  }, [status, isOnline, isLost]);
}

/** What the browser has taken away since the page was loaded; undefined where nothing is. */
export function useDataLoss(): DataLoss | undefined {
  return useObserved(useClient().loss, itself);
}

const LOST: SyncStatus = {
  phase: 'data-lost',
  unreachable: false,
  waiting: 0,
  held: 0,
  rejectedCount: 0,
};

/** The browser knows at once that there is no network; the rows say so only after a call has failed. */
function withoutNetwork(status: SyncStatus | undefined): SyncStatus | undefined {
  switch (status?.phase) {
    case 'saved':
    case 'syncing':
    case 'held':
    case 'up-to-date':
      return { ...status, phase: 'offline', unreachable: true };
    default:
      return status && { ...status, unreachable: true };
  }
}

/** Whether a row has work that the server has not taken yet. */
export function usePendingMark(table: string, id: string): PendingMark | undefined {
  return useObserved(useAccount()?.loaders.marks, (marks) => markOfRow(marks, table, id));
}

/** The marks of the rows on screen by id, rows without one left out. */
export function usePendingMarks(
  table: string,
  ids: readonly string[],
): ReadonlyMap<string, PendingMark> | undefined {
  // eslint-disable-next-line react-hooks/exhaustive-deps -- ids are compared by what they are
  const pick = useMemo(() => marksOfRows(table, ids), [table, ids.join()]);
  return useObserved(useAccount()?.loaders.marks, pick);
}

/** Everything that waits or was refused, oldest first. */
export function useOutbox(): readonly OutboxItem[] | undefined {
  return useLive(outboxItems, []);
}

export type { DataLoss, Notice, OutboxItem, SyncStatus };
