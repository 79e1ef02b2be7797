import { useMemo } from 'react';
import {
  type DataLoss,
  markOfRow,
  marksOfRows,
  type Notice,
  type PendingMark,
  type SyncStatus,
} from '../../sync/client/index.ts';
import { useAccount, useClient } from './client.tsx';
import { itself, useObserved } from './observed.ts';
import { useOnline } from './online.ts';

/** Sync status, read from local rows; undefined while it is read. */
export function useSyncStatus(): SyncStatus | undefined {
  const status = useObserved(useAccount()?.loaders.status, itself);
  const isOnline = useOnline();
  const isLost = useDataLoss() !== undefined;
  return useMemo(() => {
    // Values read from a deleted store are not valid.
    if (isLost) return LOST;
    return isOnline ? status : withoutNetwork(status);
  }, [status, isOnline, isLost]);
}

/** False when the browser reports no network, or the last call did not reach the server. */
export function useIsReachable(): boolean {
  const isOnline = useOnline();
  const isUnreachable = useObserved(useAccount()?.loaders.status, unreachableOf);
  return isOnline && isUnreachable !== true;
}

function unreachableOf({ unreachable }: SyncStatus): boolean {
  return unreachable;
}

/** Data that the browser has deleted since the page was loaded; undefined when none. */
export function useDataLoss(): DataLoss | undefined {
  return useObserved(useClient().loss, itself);
}

const LOST: SyncStatus = {
  phase: 'data-lost',
  unreachable: false,
  waiting: 0,
  deferred: 0,
  rejectedCount: 0,
};

/** The browser reports a lost network at once; local rows show it only after a failed request. */
function withoutNetwork(status: SyncStatus | undefined): SyncStatus | undefined {
  switch (status?.phase) {
    case 'saved':
    case 'syncing':
    case 'deferred':
    case 'up-to-date':
      return { ...status, phase: 'offline', unreachable: true };
    default:
      return status && { ...status, unreachable: true };
  }
}

/** Pending mark of a row: undefined when no change of it is unsent. */
export function usePendingMark(table: string, id: string): PendingMark | undefined {
  return useObserved(useAccount()?.loaders.marks, (marks) => markOfRow(marks, table, id));
}

/** Pending marks of the visible rows by id; rows without one are left out. */
export function usePendingMarks(
  table: string,
  ids: readonly string[],
): ReadonlyMap<string, PendingMark> | undefined {
  // eslint-disable-next-line react-hooks/exhaustive-deps -- ids are compared by value
  const pick = useMemo(() => marksOfRows(table, ids), [table, ids.join()]);
  return useObserved(useAccount()?.loaders.marks, pick);
}

export type { DataLoss, Notice, SyncStatus };
