import { CLOSED, openAgain } from './closing.ts';
import { type AccountDb, accountDb } from './database.ts';
import type { AccountRecord, DeviceDb, PendingDeletion } from './device-db.ts';
import type { DeviceKey } from './device-key.ts';
import type { DeviceLock } from './device-lock.ts';
import { draftCodec } from './draft-codec.ts';
import type { DraftJournal } from './drafts.ts';
import { settleDrafts } from './kept-drafts.ts';
import { unsentOf } from './prepare.ts';
import { freeName } from './remember-session.ts';
import { rowCipher } from './row-cipher.ts';
import { keyIdOf } from './sealed-name.ts';
import { NAMELESS, namesOf } from './sealed-names.ts';

/**
 * Replaces the plain stores of a person by encrypted ones (decision 0099). Rows are not converted: the stores must have
 * nothing that the server lacks, and everything is downloaded again. An interruption leaves the plain stores complete,
 * or the encrypted ones in their place:
 *
 *   plain --marked `encrypting`--> plain, closed to writers --one transaction--> encrypted, plain ones to be deleted
 *             \-- unsent work: opened to writers again     \-- killed: `reopenPlain` at the next start
 */

/** What prevents the replacement: changes that the server lacks, or shots that are not attached yet. */
export interface InTheWay {
  readonly unsent: number;
  readonly shots: number;
}

interface Encrypting {
  readonly lock: DeviceLock;
  /** Held by the page that calls. */
  readonly deviceKey: DeviceKey;
  /** Local storage of the page, whose last key presses may not be on the disk yet. */
  readonly journal: DraftJournal;
}

/**
 * The plain stores, which are to be deleted, or what prevents it. Rejects when the person has signed out meanwhile, or a
 * store cannot be read; nothing is changed then. Callers have acquired the Web Locks of sync/client/encrypting.ts.
 */
export async function encryptDevice(
  device: DeviceDb,
  { lock, deviceKey, journal }: Encrypting,
): Promise<readonly PendingDeletion[] | InTheWay> {
  const mine = await device.accounts.where('userId').equals(lock.userId).toArray();
  const plain = mine.filter(isPlain);
  await device.accounts.bulkUpdate(
    plain.map(({ key }) => ({ key, changes: { encrypting: true } })),
  );
  const opened = plain.map(({ dbName }) => accountDb(dbName, device.stores));
  let isDone = false;
  try {
    const inTheWay = await sumOf(device, plain, await Promise.all(opened.map(closeIfClear)));
    if (inTheWay.unsent + inTheWay.shots > 0) return inTheWay;
    for (const { key } of mine) await settleDrafts(device, key, journal);
    const stores = await replaceStores(device, plain, { lock, deviceKey });
    isDone = true;
    return stores;
  } finally {
    if (!isDone) {
      // A store whose account has left the device meanwhile is being deleted: it stays closed.
      const now = await device.accounts.bulkGet(plain.map(({ key }) => key));
      for (const [index, account] of plain.entries()) {
        const db = opened[index];
        if (db === undefined || now[index]?.dbName !== account.dbName) continue;
        // One that could not be opened stays marked: the next start tries it again.
        await openAgain(db).then(
          () => unmark(device, [account]),
          () => undefined,
        );
      }
    }
    for (const db of opened) db.dexie.close();
  }
}

/** Name of the Web Lock of a replacement. */
export const ENCRYPTING = 'cairn-encrypt';

/**
 * Opens a plain store again whose replacement was interrupted; returns the account as it is now. Callers have acquired
 * the same locks as for `encryptDevice`.
 */
export async function reopenPlain(
  device: DeviceDb,
  { key }: AccountRecord,
): Promise<AccountRecord | undefined> {
  const record = await device.accounts.get(key);
  if (record?.encrypting !== true || !isPlain(record)) return record;
  const db = accountDb(record.dbName, device.stores);
  try {
    await openAgain(db);
  } finally {
    db.dexie.close();
  }
  await unmark(device, [record]);
  return device.accounts.get(key);
}

