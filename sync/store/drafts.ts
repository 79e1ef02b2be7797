import type { DeviceDb, DraftRecord } from './device-db.ts';

/** Drafts of one account, in memory for forms that open, and on the disk at every key press. */
export interface Drafts {
  readonly read: (form: string) => string | undefined;
  /** True where `read` returns a draft; no form begins with it yet. */
  readonly has: (form: string) => boolean;
  /** Not awaited: the text survives a reload immediately, and a killed browser once it is on the disk. */
  readonly write: (form: string, text: string) => void;
  readonly remove: (form: string) => void;
  readonly all: () => readonly StoredDraft[];
  /** Reads the drafts that were decrypted since (CLIENT-14.2), for forms that open from now on. */
  readonly readRestored: () => Promise<void>;
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
  /** `at` of the drafts that a deletion is about; it leaves every other one. Missing in entries of an older build. */
  readonly of?: readonly number[];
  /** `at` of the restored draft that the form began with: it is deleted in the same transaction. */
  readonly restored?: number;
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
  /** By key: `at` of the draft that this page has read or written last, and of those that may be stored in its place. */
  const stamps = new Map<string, readonly number[]>();
  const restored = restoredDrafts(account, codec);
  let last = 0;
  const store = (key: string, waiting: Waiting, isTyped: boolean) => {
    const own = stamps.get(key) ?? [];
    const noted = waitingOf(journal, key);
    // What another tab has typed since, and what is not on the disk yet, is not what this page deletes.
    const isOther = typeof noted?.text === 'string' && !own.includes(noted.at);
    if (waiting.text !== null || !isOther) note(journal, key, waiting);
    if (waiting.text !== null) stamps.set(key, [...own, waiting.at]);
    storeDraft(device, { key, account }, { ...waiting, isTyped })
      .then(() => {
        stamps.set(
          key,
          (stamps.get(key) ?? []).filter((at) => at >= waiting.at),
        );
        dropNote(journal, key, waiting);
      })
      .catch(() => undefined);
  };
  const seal = ({ key, text }: DraftRecord) => {
    device.drafts.update(key, { text: codec.seal(key, text) }).catch(() => undefined);
  };
  const save = (key: string, typed: string | null) => {
    const at = Math.max(Date.now(), last + 1);
    last = at;
    const own = restored.taken(key);
    if (typed === null) store(key, { at, text: null, of: stamps.get(key) ?? [], ...own }, true);
    else store(key, { at, text: codec.seal(key, typed), ...own }, true);
  };
  try {
    const rows = stored ?? (await device.drafts.where('account').equals(account).toArray());
    for (const row of rows) {
      if (restored.add(row)) {
        if (codec.isPlain?.(row.text) === true) seal(row);
        continue;
      }
      const { key, text, at = 0 } = row;
      const typed = codec.open(key, text);
      if (typed !== undefined) known.set(key, typed);
      stamps.set(key, [at]);
      last = Math.max(last, at);
      if (typed === undefined || codec.isPlain?.(text) !== true) continue;
      store(key, { at, text: codec.seal(key, typed) }, false);
    }
    for (const key of waitingKeys(journal, account)) {
      const waiting = waitingOf(journal, key);
      const [stamp = 0] = stamps.get(key) ?? [];
      const isOther = waiting?.of?.includes(stamp) === false;
      if (waiting === undefined || waiting.at < stamp || isOther) {
        journal.removeItem(DRAFT_PREFIX + key);
        continue;
      }
      last = Math.max(last, waiting.at);
      restored.begun(key, waiting.restored);
      const { text } = waiting;
      const typed = text === null ? null : codec.open(key, text);
      if (typed === undefined) continue;
      if (typed === null) known.delete(key);
      else known.set(key, typed);
      // Under the same stamp: the tab that typed it may still be open, and knows it by that.
      const isPlain = text !== null && codec.isPlain?.(text) === true;
      store(key, isPlain ? { ...waiting, text: codec.seal(key, text) } : waiting, false);
    }
  } catch {
    known.clear();
  }
  const keyOf = (form: string) => `${account}:${form}`;
  return {
    read: (form) => {
      const key = keyOf(form);
      const typed = known.get(key) ?? restored.take(key);
      if (typed !== undefined) known.set(key, typed);
      return typed;
    },
    has: (form) => known.has(keyOf(form)) || restored.texts().has(keyOf(form)),
    write: (form, text) => {
      known.set(keyOf(form), text);
      save(keyOf(form), text);
    },
    remove: (form) => {
      if (known.delete(keyOf(form))) save(keyOf(form), null);
    },
    all: () =>
      Array.from(new Map([...restored.texts(), ...known]), ([key, text]) => ({
        id: key.slice(keyOf('').length),
        text,
      })),
    readRestored: async () => {
      const rows = await device.drafts
        .where('key')
        .startsWith(restoredKey(keyOf('')))
        .toArray();
      for (const row of rows) restored.add(row);
    },
  };
}

