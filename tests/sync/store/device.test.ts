import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, it } from 'vitest';
import { newStream } from '../../../sync/engine/context.ts';
import { accountDb } from '../../../sync/store/database.ts';
import {
  accountsHere,
  currentAccount,
  type DeviceDb,
  deviceDb,
} from '../../../sync/store/device-db.ts';
import { rememberSession } from '../../../sync/store/remember-session.ts';
import { dexieStore } from '../../../sync/store/dexie-store.ts';
import { notices, syncStatus } from '../../../sync/store/sync-status.ts';
import { followUnsent, prepareStore } from '../../../sync/store/prepare.ts';
import { listLockedAccounts } from '../../../sync/store/queries/locked-accounts.ts';
import { renameItem } from '../support/items.ts';
import { session } from '../support/session-data.ts';

describe('the device', () => {
  let device: DeviceDb;
  let factory: IDBFactory;
  beforeEach(() => {
    factory = new IDBFactory();
    device = deviceDb({ indexedDB: factory, IDBKeyRange });
  });

  it('[CLIENT-1.1] keeps accounts separate: another person gets their own, the first one stays locked', async () => {
    await rememberSession(device, session('7', ['1', '2']));
    const first = await currentAccount(device);
    expect(first).toMatchObject({ userId: '7', orgId: '1', hadData: false });
    await device.accounts.update(first?.key ?? '', { unsent: 3, hadData: true });
    await rememberSession(device, session('8', ['2']));
    expect(await currentAccount(device)).toMatchObject({ userId: '8', orgId: '2' });
    expect((await accountsHere(device)).map(({ userId }) => userId)).toEqual(['8']);
    expect((await listLockedAccounts(device)).map(({ key, unsent }) => [key, unsent])).toEqual([
      ['7:1', 3],
    ]);
    await rememberSession(device, session('7', ['1', '2']));
    expect(await currentAccount(device)).toMatchObject({ key: '7:1', unsent: 3 });
  });

  it('[VER-1] of an earlier release opens with this build: session and drafts', async () => {
    const old = new Dexie('cairn-device', { indexedDB: factory, IDBKeyRange });
    old.version(1).stores({ accounts: 'key, userId', session: 'id' });
    old.version(2).stores({ drafts: 'key, account' });
    await old.table('session').put({ id: 'current', userId: '7', accountKey: '7:1' });
    await old.table('accounts').put({ key: '7:1', userId: '7', dbName: 'kept', unsent: 2 });
    await old.table('drafts').put({ key: '7:1:note', account: '7:1', text: '{}' });
    old.close();
    expect(await currentAccount(device)).toMatchObject({ dbName: 'kept', unsent: 2 });
    expect(await device.drafts.where('account').equals('7:1').count()).toBe(1);
    await rememberSession(device, session('7', ['1']));
    expect(await currentAccount(device)).toMatchObject({ dbName: 'kept', unsent: 2 });
  });

  it('the open organisation stays open when the person signs in again', async () => {
    await rememberSession(device, session('7', ['1', '2']));
    await device.session.put({ id: 'current', userId: '7', accountKey: '7:2' });
    await rememberSession(device, session('7', ['1', '2']));
    expect((await currentAccount(device))?.orgId).toBe('2');
  });

  it('[CLIENT-6.1] an empty store that once had data causes a download, and the person sees the number of unsent changes', async () => {
    await rememberSession(device, session('7', ['1']));
    await device.accounts.update('7:1', { hadData: true, unsent: 4 });
    const record = await currentAccount(device);
    if (record === undefined) throw new Error('Nobody is signed in');
    const db = accountDb(record.dbName, { indexedDB: factory, IDBKeyRange });
    await prepareStore(db, { record, device, at: 5 });
    expect(await notices(db)).toEqual([{ id: 'store-lost', kind: 'store-lost', at: 5, unsent: 4 }]);
    expect(await syncStatus(db)).toMatchObject({ phase: 'downloading' });
    expect(await db.outbox.count()).toBe(0);
    // The service worker ran first, and nothing has been downloaded since.
    const later = await currentAccount(device);
    if (later === undefined) throw new Error('Nobody is signed in');
    await prepareStore(db, { record: later, device, at: 6 });
    expect(await notices(db)).toMatchObject([{ unsent: 4 }]);
  });

  it('[CLIENT-6.1] a marker outside the database has the number of unsent changes', async () => {
    await rememberSession(device, session('7', ['1']));
    const record = await currentAccount(device);
    if (record === undefined) throw new Error('Nobody is signed in');
    const db = accountDb(record.dbName, { indexedDB: factory, IDBKeyRange });
    const stop = followUnsent(db, device, record.key);
    await db.outbox.bulkPut([renameItem(1, 'a'), renameItem(2, 'b', { state: 'acked', v: 3 })]);
    await expect.poll(async () => (await device.accounts.get('7:1'))?.unsent).toBe(1);
    expect((await device.accounts.get('7:1'))?.hadData).toBe(true);
    stop();
  });

  it('[VER-2.2] tables that an earlier build did not have are downloaded', async () => {
    await rememberSession(device, session('7', ['1']));
    const record = await currentAccount(device);
    if (record === undefined) throw new Error('Nobody is signed in');
    const db = accountDb(record.dbName, { indexedDB: factory, IDBKeyRange });
    await db.meta.put({ key: 'tables', names: ['cards'] });
    const { download: _download, ...whole } = newStream('org:1');
    await db.streams.put({ ...whole, epoch: 'e', cursor: 9 });
    // Killed first download of the earlier build: its scopes are complete only for the tables of that build.
    const complete = ['directory', 'project:p'].map((scope) => ({ scope, from: null }));
    const checkpoint = { epoch: 'e', v: 9, complete };
    const download = { reason: 'first', done: 1, total: 2, run: 'r' } as const;
    await db.streams.put({ ...whole, stream: 'user:1', download: { ...download, checkpoint } });
    await prepareStore(db, { record, device, at: 5 });
    expect((await db.streams.get('org:1'))?.download).toMatchObject({ reason: 'refill' });
    expect((await db.streams.get('user:1'))?.download).toEqual(download);
  });

  it('[CLIENT-7] an older build does not reclaim the store from a newer one', async () => {
    await rememberSession(device, session('7', ['1']));
    const record = await currentAccount(device);
    if (record === undefined) throw new Error('Nobody is signed in');
    const db = accountDb(record.dbName, { indexedDB: factory, IDBKeyRange });
    await db.meta.put({ key: 'writer', minWriter: 99 });
    await prepareStore(db, { record, device, at: 5 });
    expect(await db.meta.get('writer')).toMatchObject({ minWriter: 99 });
    expect(await syncStatus(db)).toMatchObject({ phase: 'reload-needed' });
    const store = dexieStore(db, { now: () => 1, randomBytes: (target) => target });
    await expect(
      store.write({ tables: [], durability: 'on-disk' }, (tx) => tx.claimSeq()),
    ).rejects.toMatchObject({
      code: 'schema_too_old',
    });
  });
});
