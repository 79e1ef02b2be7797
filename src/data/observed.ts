import { useCallback, useEffect, useSyncExternalStore } from 'react';
import type { ReferenceData, Observed } from '../../sync/client/index.ts';
import { useAccount } from './client.tsx';

/** A part of something that is read once for all screens; the part has to stay the same object while it is equal. */
export function useObserved<T, Part>(
  observed: Observed<T> | undefined,
  pick: (value: T) => Part,
): Part | undefined {
  const subscribe = useCallback(
    (changed: () => void) => observed?.subscribe(changed) ?? (() => undefined),
    [observed],
  );
  return useSyncExternalStore(subscribe, () => {
    const value = observed?.current();
    return value === undefined ? undefined : pick(value);
  });
}

export function itself<T>(value: T): T {
  return value;
}

/** Keeps the directory of the open account up to date, also while no screen names anything of it. */
export function useReferenceData(): void {
  const directory = useAccount()?.directory;
  useEffect(() => {
    const stops = Object.values<ReferenceData[keyof ReferenceData]>({ ...directory }).map(
      (observed) => observed.subscribe(() => undefined),
    );
    return () => {
      for (const stop of stops) stop();
    };
  }, [directory]);
}
