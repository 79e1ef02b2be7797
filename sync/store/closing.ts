import { type AccountDb, accountDb, STORE_WRITER } from './database.ts';
import type { DeviceDb, PendingDeletion } from './device-db.ts';
import { unsentOf } from './prepare.ts';

/** Writers leave a store of such a build alone (CLIENT-7), those of older builds and of other tabs too. */
export const CLOSED = Number.MAX_SAFE_INTEGER;

/** How much is unsent; if that is nothing, nothing can be written from now on. */
export function closeIfEmpty(db: AccountDb): Promise<number> {
  return db.dexie.transaction('rw', [db.meta, db.outbox, db.rejected, db.blobs], async () => {
    const unsent = await unsentOf(db);
    if (unsent === 0) await db.meta.put({ key: 'writer', minWriter: CLOSED });
    return unsent;
  });
}

/** The same store for writers again. */
export async function openAgain(db: AccountDb): Promise<void> {
  await db.dexie.transaction('rw', db.meta, async () => {
    const writer = await db.meta.get('writer');
    if (writer?.key !== 'writer' || writer.minWriter !== CLOSED) return;
    await db.meta.put({ key: 'writer', minWriter: STORE_WRITER });
  });
}

/** Takes the stores off the device. Ends when every tab has let go of them, which one that stands still may not do. */
export async function forgetStores(
  device: DeviceDb,
  stores: readonly PendingDeletion[],
): Promise<void> {
  const removals = stores.map(async ({ dbName }) => {
    // Other tabs and workers let go of it by themselves when they are told.
    await accountDb(dbName).dexie.delete();
    await device.leaving.delete(dbName);
  });
  await Promise.all(removals);
}
