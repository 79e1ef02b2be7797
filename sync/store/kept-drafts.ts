import type { SealingKeys } from '../../model/protocol/sealing-keys.ts';
import type { DeviceDb } from './device-db.ts';
import {
  DRAFT_PREFIX,
  type DraftCodec,
  type DraftJournal,
  dropNote,
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

/** Decrypts the drafts that were encrypted under these keys. A newer draft of the same form is not replaced. */
export async function openDrafts(
  device: DeviceDb,
  accounts: readonly string[],
  keys: SealingKeys,
): Promise<void> {
  const found = await device.sealedDrafts.where('account').anyOf(accounts).toArray();
  for (const { id, account, to, lock, bytes } of found) {
    if (to !== keys.public_key) continue;
    const cipher = await openerFor(keys, lock);
    const { key, text, at } = { key: '', text: '', at: 0, ...cipher.open(bytes, lock) };
    await device.dexie.transaction('rw', [device.drafts, device.sealedDrafts], async () => {
      if ((await device.drafts.get(key)) !== undefined) return;
      await device.drafts.put({ key, account, text, at });
      await device.sealedDrafts.delete(id);
    });
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
