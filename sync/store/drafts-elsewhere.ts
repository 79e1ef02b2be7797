import { DRAFT_PREFIX, type ShownDrafts } from './drafts.ts';

/** Draft whose forms show another text now; undefined: it was sent or discarded. */
interface ChangedDraft {
  /** Account and form. */
  readonly key: string;
  readonly text: string | undefined;
}

/**
 * CLIENT-14.7: takes over a draft that another tab has sent, discarded or continued, where this page shows the same one.
 * A draft that was changed here has another `at`, and stays. `name` and `entry` are of local storage.
 */
export function changeElsewhere(
  name: string,
  entry: string,
  { account, known, stamps, open }: ShownDrafts,
): ChangedDraft | undefined {
  if (!name.startsWith(`${DRAFT_PREFIX}${account}:`)) return undefined;
  const key = name.slice(DRAFT_PREFIX.length);
  const shown = stamps.get(key)?.at(-1);
  const written = parsed(entry);
  if (shown === undefined || !known.has(key) || written === undefined) return undefined;
  if (written.text === null) {
    if (written.sent !== shown) return undefined;
    known.delete(key);
    stamps.delete(key);
    return { key, text: undefined };
  }
  const text = written.from === shown ? open(key, written.text) : undefined;
  if (text === undefined) return undefined;
  known.set(key, text);
  stamps.set(key, [written.at]);
  return { key, text };
}

/** A text with the draft that it continues, or the last of the drafts that are deleted. */
type Written =
  | { readonly text: string; readonly at: number; readonly from: unknown }
  | { readonly text: null; readonly sent: unknown };

function parsed(entry: string): Written | undefined {
  try {
    const read: unknown = JSON.parse(entry);
    if (typeof read !== 'object' || read === null) return undefined;
    const fields: Record<string, unknown> = { ...read };
    const { at, text, of, from } = fields;
    if (text === null) return { text, sent: Array.isArray(of) ? of.at(-1) : undefined };
    return typeof text === 'string' && typeof at === 'number' ? { text, at, from } : undefined;
  } catch {
    return undefined;
  }
}
