import type { DeviceDb, DraftRecord } from './device-db.ts';

/** Drafts of one account, in memory for forms that open, and on the disk at every key press. */
export interface Drafts {
  readonly read: (form: string) => string | undefined;
  /** Not awaited: the text survives a reload immediately, and a killed browser once it is on the disk. */
  readonly write: (form: string, text: string) => void;
  readonly remove: (form: string) => void;
  readonly all: () => readonly StoredDraft[];
}

/** A draft with the name of its form. */
export interface StoredDraft {
  readonly id: string;
  readonly text: string;
}

/** Local storage of the page. */
export interface DraftJournal {
  readonly length: number;
  readonly key: (index: number) => string | null;
  readonly getItem: (name: string) => string | null;
  readonly setItem: (name: string, text: string) => void;
  readonly removeItem: (name: string) => void;
}

/** Encoding of stored drafts. */
export interface DraftCodec {
  readonly seal: (key: string, text: string) => string;
  /** Undefined for a text that cannot be read here. */
  readonly open: (key: string, stored: string) => string | undefined;
  /** True for a text that was stored without this codec: it is stored again. */
  readonly isPlain?: (stored: string) => boolean;
}

/** `stored`: the account's rows, where they were just read. */
export interface DraftSource {
  readonly codec?: DraftCodec | undefined;
  readonly stored?: readonly DraftRecord[] | undefined;
}

const PLAIN: DraftCodec = { seal: (_key, text) => text, open: (_key, stored) => stored };

/** Draft that is not on the disk yet: `text` is null for a deleted draft. */
interface Waiting {
  /** Device's clock in milliseconds, increasing with each write of the same draft. */
  readonly at: number;
  readonly text: string | null;
}

/**
 * Reads the stored drafts once. A store that cannot be read yields none: a form that opens empty is better than a
 * screen that does not open.
 *
 * Two places are needed: closing a page interrupts an unfinished write to IndexedDB, and a killed browser loses recent
 * writes to `localStorage`. So `journal` (the page's local storage) keeps each change until it is on the disk, and the
 * later of the two counts.
 */
export async function openDrafts(
  device: DeviceDb,
  account: string,
  journal: DraftJournal,
  { codec = PLAIN, stored }: DraftSource = {},
): Promise<Drafts> {
  const known = new Map<string, string>();
  let last = 0;
  const save = (key: string, typed: string | null) => {
    const text = typed === null ? null : codec.seal(key, typed);
    const waiting: Waiting = { at: Math.max(Date.now(), last + 1), text };
    last = waiting.at;
    note(journal, key, waiting);
    const saved =
      text === null
        ? device.drafts.delete(key)
        : device.drafts.put({ key, account, text, at: waiting.at });
    saved
      .then(() => {
        if (waitingOf(journal, key)?.at === waiting.at) journal.removeItem(DRAFT_PREFIX + key);
      })
      .catch(() => undefined);
  };
  try {
    const stamps = new Map<string, number>();
    const rows = stored ?? (await device.drafts.where('account').equals(account).toArray());
    for (const { key, text, at = 0 } of rows) {
      const typed = codec.open(key, text);
      if (typed !== undefined) known.set(key, typed);
      stamps.set(key, at);
      last = Math.max(last, at);
      if (typed !== undefined && codec.isPlain?.(text) === true) save(key, typed);
    }
    for (const key of waitingKeys(journal, account)) {
      const waiting = waitingOf(journal, key);
      if (waiting === undefined || waiting.at < (stamps.get(key) ?? 0)) {
        journal.removeItem(DRAFT_PREFIX + key);
        continue;
      }
      last = Math.max(last, waiting.at);
      const typed = waiting.text === null ? null : codec.open(key, waiting.text);
      if (typed === undefined) continue;
      if (typed === null) known.delete(key);
      else known.set(key, typed);
      save(key, typed);
    }
  } catch {
    known.clear();
  }
  const keyOf = (form: string) => `${account}:${form}`;
  return {
    read: (form) => known.get(keyOf(form)),
    write: (form, text) => {
      known.set(keyOf(form), text);
      save(keyOf(form), text);
    },
    remove: (form) => {
      if (known.delete(keyOf(form))) save(keyOf(form), null);
    },
    all: () => Array.from(known, ([key, text]) => ({ id: key.slice(keyOf('').length), text })),
  };
}

/** Prefix of the local storage names of drafts that are not on the disk yet. */
export const DRAFT_PREFIX = 'cairn-draft:';

/** Parses the local storage value of the key; undefined for a value that was not written here. */
export function waitingOf(journal: DraftJournal, key: string): Waiting | undefined {
  try {
    const read: unknown = JSON.parse(journal.getItem(DRAFT_PREFIX + key) ?? 'null');
    if (typeof read !== 'object' || read === null) return undefined;
    const { at, text } = { at: undefined, text: undefined, ...read };
    if (typeof at !== 'number') return undefined;
    return typeof text === 'string' || text === null ? { at, text } : undefined;
  } catch {
    return undefined;
  }
}

export function waitingKeys(journal: DraftJournal, account: string): readonly string[] {
  const own = `${DRAFT_PREFIX}${account}:`;
  return Array.from({ length: journal.length }, (_none, index) => journal.key(index) ?? '')
    .filter((name) => name.startsWith(own))
    .map((name) => name.slice(DRAFT_PREFIX.length));
}

function note(journal: DraftJournal, key: string, waiting: Waiting): void {
  try {
    journal.setItem(DRAFT_PREFIX + key, JSON.stringify(waiting));
  } catch {
    // Local storage is full or disabled: the draft is only on the disk.
  }
}
