import { marksOf } from './closing.ts';
import type { AccountRecord, DeviceDb } from './device-db.ts';
import { requestKey } from './device-key.ts';
import { draftCodec } from './draft-codec.ts';
import { type DraftJournal, formOf, type StoredDraft, waitingKeys, waitingOf } from './drafts.ts';
import { settleDrafts } from './kept-drafts.ts';
import { keyIdOf } from './sealed-name.ts';
import { textsIn, typedIn } from './typed-text.ts';

/** Half-typed texts of all accounts of a person (CLIENT-14). */
export interface DraftsHere {
  /** Number of drafts in which something was typed or chosen, including those that cannot be decrypted here. */
  readonly typed: number;
  /** What was typed; a draft of something else, such as strokes, has none. */
  readonly texts: readonly string[];
  /** Marks of all stored drafts: a draft that is changed later has another one. */
  readonly stored: ReadonlySet<string>;
}

type Owner = Pick<AccountRecord, 'key' | 'dbName'>;

/**
 * Half-typed texts of an account as all tabs have stored them, a decrypted one (CLIENT-14.2) beside that of its form. A
 * page's memory does not contain what another tab has typed since.
 */
export async function readDrafts(
  device: DeviceDb,
  { key, dbName }: Owner,
  journal: DraftJournal,
): Promise<readonly StoredDraft[]> {
  // On a full disk they stay in local storage, from where they are read below.
  await settleDrafts(device, key, journal).catch(() => undefined);
  const rows = await device.drafts.where('account').equals(key).toArray();
  const left = waitingKeys(journal, key).flatMap((draft) => {
    const { text = null } = waitingOf(journal, draft) ?? {};
    return text === null ? [] : [{ key: draft, text }];
  });
  const keyId = keyIdOf(dbName);
  const deviceKey = keyId === undefined ? undefined : await requestKey(keyId);
  const codec = deviceKey && draftCodec(deviceKey);
  return [...rows, ...left].flatMap(({ key: draft, text }) => {
    const typed = keyId === undefined ? text : codec?.open(draft, text);
    return typed === undefined ? [] : [{ id: formOf(draft, key), text: typed }];
  });
}

export async function draftsHere(
  device: DeviceDb,
  accounts: readonly Owner[],
  journal: DraftJournal,
): Promise<DraftsHere> {
  const drafts: StoredDraft[] = [];
  for (const account of accounts) drafts.push(...(await readDrafts(device, account, journal)));
  const keys = accounts.map(({ key }) => key);
  const stored = new Set(await marksOf(device, keys));
  const typed = drafts.filter(({ text }) => typedIn(text).trim() !== '');
  const unreadable = Math.max(0, stored.size - drafts.length);
  return {
    typed: typed.length + unreadable,
    texts: typed.map(({ text }) => textsIn(text)).filter((text) => text !== ''),
    stored,
  };
}
