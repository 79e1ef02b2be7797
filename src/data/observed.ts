import { useCallback, useEffect, useSyncExternalStore } from 'react';
import type { ReferenceData, Observed } from '../../sync/client/index.ts';
import { useAccount } from './client.tsx';

/**
 * Part of a value that is read once for all components; `part` has to return the same reference while the
 * part is equal.
 */
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

/** Keeps the reference data of the open account current while no component reads it. */
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
