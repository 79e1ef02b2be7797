import { useLocalStorage } from '@mantine/hooks';
import { useCallback, useMemo } from 'react';
import { useAccount } from '../../data/client.tsx';

/**
 * Value kept on this device for this account and deleted with it; other tabs follow. `parse` gets the stored
 * text, undefined where there is none, and never throws; it is the same reference at every
 * render. The second function changes the stored value and returns it.
 */
export function useStored<Value>(
  name: string,
  parse: (text: string | undefined) => Value,
): readonly [Value, (change: (now: Value) => Value) => Value] {
  const key = `cairn-overview-${name}:${useAccount()?.key ?? ''}`;
  const [text, setText] = useLocalStorage<string | undefined>({
    key,
    getInitialValueInEffect: false,
    serialize: (value) => value ?? '',
    deserialize: (value) => value,
  });
  const value = useMemo(() => parse(text), [parse, text]);
  // The stored value is read again: another tab may have written since this one was suspended.
  const update = useCallback(
    (change: (now: Value) => Value) => {
      const now = parse(localStorage.getItem(key) ?? undefined);
      const next = change(now);
      if (next !== now) setText(JSON.stringify(next));
      return next;
    },
    [key, parse, setText],
  );
  return [value, update];
}
