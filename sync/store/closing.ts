import { type AccountDb, accountDb, STORE_WRITER } from './database.ts';
import type { DeviceDb, PendingDeletion } from './device-db.ts';
import { shotsOf, unsentOf } from './prepare.ts';
import { isLastingKey, keyIdOf } from './sealed-name.ts';

/** Version of a closed store: writers of any build and in any tab leave it unchanged (CLIENT-7). */
export const CLOSED = Number.MAX_SAFE_INTEGER;

/** What only a store has: unsent changes, and shots that are not attached yet. */
export interface OnlyHere {
  readonly unsent: number;
  readonly shots: number;
}

/** Returns what only this store has; without an unsent change it is closed to writers, of photos as well. */
export function closeIfEmpty(db: AccountDb): Promise<OnlyHere> {
  return db.dexie.transaction('rw', [db.meta, db.outbox, db.rejected, db.blobs], async () => {
    const [unsent, shots] = await Promise.all([unsentOf(db), shotsOf(db)]);
    if (unsent === 0) await db.meta.put({ key: 'writer', minWriter: CLOSED });
    return { unsent, shots };
  });
}

/** Marks of the half-typed texts of these accounts on the disk, encrypted ones included. */
export async function marksOf(
  device: DeviceDb,
  accounts: readonly string[],
): Promise<readonly string[]> {
  const [drafts, sealed] = await Promise.all([
    device.drafts.where('account').anyOf(accounts).toArray(),
    device.sealedDrafts.where('account').anyOf(accounts).primaryKeys(),
  ]);
  return [...drafts.map(({ key, at = 0 }) => `${key} ${String(at)}`), ...sealed];
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
    await dropLock(device, dbName);
  });
  await Promise.all(removals);
}

/** Forgets the passphrase of a deleted store, once no other store has the same key (decision 0099). */
export async function dropLock(device: DeviceDb, dbName: string): Promise<void> {
  const keyId = keyIdOf(dbName);
  if (keyId === undefined || !isLastingKey(keyId)) return;
  await device.dexie.transaction('rw', device.dexie.tables, async () => {
    const isUsed = (store: { readonly dbName: string }) => keyIdOf(store.dbName) === keyId;
    const [accounts, leaving, former] = await Promise.all([
      device.accounts.filter(isUsed).count(),
      device.leaving.filter(isUsed).count(),
      device.former.filter(isUsed).count(),
    ]);
    if (accounts + leaving + former > 0) return;
    await device.marks.filter((mark) => 'keyId' in mark && mark.keyId === keyId).delete();
  });
}
