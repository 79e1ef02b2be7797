import { useCallback, useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import { useAccount, useSubmissions } from './client.tsx';
import { useDrafts } from './stored-drafts.ts';
import { draftSchema, type Fields, START } from './submissions.ts';

interface Draft<T extends Fields> {
  readonly values: T;
  /** Initial values. A list is written as additions to and removals from them. */
  readonly start: T;
  /** Fields that differ from the initial values; only these are written. */
  readonly changes: Partial<T>;
  /** True when closing would lose input: text other than spaces that differs from the initial values. */
  readonly isDirty: boolean;
  readonly set: (change: Partial<T>) => void;
  /** Resets the form to its initial values after saving or discarding. */
  readonly clear: () => void;
  /**
   * Empties the form at once and saves the input by `work`, which resolves to true when it is committed on
   * this device; text typed meanwhile is the next input. If it is not saved, it returns in front of that
   * text, separated by `by`; of an input that is saved in part, `work` resolves to what returns. Resolves to whether all
   * was saved; the same text is sent once.
   */
  readonly send: (work: () => Promise<boolean | Partial<T>>, by?: string) => Promise<boolean>;
}

/**
 * Form input that survives a reload and a killed browser, per account and `key`. The values follow `initial`
 * until somebody types; the values of that moment remain the start, also after a reload. An empty key stores
 * nothing.
 */
export function useDraft<T extends Fields>(key: string, initial: T): Draft<T> {
  const drafts = useDrafts();
  const sends = useSubmissions();
  const form = `${useAccount()?.key}:${key}`;
  const [{ edit, origin }, setInput] = useState<Input<T>>(() => {
    const since = sends.since(form);
    const text = since === undefined ? drafts?.read(key) : since.text;
    return { edit: readEdit(text, initial), origin: 'stored' };
  });
  const latest = useRef(initial);
  const sending = useRef<{ readonly edit: Edit<T> | undefined; readonly saved: Promise<boolean> }>(
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
  // The same text may be edited in two places of a page: each shows what is typed into the other.
  const back = useCallback(
    (text: string | undefined) =>
      setInput((before) => changed(before, readEdit(text, latest.current), 'elsewhere')),
    [],
  );
  useEffect(() => {
    // Whoever reported it has stored it.
    if (origin === 'elsewhere') return;
    sends.typed(form, edit && writeEdit(edit), keep, origin === 'typed' ? back : undefined);
  }, [sends, form, edit, origin, keep, back]);
  useEffect(() => sends.follow(form, back), [sends, form, back]);
  const set = useCallback(
    (change: Partial<T>) =>
      setInput((before) => {
        const current = { start: latest.current, values: latest.current };
        const { start, values } = before.edit ?? current;
        return changed(before, editOf(start, { ...values, ...change }), 'typed');
      }),
    [],
  );
  const clear = useCallback(() => {
    sends.typed(form, undefined, keep, back);
    setInput((before) => changed(before, undefined, 'typed'));
  }, [sends, form, keep, back]);
  const send = (work: () => Promise<boolean | Partial<T>>, by = ' ') => {
    if (edit !== undefined && sending.current?.edit === edit) return sending.current.saved;
    setInput((before) => changed(before, undefined, 'typed'));
    const { start, values } = edit ?? { start: initial, values: initial };
    const saved = sends.send(form, {
      text: edit && writeEdit(edit),
      work: async () => {
        const done = await work();
        if (typeof done === 'boolean') return done;
        return writeEdit({ start, values: { ...values, ...done } });
      },
      by,
      keep,
    });
    sending.current = { edit, saved };
    return saved;
  };
  const changes = edit === undefined ? {} : changesOf(edit);
  return {
    values: edit?.values ?? initial,
    start: edit?.start ?? initial,
    changes,
    isDirty: edit !== undefined && isWorthKeeping(edit, initial),
    set,
    clear,
    send,
  };
}

interface Input<T extends Fields> {
  /** Undefined while nothing is typed. */
  readonly edit: Edit<T> | undefined;
  /** Read from the stored draft, typed into this form, or reported by a submission or another form of the same name. */
  readonly origin: 'stored' | 'typed' | 'elsewhere';
}

function changed<T extends Fields>(
  before: Input<T>,
  edit: Edit<T> | undefined,
  origin: Input<T>['origin'],
): Input<T> {
  return before.edit === undefined && edit === undefined ? before : { edit, origin };
}

/** Initial and current values of a form. */
interface Edit<T extends Fields> {
  readonly start: T;
  readonly values: T;
}

/** Serialised draft. Initial values are stored under prefixed names, which older builds ignore. */
export function writeEdit<T extends Fields>({ start, values }: Edit<T>): string {
  const starts = Object.entries(start).map(([field, value]) => [`${START}${field}`, value]);
  return JSON.stringify({ ...values, ...Object.fromEntries(starts) });
}

/** Stored draft; undefined without one. A draft of an older build has no initial values: the current ones apply. */
export function readEdit<T extends Fields>(
  text: string | undefined,
  initial: T,
): Edit<T> | undefined {
  const found = v.safeParse(draftSchema, text);
  if (!found.success) return undefined;
  const start = { ...initial, ...known(found.output, initial, START) };
  return editOf(start, { ...start, ...known(found.output, initial, '') });
}

/** Fields that differ from the start. */
export function changesOf<T extends Fields>({ start, values }: Edit<T>): Partial<T> {
  const changes: Partial<T> = {};
  for (const field of Object.keys(start)) {
    if (JSON.stringify(values[field]) === JSON.stringify(start[field])) continue;
    Object.assign(changes, { [field]: values[field] });
  }
  return changes;
}

/** Input of spaces only, or equal to the current row, is not worth a draft. */
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

/** Restricts the values to the form's fields: a draft of an older build may contain others. */
function known<T extends Fields>(kept: Fields, initial: T, prefix: string): Partial<T> {
  const fields: Partial<T> = {};
  for (const field of Object.keys(initial)) {
    const value = kept[`${prefix}${field}`];
    if (value !== undefined) Object.assign(fields, { [field]: value });
  }
  return fields;
}
