import type { SealingKeys } from '../../model/protocol/sealing-keys.ts';
import type { DeviceDb, SealedDraft } from './device-db.ts';
import {
  DRAFT_PREFIX,
  type DraftCodec,
  type DraftJournal,
  dropNote,
  restoredKey,
  storeDraft,
  waitingKeys,
  waitingOf,
} from './drafts.ts';
import { openerFor, sealerFor } from './sealing.ts';

interface Sealing {
  /** Key of the account. */
  readonly account: string;
  readonly publicKey: string;
  /** Local storage of the page, whose last key presses may not be on the disk yet. */
  readonly journal: DraftJournal;
  /** Reads drafts that are stored under a key of the device; those that it cannot read stay as they are. */
  readonly codec?: DraftCodec | undefined;
}

/** Encrypts the drafts of an account, unless its person has signed in meanwhile. */
export async function sealDrafts(
  device: DeviceDb,
  { account, publicKey, journal, codec }: Sealing,
): Promise<void> {
  await settleDrafts(device, account, journal);
  const { to, lock, cipher } = await sealerFor(publicKey);
  const tables = [device.accounts, device.session, device.drafts, device.sealedDrafts];
  await device.dexie.transaction('rw', tables, async () => {
    const session = await device.session.get('current');
    if ((await device.accounts.get(account))?.userId === session?.userId) return;
    const stored = await device.drafts.where('account').equals(account).toArray();
    const drafts = stored.flatMap((draft) => {
      const text = codec === undefined ? draft.text : codec.open(draft.key, draft.text);
      return text === undefined ? [] : [{ ...draft, text }];
    });
    const sealed = drafts.map((draft) => {
      const bytes = cipher.seal(draft, lock);
      return { id: crypto.randomUUID(), account, to, lock, bytes };
    });
    await device.sealedDrafts.bulkPut(sealed);
    await device.drafts.bulkDelete(drafts.map(({ key }) => key));
  });
}

/**
 * Decrypts the drafts that were encrypted under these keys, the newest first. They are stored beside what pages write:
 * a page may have read the drafts of the account before, and would replace what it does not know (CLIENT-14.2). A form
 * has one restored draft; the others, and damaged ones, stay encrypted.
 */
export async function openDrafts(
  device: DeviceDb,
  accounts: readonly string[],
  keys: SealingKeys,
): Promise<void> {
  const sealed = await device.sealedDrafts.where('account').anyOf(accounts).toArray();
  const own = sealed.filter(({ to }) => to === keys.public_key);
  const found = await Promise.all(own.map((draft) => opened(draft, keys)));
  const drafts = found.flatMap((draft) => draft ?? []).toSorted((one, two) => two.at - one.at);
  for (const { id, ...draft } of drafts) {
    await device.dexie.transaction('rw', [device.drafts, device.sealedDrafts], async () => {
      // Another tab has decrypted it meanwhile, and it may have been sent since.
      if ((await device.sealedDrafts.get(id)) === undefined) return;
      if ((await device.drafts.get(draft.key)) !== undefined) return;
      await device.drafts.put(draft);
      await device.sealedDrafts.delete(id);
    });
  }
}

/** Undefined for a damaged draft. */
async function opened({ id, account, to: _to, lock, bytes }: SealedDraft, keys: SealingKeys) {
  try {
    const row: Record<string, unknown> = { ...(await openerFor(keys, lock)).open(bytes, lock) };
    const { key, text, at = 0 } = row;
    if (typeof key !== 'string' || typeof text !== 'string' || typeof at !== 'number') {
      return undefined;
    }
    return { id, key: restoredKey(key), account, text, at };
  } catch {
    return undefined;
  }
}

/** Writes drafts from local storage to the disk and then removes them from local storage. */
export async function settleDrafts(
  device: DeviceDb,
  account: string,
  journal: DraftJournal,
): Promise<void> {
  for (const key of waitingKeys(journal, account)) {
    const waiting = waitingOf(journal, key);
    if (waiting === undefined) {
      journal.removeItem(DRAFT_PREFIX + key);
      continue;
    }
    await storeDraft(device, { key, account }, waiting);
    // A page may have typed meanwhile: that entry stays until its own text is on the disk.
    dropNote(journal, key, waiting);
  }
}
