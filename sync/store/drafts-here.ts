import { draftsOf } from './closing.ts';
import type { AccountRecord, DeviceDb } from './device-db.ts';
import { requestKey } from './device-key.ts';
import { draftCodec } from './draft-codec.ts';
import { type DraftJournal, type Drafts, openDrafts, type StoredDraft } from './drafts.ts';
import { keyIdOf } from './sealed-name.ts';
import { mainTextIn, typedIn } from './typed-text.ts';

/** Half-typed texts of all accounts of a person (CLIENT-14). */
export interface DraftsHere {
  /** Number of drafts in which something was typed, including those that cannot be decrypted here. */
  readonly typed: number;
  /** Names of forms, and what was typed into the field for text. */
  readonly texts: readonly { readonly form: string; readonly text: string }[];
  /** Number of all stored drafts. */
  readonly stored: number;
}

type DraftReader = (
  record: Pick<AccountRecord, 'key' | 'dbName'>,
) => Promise<readonly StoredDraft[]>;

/** Reads half-typed texts: of an account that is open in this page from its memory, of others from the disk. */
export function draftReader(
  device: DeviceDb,
  opened: ReadonlyMap<string, Pick<Drafts, 'all'>>,
  journal: DraftJournal,
): DraftReader {
  return async ({ key, dbName }) => {
    const here = opened.get(key);
    if (here !== undefined) return here.all();
    const keyId = keyIdOf(dbName);
    if (keyId === undefined) return (await openDrafts(device, key, journal)).all();
    const deviceKey = await requestKey(keyId);
    if (deviceKey === undefined) return [];
    return (await openDrafts(device, key, journal, { codec: draftCodec(deviceKey) })).all();
  };
}

export async function draftsHere(
  device: DeviceDb,
  accounts: readonly Pick<AccountRecord, 'key' | 'dbName'>[],
  read: DraftReader,
): Promise<DraftsHere> {
  const drafts = (await Promise.all(accounts.map(read))).flat();
  const keys = accounts.map(({ key }) => key);
  // Those of the last moments are in local storage alone.
  const stored = Math.max(await draftsOf(device, keys), drafts.length);
  const typed = drafts.filter(({ text }) => typedIn(text).trim() !== '');
  return {
    typed: typed.length + stored - drafts.length,
    texts: typed.flatMap(({ id, text }) => {
      const main = mainTextIn(text).trim();
      return main === '' ? [] : [{ form: id, text: main }];
    }),
    stored,
  };
}
