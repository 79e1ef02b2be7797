import type { DeviceDb } from './device-db.ts';

/** Half-typed text of one account, in memory for forms to begin with, and on the disk at every key. */
export interface Drafts {
  readonly read: (form: string) => string | undefined;
  /** Nothing waits for it: the text survives a reload from now on, and a killed browser as soon as it is on the disk. */
  readonly write: (form: string, text: string) => void;
  readonly remove: (form: string) => void;
}

/** The page's local storage. */
export interface DraftJournal {
  readonly length: number;
  readonly key: (index: number) => string | null;
  readonly getItem: (name: string) => string | null;
  readonly setItem: (name: string, text: string) => void;
  readonly removeItem: (name: string) => void;
}

/** How texts lie on the disk. */
export interface DraftCodec {
  readonly seal: (key: string, text: string) => string;
  /** Undefined for a text that cannot be read here. */
  readonly open: (key: string, stored: string) => string | undefined;
}

const PLAIN: DraftCodec = { seal: (_key, text) => text, open: (_key, stored) => stored };

/** What waits for the disk: `text` is null when the draft is gone. */
interface Waiting {
  /** Device's clock in milliseconds, later for a later write of the same draft. */
  readonly at: number;
  readonly text: string | null;
}

/**
 * Reads what is there, once. A store that cannot be read gives none: a form that begins empty is better than a screen
 * that does not open.
 *
 * Two places, because neither is enough: a page that goes takes an unfinished write to IndexedDB with it, and a killed
 * browser what it has in `localStorage`. So `journal` (the page's local storage) holds each change until it is on the
 * disk, and the later of the two counts.
 */
export async function openDrafts(
  device: DeviceDb,
  account: string,
  journal: DraftJournal,
  codec: DraftCodec = PLAIN,
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
    for (const { key, text, at = 0 } of await device.drafts
      .where('account')
      .equals(account)
      .toArray()) {
      const typed = codec.open(key, text);
      if (typed !== undefined) known.set(key, typed);
      stamps.set(key, at);
      last = Math.max(last, at);
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
  };
}

/** Of the names in local storage under which a draft waits for the disk. */
export const DRAFT_PREFIX = 'cairn-draft:';

/** What lies in local storage under the key; anything else than what was written is nothing. */
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
    // Full or switched off: the disk alone has to do.
  }
}
