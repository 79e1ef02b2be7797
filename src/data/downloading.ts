import { useEffect, useState } from 'react';
import type { SyncStatus } from '../../sync/client/index.ts';
import { useAccount } from './client.tsx';
import { useObserved } from './observed.ts';
import { useOnline } from './online.ts';

/** True while the first download of the account runs: an empty list then says nothing yet. */
export function useIsDownloading(): boolean {
  return useKnownDownload() ?? false;
}

/** So long a screen waits for a first download: milliseconds. It may take longer, or have broken off. */
const PATIENCE = 10_000;

/** Whether a screen has waited long enough since it was opened. */
export function useIsLate(): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE);
    return () => clearTimeout(timer);
  }, []);
  return isLate;
}

/** Whether something that is not here may come by itself in a moment: then nobody is told that it is missing. */
export function useMayStillCome(): boolean {
  const runs = useKnownDownload();
  const isOnline = useOnline();
  const isLate = useIsLate();
  return !isLate && mayStillCome(runs, isOnline);
}

/**
 * A first download that was broken off by a reload goes on; without a network nothing comes. `runs`: undefined while it is
 * read whether one does.
 */
export function mayStillCome(runs: boolean | undefined, isOnline: boolean): boolean {
  return isOnline && runs !== false;
}

/** Only this of the status: whoever asks is not drawn again with every change that is counted. */
function useKnownDownload(): boolean | undefined {
  return useObserved(useAccount()?.loaders.status, isDownloading);
}

function isDownloading({ phase }: SyncStatus): boolean {
  return phase === 'downloading';
}
