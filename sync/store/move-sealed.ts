import { forgetStores } from './closing.ts';
import { type AccountDb, accountDb } from './database.ts';
import type { AccountRecord, DeviceDb, PendingDeletion } from './device-db.ts';
import { isSharedStore } from './sealed-name.ts';

/**
 * Kept work of a person in stores of a shared computer, whose key ends with the pages that hold it (CLIENT-9.7). The
 * work is encrypted for its person already (`sealStore`), and moves into stores that need no key:
 *
 *   closed to writers --copied--> copy that nothing names --one transaction--> account names the copy, the store is to
 *                          \-- killed: copied again              be deleted
 *
 * Callers have acquired the account's lock (`keptLock`). False when a store could not be read: the next start tries it
 * again.
 */
export async function leaveSharedStores(
  device: DeviceDb,
  { key }: AccountRecord,
): Promise<boolean> {
  const account = await device.accounts.get(key);
  const replaced = await device.former.where('account').equals(key).toArray();
  const names = [account, ...replaced].flatMap((store) => store?.dbName ?? []);
  let areMoved = true;
  for (const dbName of names.filter(isSharedStore)) {
    try {
      const store = await moveStore(device, key, dbName);
      // A frozen tab may keep the store open: one of the next starts continues.
      if (store !== undefined) void forgetStores(device, [store]).catch(() => undefined);
    } catch {
      areMoved = false;
    }
  }
  return areMoved;
}

/** The store that has been left; undefined when its person has signed in meanwhile. */
async function moveStore(
  device: DeviceDb,
  key: string,
  dbName: string,
): Promise<PendingDeletion | undefined> {
  const name = await freeNameOf(device, key);
  // Left by an interrupted call.
  await accountDb(name, device.stores).dexie.delete();
  const [from, to] = [accountDb(dbName, device.stores), accountDb(name, device.stores)];
  try {
    await copySealed(from, to);
  } finally {
    from.dexie.close();
    to.dexie.close();
  }
  const left = await device.dexie.transaction('rw', device.dexie.tables, async () => {
    const account = await device.accounts.get(key);
    const session = await device.session.get('current');
    if (account === undefined || account.userId === session?.userId) return undefined;
    const replaced = await device.former.get(dbName);
    if (account.dbName === dbName) {
      await device.accounts.update(key, { dbName: name, sealedNames: undefined });
    } else if (replaced !== undefined) {
      await device.former.delete(dbName);
      await device.former.put({ ...replaced, dbName: name });
    } else return undefined;
    const store = { dbName, account: { ...account, dbName }, ifEmpty: false, shared: true };
    await device.leaving.put(store);
    return store;
  });
  // Nothing names the copy.
  if (left === undefined) await accountDb(name, device.stores).dexie.delete();
  return left;
}

/** Tables with content in a store whose work is encrypted. */
const COPIED = ['meta', 'streams', 'sealed'];

/** One entry at a time: the bytes of all files may exceed the memory. */
async function copySealed(from: AccountDb, to: AccountDb): Promise<void> {
  const readable = from.dexie.tables.filter(({ name }) => !COPIED.includes(name));
  const counts = await Promise.all(readable.map((table) => table.count()));
  if (counts.some((count) => count > 0)) throw new Error('The store is not encrypted yet');
  await to.meta.bulkPut(await from.meta.toArray());
  await to.streams.bulkPut(await from.streams.toArray());
  for (const id of await from.sealed.toCollection().primaryKeys()) {
    const row = await from.sealed.get(id);
    if (row !== undefined) await to.sealed.put(row);
  }
}

/** Different from the names of sign-ins, which do not wait for the account's lock. */
async function freeNameOf(device: DeviceDb, key: string): Promise<string> {
  const first = `cairn-account-${key.replace(':', '-')}-kept`;
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? first : `${first}-${String(count)}`;
    const isOwn = (await device.accounts.get(key))?.dbName === name;
    const isTaken = (await device.leaving.get(name)) ?? (await device.former.get(name));
    if (!isOwn && isTaken === undefined) return name;
  }
}
