import type { SyncStatus } from '../../sync/client/index.ts';
import { useAccount } from './client.tsx';
import { useObserved } from './observed.ts';

/** True while the first download of the account runs: an empty list then says nothing yet. */
export function useIsDownloading(): boolean {
  return useObserved(useAccount()?.facts.status, isDownloading) ?? false;
}

function isDownloading({ phase }: SyncStatus): boolean {
  return phase === 'downloading';
}
