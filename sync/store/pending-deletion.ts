import { closeIfEmpty, openAgain } from './closing.ts';
import { accountDb } from './database.ts';
import {
  type AccountRecord,
  type DeviceDb,
  type DeviceSession,
  forgetDrafts,
  type PendingDeletion,
} from './device-db.ts';

/**
 * How accounts go from the device. Each step is on the disk before the next one begins, and whatever is cut off goes on
 * at the next start:
 *
 *   account --takeLeave--> leaving, if empty --goIfEmpty--> leaving --forgetStores--> gone
 *                                  \\-- something is unsent: the account is back
 */

interface Deletion {
  readonly accounts: readonly AccountRecord[];
  /** The session that ends with it, in the same transaction. */
  readonly session?: DeviceSession | undefined;
  /** Only those in which nothing is unsent. */
  readonly ifEmpty: boolean;
}

/** From here on nobody opens these accounts, whatever becomes of this page. */
export async function markForDeletion(
  device: DeviceDb,
  { accounts, session, ifEmpty }: Deletion,
): Promise<readonly PendingDeletion[]> {
  const shared = session?.shared === true;
  const stores = accounts.map((account) => {
    const { dbName } = account;
    return { dbName, account, ifEmpty, shared };
  });
  await device.dexie.transaction('rw', device.dexie.tables, async () => {
    if (session !== undefined) {
      await device.session.delete(session.id);
      await device.ending.put({ id: 'session' });
    }
    await device.leaving.bulkPut(stores);
    for (const account of accounts) {
      const { key } = account;
      await device.accounts.delete(key);
      const replaced = await device.former.where('account').equals(key).toArray();
      for (const { dbName, unsent } of replaced) {
        // What could not be opened and holds unsent work is kept for the next time the person signs in.
        if (ifEmpty && unsent > 0) continue;
        await device.former.delete(dbName);
        await device.leaving.put({ dbName, account: { ...account, dbName }, ifEmpty, shared });
        if (!ifEmpty) stores.push({ dbName, account: { ...account, dbName }, ifEmpty, shared });
      }
      if (!ifEmpty) await forgetDrafts(device, key);
    }
  });
  return stores;
}

/**
 * Counts once more, now that no tab can open the accounts, and closes the stores to tabs that have them open still. True:
 * nothing is unsent in any of them, and they go. False: all of them are back, and `session` with them.
 */
export async function deleteIfEmpty(
  device: DeviceDb,
  stores: readonly PendingDeletion[],
  session?: DeviceSession,
): Promise<boolean> {
  const opened = stores.map(({ dbName }) => accountDb(dbName));
  try {
    const unsent = await Promise.all(opened.map(closeIfEmpty));
    const areEmpty = unsent.every((count) => count === 0);
    if (!areEmpty) await Promise.all(opened.map(openAgain));
    const isOurs = await device.dexie.transaction('rw', device.dexie.tables, async () => {
      const known = await device.leaving.bulkGet(stores.map(({ dbName }) => dbName));
      // Another page has ended it in the meantime: they are back.
      if (known.includes(undefined)) return false;
      for (const [index, store] of stores.entries()) {
        if (areEmpty) await goes(device, store);
        else await comesBack(device, store, unsent[index] ?? 0);
      }
      if (areEmpty || session === undefined) return true;
      if ((await device.session.get('current')) === undefined) await device.session.put(session);
      await device.ending.clear();
      return true;
    });
    if (!isOurs && areEmpty) await Promise.all(opened.map(openAgain));
    return isOurs && areEmpty;
  } finally {
    for (const db of opened) db.dexie.close();
  }
}

async function goes(device: DeviceDb, store: PendingDeletion): Promise<void> {
  await device.leaving.put({ ...store, ifEmpty: false });
  const { key } = store.account;
  // Whoever has signed in again since has begun new ones.
  if ((await device.accounts.get(key)) === undefined) await forgetDrafts(device, key);
}

async function comesBack(device: DeviceDb, store: PendingDeletion, unsent: number): Promise<void> {
  const now = await device.accounts.get(store.account.key);
  // Whoever has signed in again since has another store: this one is taken back when that one is empty.
  if (now === undefined) await device.accounts.put({ ...store.account, unsent });
  else await device.former.put({ dbName: store.dbName, account: now.key, unsent });
  await device.leaving.delete(store.dbName);
}
