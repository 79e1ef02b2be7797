import { useLocalStorage } from '@mantine/hooks';
import { useMemo } from 'react';
import { useAccount } from '../../data/client.tsx';

/**
 * Value kept on this device for this account and deleted with it; other tabs follow. `parse` gets the stored
 * text, undefined where there is none, and never throws; it is the same reference at every render.
 */
export function useStored<Value>(
  name: string,
  parse: (text: string | undefined) => Value,
): readonly [Value, (change: (now: Value) => Value) => void] {
  const key = `cairn-overview-${name}:${useAccount()?.key ?? ''}`;
  const [text, setText] = useLocalStorage<string | undefined>({
    key,
    getInitialValueInEffect: false,
    serialize: (value) => value ?? '',
    deserialize: (value) => value,
  });
  const value = useMemo(() => parse(text), [parse, text]);
  // The stored value is read again: another tab may have written since this one was suspended.
  const update = (change: (now: Value) => Value) =>
    setText(JSON.stringify(change(parse(localStorage.getItem(key) ?? undefined))));
  return [value, update];
}
