import { useCallback, useEffect, useState } from 'react';
import * as v from 'valibot';
import { useAccount, useClient } from './client.tsx';

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
 * Half-typed text that survives a reload and a browser that is killed, per account and `key`. `initial` is read once; an
 * empty key keeps nothing.
 */
export function useDraft<T extends Fields>(key: string, initial: T): Draft<T> {
  const drafts = useDrafts();
  const [start] = useState(initial);
  const [values, setValues] = useState<T>(() => ({
    ...initial,
    ...stored(drafts?.read(key), initial),
  }));
  const isDirty = Object.keys(start).some(
    (field) => JSON.stringify(values[field]) !== JSON.stringify(start[field]),
  );
  useEffect(() => {
    if (isDirty && key !== '') drafts?.write(key, JSON.stringify(values));
    else drafts?.remove(key);
  }, [drafts, key, values, isDirty]);
  const set = useCallback(
    (change: Partial<T>) => setValues((before) => ({ ...before, ...change })),
    [],
  );
  const clear = useCallback(() => {
    drafts?.remove(key);
    setValues(start);
  }, [drafts, key, start]);
  return { values, isDirty, set, clear };
}

/** Whether half-typed text of this key waits on this device. */
export function useHasDraft(key: string): boolean {
  return useDrafts()?.read(key) !== undefined;
}

function useDrafts() {
  const client = useClient();
  const account = useAccount();
  return account === undefined ? undefined : client.drafts(account.key);
}

/** Only fields the form has, only of the kind it has them in: what an older build left behind cannot break it. */
function stored<T extends Fields>(text: string | undefined, initial: T): Partial<T> {
  const known: Partial<T> = {};
  const found = v.safeParse(draftSchema, text);
  if (!found.success) return known;
  for (const [field, value] of Object.entries(found.output)) {
    if (field in initial) Object.assign(known, { [field]: value });
  }
  return known;
}

const draftSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.record(v.string(), v.union([v.string(), v.array(v.string()), v.null()])),
);