/** Key of a draft that was decrypted after pages may have read the drafts of its account. */
export function restoredKey(key: string): string {
  return key.startsWith(RESTORED) ? key : RESTORED + key;
}

const RESTORED = 'restored:';

/** Restored drafts of forms, until a form begins with them. */
function restoredDrafts(account: string, codec: DraftCodec) {
  const found = new Map<string, { readonly at: number; readonly text: string }>();
  const taken = new Map<string, number>();
  return {
    /** False for a row of the form's own draft. */
    add: ({ key, text, at = 0 }: DraftRecord): boolean => {
      if (!key.startsWith(RESTORED)) return false;
      const form = key.slice(RESTORED.length);
      const typed = codec.open(key, text);
      const isKnown = taken.get(form) === at || !form.startsWith(`${account}:`);
      if (typed !== undefined && !isKnown) found.set(form, { at, text: typed });
      return true;
    },
    /** A form began with this one before the page was loaded. */
    begun: (key: string, at: number | undefined): void => {
      if (found.get(key)?.at === at) found.delete(key);
    },
    texts: () => new Map(Array.from(found, ([key, { text }]) => [key, text])),
    take: (key: string): string | undefined => {
      const draft = found.get(key);
      if (draft === undefined) return undefined;
      found.delete(key);
      taken.set(key, draft.at);
      return draft.text;
    },
    taken: (key: string): Pick<Waiting, 'restored'> => {
      const at = taken.get(key);
      return at === undefined ? {} : { restored: at };
    },
  };
}

interface DraftOwner {
  readonly key: string;
  readonly account: string;
}

/**
 * Writes a change. A deletion leaves a draft that another tab has stored since; a text replaces it only when it was
 * typed now (`isTyped`), not when it comes from local storage.
 */
export function storeDraft(
  { dexie, drafts }: DeviceDb,
  { key, account }: DraftOwner,
  { at, text, of, restored, isTyped = false }: Waiting & { readonly isTyped?: boolean },
): Promise<unknown> {
  return dexie.transaction('rw', drafts, async () => {
    const begun = restored === undefined ? undefined : await drafts.get(restoredKey(key));
    if (begun !== undefined && begun.at === restored) await drafts.delete(begun.key);
    const stored = (await drafts.get(key))?.at ?? 0;
    if (text === null) {
      if (of?.includes(stored) ?? stored <= at) await drafts.delete(key);
    } else if (isTyped || stored <= at) await drafts.put({ key, account, text, at });
  });
}

/** Removes the entry of a change that is on the disk, unless it is of a later change by now. */
export function dropNote(journal: DraftJournal, key: string, { at }: Waiting): void {
  if (waitingOf(journal, key)?.at === at) journal.removeItem(DRAFT_PREFIX + key);
}

/** Prefix of the local storage names of drafts that are not on the disk yet. */
export const DRAFT_PREFIX = 'cairn-draft:';

/** Parses the local storage value of the key; undefined for a value that was not written here. */
export function waitingOf(journal: DraftJournal, key: string): Waiting | undefined {
  try {
    const read: unknown = JSON.parse(journal.getItem(DRAFT_PREFIX + key) ?? 'null');
    if (typeof read !== 'object' || read === null) return undefined;
    const entry: Record<string, unknown> = { ...read };
    const { at, text, of, restored } = entry;
    if (typeof at !== 'number') return undefined;
    const own = typeof restored === 'number' ? { restored } : {};
    if (typeof text === 'string') return { at, text, ...own };
    if (text !== null) return undefined;
    return Array.isArray(of)
      ? { at, text, ...own, of: of.filter((one) => typeof one === 'number') }
      : { at, text, ...own };
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
