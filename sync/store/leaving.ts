import { type AccountDb, accountDb, STORE_WRITER } from './database.ts';
import type { AccountRecord, DeviceDb, DeviceSession, LeavingStore } from './device-db.ts';
import { forgetDrafts } from './drafts.ts';
import { unsentOf } from './prepare.ts';

/**
 * How accounts go from the device. Each step is on the disk before the next one begins, and whatever is cut off goes on
 * at the next start:
 *
 *   account --takeLeave--> leaving, if empty --goIfEmpty--> leaving --forgetStores--> gone
 *                                  \\-- something is unsent: the account is back
 */

/** Writers leave a store of such a build alone (CLIENT-7), those of older builds and of other tabs too. */
const CLOSED = Number.MAX_SAFE_INTEGER;

interface Leave {
  readonly accounts: readonly AccountRecord[];
  /** The session that ends with it, in the same transaction. */
  readonly session?: DeviceSession | undefined;
  /** Only those in which nothing is unsent. */
  readonly ifEmpty: boolean;
}

/** From here on nobody opens these accounts, whatever becomes of this page. */
export async function takeLeave(
  device: DeviceDb,
  { accounts, session, ifEmpty }: Leave,
): Promise<readonly LeavingStore[]> {
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
    for (const { key } of accounts) {
      await device.accounts.delete(key);
      if (!ifEmpty) await forgetDrafts(device, key);
    }
  });
  return stores;
}

/**
 * Counts once more, now that no tab can open the accounts, and closes the stores to tabs that have them open still. True:
 * nothing is unsent in any of them, and they go. False: all of them are back, and `session` with them.
 */
export async function goIfEmpty(
  device: DeviceDb,
  stores: readonly LeavingStore[],
  session?: DeviceSession,
): Promise<boolean> {
  const opened = stores.map(({ dbName }) => accountDb(dbName));
  try {
    const unsent = await Promise.all(opened.map(closeIfEmpty));
    const areEmpty = unsent.every((count) => count === 0);
    if (!areEmpty) await Promise.all(opened.map(openAgain));
    await device.dexie.transaction('rw', device.dexie.tables, async () => {
      for (const [index, store] of stores.entries()) {
        if (areEmpty) await goes(device, store);
        else await comesBack(device, store, unsent[index] ?? 0);
      }
      if (areEmpty || session === undefined) return;
      if ((await device.session.get('current')) === undefined) await device.session.put(session);
      await device.ending.clear();
    });
    return areEmpty;
  } finally {
    for (const db of opened) db.dexie.close();
  }
}

/** Takes the stores off the device. Ends when every tab has let go of them, which one that stands still may not do. */
export async function forgetStores(
  device: DeviceDb,
  stores: readonly LeavingStore[],
): Promise<void> {
  const going = stores.map(async ({ dbName }) => {
    // Other tabs and workers let go of it by themselves when they are told.
    await accountDb(dbName).dexie.delete();
    await device.leaving.delete(dbName);
  });
  await Promise.all(going);
}

async function goes(device: DeviceDb, store: LeavingStore): Promise<void> {
  await device.leaving.put({ ...store, ifEmpty: false });
  const { key } = store.account;
  // Whoever has signed in again since has begun new ones.
  if ((await device.accounts.get(key)) === undefined) await forgetDrafts(device, key);
}

async function comesBack(device: DeviceDb, store: LeavingStore, unsent: number): Promise<void> {
  const now = await device.accounts.get(store.account.key);
  // Whoever has signed in again since has another store: this one waits.
  if (now !== undefined && now.dbName !== store.dbName) return;
  await device.accounts.put({ ...store.account, unsent });
  await device.leaving.delete(store.dbName);
}

/** How much is unsent; if that is nothing, nothing can be written from now on. */
function closeIfEmpty(db: AccountDb): Promise<number> {
  return db.dexie.transaction('rw', [db.meta, db.outbox, db.rejected, db.blobs], async () => {
    const unsent = await unsentOf(db);
    if (unsent === 0) await db.meta.put({ key: 'writer', minWriter: CLOSED });
    return unsent;
  });
}

async function openAgain(db: AccountDb): Promise<void> {
  await db.dexie.transaction('rw', db.meta, async () => {
    const writer = await db.meta.get('writer');
    if (writer?.key !== 'writer' || writer.minWriter !== CLOSED) return;
    await db.meta.put({ key: 'writer', minWriter: STORE_WRITER });
  });
}
