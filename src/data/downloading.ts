import { useSyncStatus } from './sync-status.ts';

/** True while the first download of the account runs: an empty list then says nothing yet. */
export function useIsDownloading(): boolean {
  return useSyncStatus()?.phase === 'downloading';
}
