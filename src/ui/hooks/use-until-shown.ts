import { useCallback, useEffect, useRef } from 'react';
import { useIsUnmounted } from './use-is-unmounted.ts';

/** Milliseconds after which the wait ends, e.g. for a value that the store has changed to the earlier one. */
const LATEST = 2_000;

/**
 * For a field that is replaced by its value when it is saved: the live query renders the saved value a moment after
 * the commit, and the earlier one would be shown until then. The returned function resolves when `value` is not
 * `before` any more, and at once when the field has unmounted: its draft must be cleared before it is opened again.
 */
export function useUntilShown(value: string): (before: string) => Promise<void> {
  const now = useRef(value);
  const end = useRef<() => void>(undefined);
  const isUnmounted = useIsUnmounted();
  useEffect(() => {
    now.current = value;
    end.current?.();
  }, [value]);
  useEffect(() => () => end.current?.(), []);
  return useCallback(
    async (before: string) => {
      if (now.current !== before || isUnmounted.current) return;
      await new Promise<void>((resolve) => {
        end.current = resolve;
        setTimeout(resolve, LATEST);
      });
    },
    [isUnmounted],
  );
}
