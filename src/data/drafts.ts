import { useCallback, useEffect, useState } from 'react';
import * as v from 'valibot';
import { useAccount } from './client.tsx';

type Fields = Readonly<Record<string, string | readonly string[] | null>>;

interface Draft<T extends Fields> {
  readonly values: T;
  /** True when something differs from what the form started with. */
  readonly isDirty: boolean;
  readonly set: (change: Partial<T>) => void;
  /** After saving, or when the person throws it away: back to what the form starts with. */
  readonly clear: () => void;
}

/**
 * Half-typed text that survives a reload, per account and `key`. `initial` is read once; an empty key keeps nothing.
 */
export function useDraft<T extends Fields>(key: string, initial: T): Draft<T> {
  const account = useAccount();
  const storageKey = `${draftPrefix(account?.key ?? '')}${key}`;
  const [start] = useState(initial);
  const [values, setValues] = useState<T>(() => ({ ...initial, ...stored(storageKey, initial) }));
  const isDirty = Object.keys(start).some(
    (field) => JSON.stringify(values[field]) !== JSON.stringify(start[field]),
  );
  useEffect(() => {
    if (isDirty) localStorage.setItem(storageKey, JSON.stringify(values));
    else localStorage.removeItem(storageKey);
  }, [storageKey, values, isDirty]);
  const set = useCallback(
    (change: Partial<T>) => setValues((before) => ({ ...before, ...change })),
    [],
  );
  const clear = useCallback(() => {
    localStorage.removeItem(storageKey);
    setValues(start);
  }, [storageKey, start]);
  return { values, isDirty, set, clear };
}

/** Whether half-typed text of this key waits on this device. */
export function hasDraft(accountKey: string, key: string): boolean {
  return localStorage.getItem(`${draftPrefix(accountKey)}${key}`) !== null;
}

/** Forgets every draft of an account, when its data leave the device. */
export function forgetDrafts(accountKey: string): void {
  const prefix = draftPrefix(accountKey);
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(prefix)) localStorage.removeItem(key);
  }
}

function draftPrefix(accountKey: string): string {
  return `cairn-draft:${accountKey}:`;
}

/** Only fields the form has, only of the kind it has them in: what an older build left behind cannot break it. */
function stored<T extends Fields>(key: string, initial: T): Partial<T> {
  const text = localStorage.getItem(key);
  if (text === null) return {};
  const known: Partial<T> = {};
  try {
    const found = v.parse(draftSchema, JSON.parse(text));
    for (const [field, value] of Object.entries(found)) {
      if (field in initial) Object.assign(known, { [field]: value });
    }
  } catch {
    localStorage.removeItem(key);
  }
  return known;
}

const draftSchema = v.record(v.string(), v.union([v.string(), v.array(v.string()), v.null()]));
