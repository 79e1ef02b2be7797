import { type AccountDb, accountDb, STORE_WRITER } from './database.ts';
import type { DeviceDb, PendingDeletion } from './device-db.ts';
import { unsentOf } from './prepare.ts';

/** Version of a closed store: writers of any build and in any tab leave it unchanged (CLIENT-7). */
export const CLOSED = Number.MAX_SAFE_INTEGER;

/** Returns the number of unsent changes; if it is zero, the store is closed to writers. */
export function closeIfEmpty(db: AccountDb): Promise<number> {
  return db.dexie.transaction('rw', [db.meta, db.outbox, db.rejected, db.blobs], async () => {
    const unsent = await unsentOf(db);
    if (unsent === 0) await db.meta.put({ key: 'writer', minWriter: CLOSED });
    return unsent;
  });
}

/** Opens the same store to writers again. */
export async function openAgain(db: AccountDb): Promise<void> {
  await db.dexie.transaction('rw', db.meta, async () => {
    const writer = await db.meta.get('writer');
    if (writer?.key !== 'writer' || writer.minWriter !== CLOSED) return;
    await db.meta.put({ key: 'writer', minWriter: STORE_WRITER });
  });
}

/** Deletes the stores. Resolves when every tab has closed them, which a frozen tab may not do. */
export async function forgetStores(
  device: DeviceDb,
  stores: readonly PendingDeletion[],
): Promise<void> {
  const removals = stores.map(async ({ dbName }) => {
    // Other tabs and workers close the database on Dexie's event.
    await accountDb(dbName, device.stores).dexie.delete();
    await device.leaving.delete(dbName);
  });
  await Promise.all(removals);
}
