import type { DeviceDb, DraftRecord } from './device-db.ts';
import type { RestoredDrafts } from './restored-drafts.ts';

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
  /** For what other tabs do with the same drafts (drafts-elsewhere.ts). */
  readonly shown: ShownDrafts;
}

/** Drafts as this page has read and written them, by account and form. */
export interface ShownDrafts {
  readonly account: string;
  readonly known: Map<string, string>;
  /** `at` of the draft that this page shows, at the end. */
  readonly stamps: Map<string, readonly number[]>;
  readonly open: DraftCodec['open'];
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
  /** `at` of the draft that a text continues: a tab that shows that one shows this one from now on (CLIENT-14.7). */
  readonly from?: number | undefined;
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
  let restored: RestoredDrafts | undefined;
  const addRestored = async (rows: readonly DraftRecord[]) => {
    if (rows.length === 0) return;
    restored ??= (await import('./restored-drafts.ts')).restoredDrafts(codec.open);
    for (const row of rows) restored.add(row.key.slice(RESTORED.length), row);
  };
  const page = { device, account, journal, codec };
  const writer = draftWriter(page, (key) => restored?.taken(key));
  try {
    const rows = stored ?? (await device.drafts.where('account').equals(account).toArray());
    const others: DraftRecord[] = [];
    for (const row of rows) {
      const { key, text } = row;
      if (codec.isPlain?.(text) === true) sealStored(page, row);
      if (key.startsWith(RESTORED)) {
        others.push(row);
        continue;
      }
      const typed = codec.open(key, text);
      if (typed !== undefined) known.set(key, typed);
      writer.read(row);
    }
    // Without its code they stay where they are.
    await addRestored(others).catch(() => undefined);
    readWaiting(page, { known, restored, writer });
  } catch {
    known.clear();
  }
  const keyOf = (form: string) => `${account}:${form}`;
  return {
    read: (form) => {
      const key = keyOf(form);
      const typed = known.get(key) ?? restored?.take(key);
      if (typed !== undefined) known.set(key, typed);
      return typed;
    },
    has: (form) => known.has(keyOf(form)) || restored?.texts().has(keyOf(form)) === true,
    write: (form, text) => {
      known.set(keyOf(form), text);
      writer.save(keyOf(form), text);
    },
    remove: (form) => {
      if (known.delete(keyOf(form))) writer.save(keyOf(form), null);
    },
    all: () =>
      Array.from(new Map([...(restored?.texts() ?? []), ...known]), ([key, text]) => ({
        id: key.slice(keyOf('').length),
        text,
      })),
    readRestored: async () => {
      const own = device.drafts.where('key').startsWith(restoredKey(keyOf('')));
      // Those that cannot be read now are read by the next page.
      await own
        .toArray()
        .then(addRestored)
        .catch(() => undefined);
    },
    shown: { account, known, stamps: writer.stamps, open: codec.open },
  };
}

interface Page {
  readonly device: DeviceDb;
  readonly account: string;
  readonly journal: DraftJournal;
  readonly codec: DraftCodec;
}

/** Encrypts a draft that was stored plain. */
function sealStored({ device, codec }: Page, { key, text, at }: DraftRecord): void {
  const stored = device.drafts.where('key').equals(key);
  const same = stored.filter((row) => row.at === at && row.text === text);
  same.modify({ text: codec.seal(key, text) }).catch(() => undefined);
}

/** Writes drafts, and knows which of them are this page's. */
function draftWriter(
  { device, account, journal, codec }: Page,
  taken: (key: string) => { readonly restored?: number } | undefined,
) {
  /** By key: `at` of the drafts that may be stored, and at the end that of the draft that this page has read or written last. */
  const stamps = new Map<string, readonly number[]>();
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
        const since = stamps.get(key)?.filter((at) => at >= waiting.at);
        stamps.set(key, since ?? []);
        dropNote(journal, key, waiting);
      })
      .catch(() => undefined);
  };
  return {
    stamps,
    read: ({ key, at = 0 }: DraftRecord) => {
      stamps.set(key, [at]);
      last = Math.max(last, at);
    },
    stampOf: (key: string) => stamps.get(key)?.[0] ?? 0,
    /** Under the same stamp: the tab that typed it may still be open, and knows it by that. */
    settle: (key: string, waiting: Waiting) => {
      last = Math.max(last, waiting.at);
      store(key, waiting, false);
    },
    save: (key: string, typed: string | null) => {
      const at = Math.max(Date.now(), last + 1);
      last = at;
      const own = taken(key);
      const before = stamps.get(key) ?? [];
      if (typed === null) store(key, { at, text: null, of: before, ...own }, true);
      else store(key, { at, text: codec.seal(key, typed), from: before.at(-1), ...own }, true);
    },
  };
}

interface Reading {
  /** Texts by key; changed here. */
  readonly known: Map<string, string>;
  readonly restored: RestoredDrafts | undefined;
  readonly writer: ReturnType<typeof draftWriter>;
}

/** Takes over what is in local storage alone. */
function readWaiting(
  { account, journal, codec }: Page,
  { known, restored, writer }: Reading,
): void {
  for (const key of waitingKeys(journal, account)) {
    const waiting = waitingOf(journal, key);
    const stamp = writer.stampOf(key);
    const isOther = waiting?.of?.includes(stamp) === false;
    if (waiting === undefined || waiting.at < stamp || isOther) {
      journal.removeItem(DRAFT_PREFIX + key);
      continue;
    }
    restored?.begun(key, waiting.restored);
    const { text } = waiting;
    const typed = text === null ? null : codec.open(key, text);
    if (typed === undefined) continue;
    if (typed === null) known.delete(key);
    else known.set(key, typed);
    const isPlain = text !== null && codec.isPlain?.(text) === true;
    writer.settle(key, isPlain ? { ...waiting, text: codec.seal(key, text) } : waiting);
  }
}

/** Key of a draft that was decrypted after pages may have read the drafts of its account. */
export function restoredKey(key: string): string {
  return key.startsWith(RESTORED) ? key : RESTORED + key;
}

/** Prefix of the keys of these drafts. */
const RESTORED = 'restored:';

/** Name of the form of a stored draft, also of a decrypted one. */
export function formOf(key: string, account: string): string {
  const own = key.startsWith(RESTORED) ? key.slice(RESTORED.length) : key;
  return own.slice(account.length + 1);
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
