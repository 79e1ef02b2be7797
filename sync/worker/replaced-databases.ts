import { forgetStores, type OnlyHere } from '../store/closing.ts';
import { accountDb } from '../store/database.ts';
import { deleteIfEmpty } from '../store/pending-deletion.ts';
import type {
  AccountRecord,
  DeviceDb,
  ReplacedDatabase,
  PendingDeletion,
} from '../store/device-db.ts';
import { shotsOf, unsentOf } from '../store/prepare.ts';
import { keyIdOf } from '../store/sealed-name.ts';

/**
 * Stores that a browser could not open and that were replaced (CLIENT-6). Browsers report "unknown error" for a full
 * disk and for a temporary failure too: the rows of such a store are intact when it opens again.
 */

/** Replaces a store that cannot be opened; returns the account with its new store. */
export async function replaceStore(
  device: DeviceDb,
  record: AccountRecord,
  dbName: string,
): Promise<AccountRecord> {
  // A full disk accepts no new store either: then nothing is changed.
  const db = accountDb(dbName, device.stores);
  await db.dexie.open();
  db.dexie.close();
  const replaced = await device.dexie.transaction(
    'rw',
    [device.accounts, device.former],
    async () => {
      const known = await device.accounts.get(record.key);
      // The person has signed out meanwhile: the store is marked for deletion, or locked.
      if (known === undefined) return undefined;
      // Another tab has replaced it already.
      if (known.dbName !== record.dbName) return known;
      const { unsent } = known;
      await device.former.put({ dbName: record.dbName, account: record.key, unsent });
      await device.accounts.update(record.key, { dbName, hadData: true });
      return { ...record, dbName, hadData: true, unsent };
    },
  );
  if (replaced?.dbName !== dbName) await accountDb(dbName, device.stores).dexie.delete();
  if (replaced === undefined) throw new Error('The account has left this device');
  return replaced;
}

/**
 * Runs at each start. A replaced database that opens again with unsent work, or with photos that are not attached yet,
 * becomes the account's store again if the replacing one has none. Otherwise both stay, and `drainReplaced` sends the
 * outbox of the replaced one.
 */
export async function restoreDatabase(
  device: DeviceDb,
  record: AccountRecord,
): Promise<AccountRecord> {
  for (const replaced of await replacedOf(device, record)) {
    // A plain store does not take the place of an encrypted one: its outbox is sent.
    if (keyIdOf(replaced.dbName) !== keyIdOf(record.dbName)) continue;
    const found = await read(device, replaced);
    if (found === undefined || isEmpty(found)) continue;
    const own = await read(device, record);
    if (own === undefined || !isEmpty(own)) continue;
    const { unsent } = found;
    // The replacing store is deleted only if nothing is written to it until then: otherwise it becomes a replaced
    // database itself.
    const replacing = { dbName: record.dbName, account: record, ifEmpty: true, shared: false };
    const isBack = await device.dexie.transaction('rw', device.dexie.tables, async () => {
      const known = await device.accounts.get(record.key);
      const isThere = (await device.former.get(replaced.dbName)) !== undefined;
      if (!isThere || known?.dbName !== record.dbName) return false;
      await device.former.delete(replaced.dbName);
      await device.leaving.put(replacing);
      await device.accounts.update(record.key, { dbName: replaced.dbName, unsent });
      return true;
    });
    if (!isBack) return (await device.accounts.get(record.key)) ?? record;
    void forgetIfEmpty(device, replacing).catch(() => undefined);
    return { ...record, dbName: replaced.dbName, unsent };
  }
  return record;
}

async function forgetIfEmpty(device: DeviceDb, store: PendingDeletion): Promise<void> {
  if (await deleteIfEmpty(device, [store])) await forgetStores(device, [store]);
}

/** Sends the outboxes of replaced databases; true when all are empty. */
export async function drainReplaced(
  device: DeviceDb,
  record: AccountRecord,
  drain: (store: AccountRecord) => Promise<unknown>,
): Promise<boolean> {
  let sent = true;
  for (const replaced of await replacedOf(device, record)) {
    try {
      const before = await read(device, replaced);
      if (before?.unsent !== 0) await drain({ ...record, dbName: replaced.dbName });
    } catch {
      // The number of unsent changes is the result.
    }
    const left = await read(device, replaced);
    await device.former.update(replaced.dbName, { unsent: left?.unsent ?? replaced.unsent });
    // With photos that are not attached yet it stays until it can take its place again.
    if (left !== undefined && isEmpty(left)) await deleteEmpty(device, record, replaced);
    else sent = sent && (left?.unsent ?? replaced.unsent) === 0;
  }
  return sent;
}

async function replacedOf(
  device: DeviceDb,
  record: AccountRecord,
): Promise<readonly ReplacedDatabase[]> {
  return device.former.where('account').equals(record.key).toArray();
}

async function deleteEmpty(
  device: DeviceDb,
  account: AccountRecord,
  replaced: ReplacedDatabase,
): Promise<void> {
  // Counted again: another tab may still write to it.
  const store = { dbName: replaced.dbName, account, ifEmpty: true, shared: false };
  const isGone = await device.dexie.transaction('rw', device.dexie.tables, async () => {
    // Another tab has restored it meanwhile: it is the account's own store.
    if ((await device.former.get(replaced.dbName)) === undefined) return false;
    await device.former.delete(replaced.dbName);
    await device.leaving.put(store);
    return true;
  });
  // One that cannot be counted now is counted at the next start.
  if (isGone) await forgetIfEmpty(device, store).catch(() => undefined);
}

function isEmpty({ unsent, shots }: OnlyHere): boolean {
  return unsent + shots === 0;
}

/** What only the store has; undefined when it cannot be read. */
async function read(
  { stores }: DeviceDb,
  { dbName }: Pick<ReplacedDatabase, 'dbName'>,
): Promise<OnlyHere | undefined> {
  const db = accountDb(dbName, stores);
  try {
    return { unsent: await unsentOf(db), shots: await shotsOf(db) };
  } catch {
    return undefined;
  } finally {
    db.dexie.close();
  }
}
