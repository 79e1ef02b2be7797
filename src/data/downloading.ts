import { useEffect, useState } from 'react';
import type { SyncStatus } from '../../sync/client/index.ts';
import { useAccount } from './client.tsx';
import { useObserved } from './observed.ts';
import { useOnline } from './online.ts';

/** True while the first download of the account runs: an empty list is then incomplete. */
export function useIsDownloading(): boolean {
  return useKnownDownload() ?? false;
}

/** Time that a screen waits for a first download, which may be slow or interrupted. Milliseconds. */
const TIMEOUT = 10_000;

/** True when the screen has been open longer than `TIMEOUT`. */
export function useIsLate(): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), TIMEOUT);
    return () => clearTimeout(timer);
  }, []);
  return isLate;
}

/** True while a missing row may still be downloaded: the screen then does not report it as missing. */
export function useMayStillArrive(): boolean {
  const runs = useKnownDownload();
  const isOnline = useOnline();
  const isLate = useIsLate();
  return !isLate && mayStillArrive(runs, isOnline);
}

/**
 * A first download that a reload interrupted continues; offline, nothing is downloaded. `runs` is undefined
 * while it is read.
 */
export function mayStillArrive(runs: boolean | undefined, isOnline: boolean): boolean {
  return isOnline && runs !== false;
}

/** Reads only this part of the status, so that the caller does not render with every progress update. */
function useKnownDownload(): boolean | undefined {
  return useObserved(useAccount()?.loaders.status, isDownloading);
}

function isDownloading({ phase }: SyncStatus): boolean {
  return phase === 'downloading';
}
