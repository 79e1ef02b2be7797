import { closeIfEmpty, forgetStores } from '../store/closing.ts';
import { accountDb } from '../store/database.ts';
import type { AccountRecord, DeviceDb, FormerStore } from '../store/device-db.ts';
import { unsentOf } from '../store/prepare.ts';

/**
 * Stores that a browser could not open, which others stand in for (CLIENT-6). Browsers say "unknown error" of a full disk
 * and of a moment's trouble too: what is in them is good again when they open.
 */

/** Puts another store in the place of one that cannot be opened; gives the account as it is then. */
export async function replaceStore(
  device: DeviceDb,
  record: AccountRecord,
  dbName: string,
): Promise<AccountRecord> {
  // A disk that is full takes none either: then nothing is changed.
  const db = accountDb(dbName);
  await db.dexie.open();
  db.dexie.close();
  return device.dexie.transaction('rw', [device.accounts, device.former], async () => {
    const known = await device.accounts.get(record.key);
    // Another tab was first.
    if (known !== undefined && known.dbName !== record.dbName) return known;
    const { unsent } = known ?? record;
    await device.former.put({ dbName: record.dbName, account: record.key, unsent });
    await device.accounts.update(record.key, { dbName, hadData: true });
    return { ...record, dbName, hadData: true, unsent };
  });
}

/**
 * At each start: a former store that opens again, with something unsent, is the account's own again when nothing is unsent
 * in the one that stands in for it. Otherwise both stay, and `drainFormer` sends what is in the former one.
 */
export async function takeBack(device: DeviceDb, record: AccountRecord): Promise<AccountRecord> {
  for (const former of await formerOf(device, record)) {
    const unsent = await read(former);
    if (unsent === undefined || unsent === 0 || !(await isFree(record))) continue;
    const standIn = { dbName: record.dbName, account: record, ifEmpty: false, shared: false };
    await device.dexie.transaction('rw', device.dexie.tables, async () => {
      await device.former.delete(former.dbName);
      await device.leaving.put(standIn);
      await device.accounts.update(record.key, { dbName: former.dbName, unsent });
    });
    void forgetStores(device, [standIn]).catch(() => undefined);
    return { ...record, dbName: former.dbName, unsent };
  }
  return record;
}

/** Sends what is in former stores; true when nothing is left in any of them. */
export async function drainFormer(
  device: DeviceDb,
  record: AccountRecord,
  drain: (store: AccountRecord) => Promise<unknown>,
): Promise<boolean> {
  let sent = true;
  for (const former of await formerOf(device, record)) {
    try {
      if ((await read(former)) !== 0) await drain({ ...record, dbName: former.dbName });
    } catch {
      // What is left says it.
    }
    const unsent = await read(former);
    await device.former.update(former.dbName, { unsent: unsent ?? former.unsent });
    if (unsent === 0) await gone(device, record, former);
    else sent = sent && unsent === undefined && former.unsent === 0;
  }
  return sent;
}

async function formerOf(device: DeviceDb, record: AccountRecord): Promise<readonly FormerStore[]> {
  return device.former.where('account').equals(record.key).toArray();
}

async function gone(device: DeviceDb, account: AccountRecord, former: FormerStore): Promise<void> {
  const store = { dbName: former.dbName, account, ifEmpty: false, shared: false };
  await device.dexie.transaction('rw', device.dexie.tables, async () => {
    await device.former.delete(former.dbName);
    await device.leaving.put(store);
  });
  await forgetStores(device, [store]);
}

/** How much is unsent in it; undefined when it cannot be read. */
async function read({ dbName }: FormerStore): Promise<number | undefined> {
  const db = accountDb(dbName);
  try {
    return await unsentOf(db);
  } catch {
    return undefined;
  } finally {
    db.dexie.close();
  }
}

/** Whether nothing is unsent in the store that stands in; then nothing is written there any more. */
async function isFree({ dbName }: AccountRecord): Promise<boolean> {
  const db = accountDb(dbName);
  try {
    return (await closeIfEmpty(db)) === 0;
  } catch {
    // It cannot be read now: it is not known.
    return false;
  } finally {
    db.dexie.close();
  }
}
