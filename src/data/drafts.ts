import { useCallback, useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import { useAccount, useClient, useSends } from './client.tsx';
import { draftSchema, type Fields, START } from './sends.ts';

interface Draft<T extends Fields> {
  readonly values: T;
  /** What the form started with: a list is changed by what was added to and taken from this. */
  readonly start: T;
  /** The fields that differ from what the form started with: only these are the person's own to write. */
  readonly changes: Partial<T>;
  /** True when there is something to lose: more than spaces, and not what would stand there anyway. */
  readonly isDirty: boolean;
  readonly set: (change: Partial<T>) => void;
  /** After saving, or when the person throws it away: back to what the form starts with. */
  readonly clear: () => void;
  /**
   * Takes what is typed out of the form at once and saves it by `work`, which gives true when it is on this device for
   * good: what is typed meanwhile is the next. Else it comes back in front of that, `by` between the two. Gives whether
   * it was saved; the same text is sent once.
   */
  readonly send: (work: () => Promise<boolean>, by?: string) => Promise<boolean>;
}

/**
 * Half-typed text that survives a reload and a browser that is killed, per account and `key`. The values follow `initial`
 * until somebody types; what it was then stays the start, also when the edit goes on after a reload. An empty key keeps
 * nothing.
 */
export function useDraft<T extends Fields>(key: string, initial: T): Draft<T> {
  const drafts = useDrafts();
  const sends = useSends();
  const form = `${useAccount()?.key}:${key}`;
  const [edit, setEdit] = useState(() => {
    const since = sends.since(form);
    return readEdit(since === undefined ? drafts?.read(key) : since.text, initial);
  });
  const latest = useRef(initial);
  const taken = useRef<{ readonly edit: Edit<T> | undefined; readonly saved: Promise<boolean> }>(
    undefined,
  );
  useEffect(() => {
    latest.current = initial;
  });
  const keep = useCallback(
    (text: string | undefined) => {
      if (text !== undefined && key !== '') drafts?.write(key, text);
      else drafts?.remove(key);
    },
    [drafts, key],
  );
  useEffect(() => {
    sends.typed(form, edit && writeEdit(edit), keep);
  }, [sends, form, edit, keep]);
  useEffect(
    () => sends.follow(form, (text) => setEdit(readEdit(text, latest.current))),
    [sends, form],
  );
  const set = useCallback(
    (change: Partial<T>) =>
      setEdit((before) => {
        const { start, values } = before ?? { start: latest.current, values: latest.current };
        return editOf(start, { ...values, ...change });
      }),
    [],
  );
  const clear = useCallback(() => {
    sends.typed(form, undefined, keep);
    setEdit(undefined);
  }, [sends, form, keep]);
  const send = (work: () => Promise<boolean>, by = ' ') => {
    if (edit !== undefined && taken.current?.edit === edit) return taken.current.saved;
    setEdit(undefined);
    const saved = sends.send(form, { text: edit && writeEdit(edit), work, by, keep });
    taken.current = { edit, saved };
    return saved;
  };
  const values = edit?.values ?? initial;
  const changes = edit === undefined ? {} : changesOf(edit);
  return {
    values,
    start: edit?.start ?? initial,
    changes,
    isDirty: edit !== undefined && isWorthKeeping(edit, initial),
    set,
    clear,
    send,
  };
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

/** What a form started with and what it holds now. */
interface Edit<T extends Fields> {
  readonly start: T;
  readonly values: T;
}

/** As text to keep. The start stands beside the values under names of its own, which older builds pass over. */
export function writeEdit<T extends Fields>({ start, values }: Edit<T>): string {
  const starts = Object.entries(start).map(([field, value]) => [`${START}${field}`, value]);
  return JSON.stringify({ ...values, ...Object.fromEntries(starts) });
}

/** An edit that was kept; undefined when there is none. One of an older build started from what is there now. */
export function readEdit<T extends Fields>(
  text: string | undefined,
  initial: T,
): Edit<T> | undefined {
  const found = v.safeParse(draftSchema, text);
  if (!found.success) return undefined;
  const start = { ...initial, ...known(found.output, initial, START) };
  return editOf(start, { ...start, ...known(found.output, initial, '') });
}

/** The fields that differ from the start. */
export function changesOf<T extends Fields>({ start, values }: Edit<T>): Partial<T> {
  const changes: Partial<T> = {};
  for (const field of Object.keys(start)) {
    if (JSON.stringify(values[field]) === JSON.stringify(start[field])) continue;
    Object.assign(changes, { [field]: values[field] });
  }
  return changes;
}

/** Spaces are no text, and what the row says by now is not lost by closing a form. */
export function isWorthKeeping<T extends Fields>(edit: Edit<T>, initial: T): boolean {
  const read = (value: Fields[string] | undefined) =>
    JSON.stringify(typeof value === 'string' ? value.trim() : value);
  return Object.keys(changesOf(edit)).some((field) => {
    const value = read(edit.values[field]);
    return value !== read(edit.start[field]) && value !== read(initial[field]);
  });
}

function editOf<T extends Fields>(start: T, values: T): Edit<T> | undefined {
  const edit = { start, values };
  return Object.keys(changesOf(edit)).length === 0 ? undefined : edit;
}

/** Only fields the form has: what an older build left behind cannot break it. */
function known<T extends Fields>(kept: Fields, initial: T, prefix: string): Partial<T> {
  const fields: Partial<T> = {};
  for (const field of Object.keys(initial)) {
    const value = kept[`${prefix}${field}`];
    if (value !== undefined) Object.assign(fields, { [field]: value });
  }
  return fields;
}