function isPlain({ dbName }: AccountRecord): boolean {
  return keyIdOf(dbName) === undefined;
}

/** What is in the way; when it is nothing, the store is closed to the writers of every tab in the same transaction. */
function closeIfClear(db: AccountDb): Promise<InTheWay> {
  return db.dexie.transaction('rw', [db.meta, db.outbox, db.rejected, db.blobs], async () => {
    const unsent = await unsentOf(db);
    const shots = await db.blobs.where('state').equals('shot').count();
    if (unsent + shots === 0) await db.meta.put({ key: 'writer', minWriter: CLOSED });
    return { unsent, shots };
  });
}

async function sumOf(
  device: DeviceDb,
  plain: readonly AccountRecord[],
  found: readonly InTheWay[],
): Promise<InTheWay> {
  const replaced = await device.former
    .where('account')
    .anyOf(plain.map(({ key }) => key))
    .toArray();
  const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);
  return {
    unsent: sum([...found, ...replaced].map(({ unsent }) => unsent)),
    shots: sum(found.map(({ shots }) => shots)),
  };
}

/** One transaction: the lock, the session, the accounts, their drafts, and the deletion of the plain stores. */
async function replaceStores(
  device: DeviceDb,
  plain: readonly AccountRecord[],
  { lock, deviceKey }: Pick<Encrypting, 'lock' | 'deviceKey'>,
): Promise<readonly PendingDeletion[]> {
  const { userId, keyId } = lock;
  const cipher = rowCipher(deviceKey.key);
  const codec = draftCodec(deviceKey.key);
  return device.dexie.transaction('rw', device.dexie.tables, async () => {
    const session = await device.session.get('current');
    if (session?.userId !== userId || session.shared === true) throw new Error(CHANGED);
    const stores: PendingDeletion[] = [];
    for (const before of plain) {
      const account = await device.accounts.get(before.key);
      if (account?.dbName !== before.dbName) throw new Error(CHANGED);
      const { key, orgId, orgName, displayName, email, dbName } = account;
      const names = cipher.seal({ orgName, displayName, email }, namesOf(key));
      const store = { dbName, account, ifEmpty: false, shared: false };
      await device.leaving.put(store);
      stores.push(store);
      await leaveReplaced(device, account);
      await device.accounts.put({
        ...account,
        ...NAMELESS,
        sealedNames: names,
        dbName: await freeName(device, { userId, orgId, keyId }),
        hadData: false,
        unsent: 0,
        encrypting: false,
      });
      const drafts = await device.drafts.where('account').equals(key).toArray();
      await device.drafts.bulkPut(
        drafts.map((draft) => ({ ...draft, text: codec.seal(draft.key, draft.text) })),
      );
    }
    await device.marks.put(lock);
    await device.session.put({ ...session, keyId });
    return stores;
  });
}

/** Message of the error when the person has signed out or signed in meanwhile. */
export const CHANGED = 'The accounts of this device have changed meanwhile';

/**
 * Replaced databases without unsent work, as far as is known outside them: one of the next starts counts again, and
 * deletes them.
 */
async function leaveReplaced(device: DeviceDb, account: AccountRecord): Promise<void> {
  const replaced = await device.former.where('account').equals(account.key).toArray();
  await device.former.bulkDelete(replaced.map(({ dbName }) => dbName));
  await device.leaving.bulkPut(
    replaced.map(({ dbName }) => ({ dbName, account, ifEmpty: true, shared: false })),
  );
}

async function unmark(device: DeviceDb, accounts: readonly AccountRecord[]): Promise<void> {
  await device.accounts
    .where('key')
    .anyOf(accounts.map(({ key }) => key))
    .filter(isPlain)
    .modify({ encrypting: false });
}
