import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lostAccess } from '../../../sync/client/lost-access.ts';
import { accountDb } from '../../../sync/store/database.ts';
import {
  type AccountRecord,
  accountsHere,
  type DeviceDb,
  deviceDb,
  lostAccounts,
} from '../../../sync/store/device-db.ts';
import { rememberSession } from '../../../sync/store/remember-session.ts';
import { forgetStores } from '../../../sync/store/closing.ts';
import { dexieStore } from '../../../sync/store/dexie-store.ts';
import { deleteIfEmpty, markForDeletion } from '../../../sync/store/pending-deletion.ts';
import { listLockedAccounts } from '../../../sync/store/queries/locked-accounts.ts';
import {
  drainReplaced,
  replaceStore,
  restoreDatabase,
} from '../../../sync/worker/replaced-databases.ts';
import { renameItem } from '../support/items.ts';
import { session } from '../support/session-data.ts';

describe('replaced databases and pending deletions with two active tabs', () => {
  let device: DeviceDb;
  let first: AccountRecord;
  let second: AccountRecord;

  beforeEach(async () => {
    device = deviceDb();
    await rememberSession(device, session('7', ['1', '2']));
    const [one, two] = await accountsHere(device);
    if (one === undefined || two === undefined) throw new Error('There are no two accounts');
    first = one;
    second = two;
  });
  afterEach(async () => {
    await device.dexie.delete();
    for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name ?? '');
  });

  it('[CLIENT-6.2] a store that another tab restores while it is drained is not deleted', async () => {
    const standIn = await replaced();
    await drainReplaced(device, standIn, async () => {
      expect((await restoreDatabase(device, standIn)).dbName).toBe(first.dbName);
      await empty(first.dbName);
    });
    expect(await dbNameOf(first)).toBe(first.dbName);
    expect(await stores()).toContain(first.dbName);
  });

  it('[CLIENT-6.2] a store that is restored after another tab has drained it stays the account’s store', async () => {
    const standIn = await replaced();
    await drainReplaced(device, standIn, () => empty(first.dbName));
    expect((await restoreDatabase(device, standIn)).dbName).toBe(standIn.dbName);
    await expect(write(standIn.dbName)).resolves.toBeUndefined();
  });

  it('[CLIENT-6.2] a store that is restored while its replacing one is marked for deletion keeps its unsent work', async () => {
    const standIn = await replaced();
    await device.session.clear();
    await restoreDatabase(device, standIn);
    const deletion = { accounts: [standIn], ifEmpty: true, unlessSignedIn: true };
    const leaving = await markForDeletion(device, deletion);
    expect(await deleteIfEmpty(device, leaving)).toBe(false);
    expect(await device.accounts.get(first.key)).toMatchObject({
      dbName: first.dbName,
      unsent: 1,
    });
    expect(await stores()).toContain(first.dbName);
  });

  it('[CLIENT-6.2] a store whose account was removed meanwhile is not replaced', async () => {
    await write(first.dbName);
    await forgetStores(
      device,
      await markForDeletion(device, { accounts: [first], ifEmpty: false }),
    );
    await expect(replaceStore(device, first, `${first.dbName}-5`)).rejects.toThrow('has left');
    expect(await stores()).toEqual([]);
    expect(await device.former.count()).toBe(0);
  });

  it('[CLIENT-9.1] a restored membership survives a tab that has read of its end', async () => {
    await empty(first.dbName);
    await write(second.dbName);
    const before = await device.session.get('current');
    const accounts = [first, second];
    const leaving = await markForDeletion(device, { accounts, session: before, ifEmpty: true });
    const read = await device.leaving.toArray();
    expect(await deleteIfEmpty(device, leaving, { session: before })).toBe(false);
    const ofFirst = read.filter(({ dbName }) => dbName === first.dbName);
    expect(await deleteIfEmpty(device, ofFirst)).toBe(false);
    expect(await dbNameOf(first)).toBe(first.dbName);
    await expect(write(first.dbName)).resolves.toBeUndefined();
  });

  it('unsent work in a replaced database of a lost organisation stays after the loss was read', async () => {
    const standIn = await replaced();
    await device.accounts.update(first.key, { lost: 'new', unsent: 0 });
    const { understoodLoss } = lostAccess({ device, opened: new Map() });
    await understoodLoss({ ...standIn, unsent: 0 });
    expect(await stores()).toContain(first.dbName);
  });

  it('[CLIENT-6.2] unsent work in a replaced database is counted for lost and for locked accounts', async () => {
    await replaced();
    await device.accounts.update(first.key, { lost: 'new', unsent: 2 });
    expect(await lostAccounts(device)).toMatchObject([{ key: first.key, unsent: 3 }]);
    await device.accounts.update(first.key, { unsent: 0 });
    expect(await listLockedAccounts(device)).toMatchObject([{ key: first.key, unsent: 1 }]);
  });

  /** The first account's store has unsent work and could not be opened. */
  async function replaced(): Promise<AccountRecord> {
    await write(first.dbName);
    await device.accounts.update(first.key, { hadData: true, unsent: 1 });
    return replaceStore(device, { ...first, hadData: true, unsent: 1 }, `${first.dbName}-5`);
  }

  async function dbNameOf({ key }: AccountRecord): Promise<string | undefined> {
    return (await device.accounts.get(key))?.dbName;
  }
});

async function write(dbName: string): Promise<void> {
  const db = accountDb(dbName);
  const ids = { now: () => 1, randomBytes: (target: Uint8Array) => target };
  try {
    await dexieStore(db, ids).write({ tables: [], durability: 'on-disk' }, (tx) =>
      tx.putOutbox([renameItem(1, 'a')]),
    );
  } finally {
    db.dexie.close();
  }
}

async function empty(dbName: string): Promise<void> {
  const db = accountDb(dbName);
  await db.outbox.clear();
  db.dexie.close();
}

async function stores(): Promise<readonly string[]> {
  const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
  return names.filter((name) => name.startsWith('cairn-account'));
}
