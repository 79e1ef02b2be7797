import { closeIfEmpty, marksOf, type OnlyHere, openAgain } from './closing.ts';
import { accountDb } from './database.ts';
import {
  type AccountRecord,
  type DeviceDb,
  type DeviceSession,
  forgetDrafts,
  type PendingDeletion,
} from './device-db.ts';
import { isSharedStore, keyIdOf } from './sealed-name.ts';

/**
 * Deletion of accounts from the device. Each step is on the disk before the next one begins, and the next start
 * continues an interrupted one:
 *
 *   account --markForDeletion--> pending, if empty --deleteIfEmpty--> pending --forgetStores--> deleted
 *                                       \-- unsent work: the account is restored
 */

interface Deletion {
  readonly accounts: readonly AccountRecord[];
  /** Session that ends in the same transaction; the session of somebody who has signed in since does not. */
  readonly session?: DeviceSession | undefined;
  /** True to delete only accounts without unsent work. */
  readonly ifEmpty: boolean;
  /** True to leave those of a person who has signed in meanwhile. */
  readonly unlessSignedIn?: boolean;
  /** Replaced databases under another key, or none, stay: they can be read. */
  readonly onlyKey?: string | undefined;
}

/** From this transaction on these accounts cannot be opened, even if this page is closed. */
export async function markForDeletion(
  device: DeviceDb,
  { accounts: named, session, ifEmpty, unlessSignedIn = false, onlyKey }: Deletion,
): Promise<readonly PendingDeletion[]> {
  const shared = session?.shared === true;
  const stores: PendingDeletion[] = [];
  await device.dexie.transaction('rw', device.dexie.tables, async () => {
    const here = await device.session.get('current');
    const spared = unlessSignedIn ? here?.userId : undefined;
    const others = named.filter(({ userId }) => userId !== spared);
    const known = await device.accounts.bulkGet(others.map(({ key }) => key));
    // Another tab may have replaced or restored the store since it was read (CLIENT-6): the account's own one is marked.
    const accounts = others.map((account, index) => known[index] ?? account);
    for (const account of accounts) {
      stores.push({ dbName: account.dbName, account, ifEmpty, shared });
    }
    if (session !== undefined && (here ?? session).userId === session.userId) {
      await device.session.delete(session.id);
      await device.ending.put({ id: 'session' });
    }
    await device.leaving.bulkPut(stores);
    for (const account of accounts) {
      const { key } = account;
      await device.accounts.delete(key);
      const replaced = await device.former.where('account').equals(key).toArray();
      for (const { dbName, unsent } of replaced) {
        // A store that could not be opened and has unsent work is kept for the person's next sign-in.
        if (ifEmpty && unsent > 0) continue;
        if (onlyKey !== undefined && keyIdOf(dbName) !== onlyKey) continue;
        const one = {
          dbName,
          account: { ...account, dbName },
          ifEmpty,
          shared: isSharedStore(dbName),
        };
        await device.former.delete(dbName);
        await device.leaving.put(one);
        if (!ifEmpty) stores.push(one);
      }
      if (!ifEmpty) await forgetDrafts(device, key);
    }
  });
  return stores;
}

interface Decided {
  /** The session before, restored with the accounts. */
  readonly session?: DeviceSession | undefined;
  /** Number of shots whose deletion the person has confirmed; default none. */
  readonly shots?: number;
  /** Marks of the half-typed texts of which the same is true (`marksOf`). */
  readonly drafts?: ReadonlySet<string>;
}

/**
 * Counts again, now that no tab can open the accounts, and closes the stores to tabs that still have them open. True:
 * none has unsent work, a photo that is not attached or a draft, and they are deleted. False: all of them are restored,
 * with the session.
 */
export async function deleteIfEmpty(
  device: DeviceDb,
  stores: readonly PendingDeletion[],
  { session, shots: confirmed = 0, drafts = NO_DRAFTS }: Decided = {},
): Promise<boolean> {
  const opened = stores.map(({ dbName }) => accountDb(dbName, device.stores));
  try {
    const left = await Promise.all(opened.map(closeIfEmpty));
    const shots = left.reduce((sum, store) => sum + store.shots, 0);
    const isClear = left.every(({ unsent }) => unsent === 0) && shots <= confirmed;
    if (isClear && (await confirmAll(device, stores, drafts))) return true;
    // Before the accounts are restored: nobody would open a store to writers after a kill in between.
    await Promise.all(opened.map(openAgain));
    await restoreAll(device, stores, { left, session });
    return false;
  } finally {
    for (const db of opened) db.dexie.close();
  }
}

const NO_DRAFTS: ReadonlySet<string> = new Set();

/** False, and nothing is changed, when there are other drafts or another page has ended the deletion meanwhile. */
function confirmAll(
  device: DeviceDb,
  stores: readonly PendingDeletion[],
  drafts: ReadonlySet<string>,
): Promise<boolean> {
  return device.dexie.transaction('rw', device.dexie.tables, async () => {
    if (!(await arePending(device, stores))) return false;
    const keys = [...new Set(stores.map(({ account }) => account.key))];
    const known = await device.accounts.bulkGet(keys);
    // Those of a person who has signed in again since stay.
    const gone = keys.filter((_key, index) => known[index] === undefined);
    if ((await marksOf(device, gone)).some((mark) => !drafts.has(mark))) return false;
    for (const store of stores) await confirmDeletion(device, store);
    return true;
  });
}

interface Restoring {
  /** What each store has. */
  readonly left: readonly OnlyHere[];
  readonly session: DeviceSession | undefined;
}

/** Does nothing when another page has ended the deletion meanwhile. */
async function restoreAll(
  device: DeviceDb,
  stores: readonly PendingDeletion[],
  { left, session }: Restoring,
): Promise<void> {
  await device.dexie.transaction('rw', device.dexie.tables, async () => {
    if (!(await arePending(device, stores))) return;
    for (const [index, store] of stores.entries()) {
      await restoreAccount(device, store, left[index]?.unsent ?? 0);
    }
    if (session === undefined) return;
    if ((await device.session.get('current')) === undefined) await device.session.put(session);
    await device.ending.clear();
  });
}

async function arePending(device: DeviceDb, stores: readonly PendingDeletion[]): Promise<boolean> {
  const known = await device.leaving.bulkGet(stores.map(({ dbName }) => dbName));
  return !known.includes(undefined);
}

async function confirmDeletion(device: DeviceDb, store: PendingDeletion): Promise<void> {
  await device.leaving.put({ ...store, ifEmpty: false });
  const { key } = store.account;
  // A person who has signed in again since has new drafts.
  if ((await device.accounts.get(key)) === undefined) await forgetDrafts(device, key);
}

async function restoreAccount(
  device: DeviceDb,
  store: PendingDeletion,
  unsent: number,
): Promise<void> {
  const now = await device.accounts.get(store.account.key);
  // A person who has signed in again since has another store: this one becomes the account's store again when that one
  // is empty.
  if (now === undefined) await device.accounts.put({ ...store.account, unsent });
  else await device.former.put({ dbName: store.dbName, account: now.key, unsent });
  await device.leaving.delete(store.dbName);
}
