import { useMemo } from 'react';
import {
  type Notice,
  type OutboxItem,
  outboxItems,
  pendingMark,
  type PendingMark,
  syncStatus,
  type SyncStatus,
} from '../../sync/client/index.ts';
import { useLive } from './client.tsx';
import { useOnline } from './online.ts';

/** What is true about sync now, read from rows; undefined while it is read. */
export function useSyncStatus(): SyncStatus | undefined {
  const status = useLive(syncStatus, []);
  const isOnline = useOnline();
  return useMemo(() => (isOnline ? status : withoutNetwork(status)), [status, isOnline]);
}

/** The browser knows at once that there is no network; the rows say so only after a call has failed. */
function withoutNetwork(status: SyncStatus | undefined): SyncStatus | undefined {
  const isSilent =
    status?.phase === 'saved' || status?.phase === 'syncing' || status?.phase === 'up-to-date';
  return isSilent ? { ...status, phase: 'offline' } : status;
}

/** Whether a row has work that the server has not taken yet. */
export function usePendingMark(table: string, id: string): PendingMark | undefined {
  return useLive((db) => pendingMark(db, table, id), [table, id]);
}

/** Everything that waits or was refused, oldest first. */
export function useOutbox(): readonly OutboxItem[] | undefined {
  return useLive(outboxItems, []);
}

export type { Notice, OutboxItem, SyncStatus };
