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

/** What is true about sync now, read from rows; undefined while it is read. */
export function useSyncStatus(): SyncStatus | undefined {
  return useLive(syncStatus, []);
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
