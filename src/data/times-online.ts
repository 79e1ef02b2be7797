import { useState } from 'react';
import { useSyncStatus } from './sync-status.ts';

/** Number of times the device has come online while the component is mounted: images that did not load are tried again. */
export function useTimesOnline(): number {
  const isOnline = useSyncStatus()?.phase !== 'offline';
  const [last, setLast] = useState({ isOnline, times: 0 });
  if (last.isOnline !== isOnline) {
    setLast({ isOnline, times: isOnline ? last.times + 1 : last.times });
  }
  return last.times;
}
