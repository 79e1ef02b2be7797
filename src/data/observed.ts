import { useCallback, useSyncExternalStore } from 'react';
import type { Observed } from '../../sync/client/index.ts';

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
