import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accountDb } from '../../../sync/store/database.ts';
import { dexieStore } from '../../../sync/store/dexie-store.ts';
import {
  type AccountRecord,
  currentAccount,
  type DeviceDb,
  deviceDb,
  rememberSession,
} from '../../../sync/store/device-db.ts';
import { trimLocked } from '../../../sync/store/trim-kept.ts';
import { cardRow, renameItem } from '../support/items.ts';
import { session } from '../support/session-data.ts';

describe('what stays of somebody who is not signed in', () => {
  let device: DeviceDb;
  let record: AccountRecord;

  beforeEach(async () => {
    device = deviceDb();
    await rememberSession(device, session('7', ['1']));
    const here = await currentAccount(device);
    if (here === undefined) throw new Error('Nobody is signed in');
    record = here;
    await fill(record.dbName);
  });
  afterEach(async () => {
    await device.dexie.delete();
    for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name ?? '');
  });

  it('[CLIENT-9] is what they have not sent, under the same keys, and nothing else', async () => {
    await device.session.clear();
    expect(await trimLocked(device)).toEqual([]);
    const left = await everythingIn(record.dbName);
    expect(left).not.toMatch(/Colleague|Acked|Retired|Old words|kept bytes/);
    expect(left).toMatch(/Mine alone/);
    expect(left).toMatch(/My rename/);
    expect(left).toMatch(/Refused words/);
    expect(left).toMatch(/unsent bytes/);
    expect(JSON.stringify(await device.accounts.toArray())).not.toMatch(/Ada|field\.test|Organ/);
    expect(await device.accounts.get(record.key)).toMatchObject({ unsent: 4 });

    // The person is back: same client, same counter, and everything is downloaded before anything is sent.
    await rememberSession(device, session('7', ['1']));
    const db = accountDb(record.dbName);
    expect(await db.meta.get('client')).toMatchObject({ clientId: 'the client', nextSeq: 9 });
    expect(await db.streams.get('org:1')).toMatchObject({
      epoch: 'e1',
      scopes: [],
      download: { reason: 'refill' },
    });
    expect(await currentAccount(device)).toMatchObject({ displayName: 'Ada', unsent: 4 });
    db.dexie.close();
  });

  it('[CLIENT-9] is left alone while they are signed in, and nothing of them when nothing is unsent', async () => {
    expect(await trimLocked(device)).toEqual([]);
    expect(await everythingIn(record.dbName)).toMatch(/Colleague/);
    const db = accountDb(record.dbName);
    await Promise.all([db.outbox.clear(), db.rejected.clear(), db.blobs.clear()]);
    db.dexie.close();
    await rememberSession(device, session('8', ['1']));
    expect(await trimLocked(device)).toMatchObject([{ key: record.key }]);
  });
});

async function fill(dbName: string): Promise<void> {
  const db = accountDb(dbName);
  const store = dexieStore(db, { now: () => 1, randomBytes: (target) => target });
  await db.meta.put({ key: 'client', clientId: 'the client', nextSeq: 9 });
  await db.meta.put({ key: 'activity', at: 1, entries: ['Old words'] });
  await db.streams.put({
    stream: 'org:1',
    epoch: 'e1',
    cursor: 5,
    scopes: ['project:p'],
    suspect: false,
    lastSync: 1,
  });
  await store.write('all', async (tx) => {
    await tx.putRows('cards', [
      cardRow('c1', 'Colleague’s card', 1),
      cardRow('c2', 'Mine alone', 0),
    ]);
    await tx.putBase([
      { key: 'cards/c1', v: 1, row: cardRow('c1', 'Colleague’s base', 1) },
      { key: 'cards/c2', v: 0, row: null },
    ]);
    await tx.putOutbox([
      renameItem(1, 'c1', { state: 'acked', v: 2, args: { id: 'c1', name: 'Acked' } }),
      renameItem(2, 'c2', { creates: ['cards/c2'] }),
      renameItem(3, 'c1', { args: { id: 'c1', name: 'My rename' } }),
    ]);
    await tx.putJournal([
      { seq: 0, stream: 'org:1', retiredAt: 1, item: renameItem(0, 'c1', { args: 'Retired' }) },
    ]);
    await tx.putRejected([
      {
        seq: 4,
        group: 4,
        keys: ['cards/c1'],
        item: renameItem(4, 'c1', { args: { id: 'c1', name: 'Refused words' } }),
        reason: { code: 'forbidden', message: 'No' },
        rejectedAt: 1,
        base: null,
        local: null,
      },
    ]);
  });
  for (const [id, state] of [
    ['unsent bytes', 'waiting'],
    ['kept bytes', 'kept'],
  ] as const) {
    await db.blobs.put({ id, name: id, size: 1, digest: '', parts: 1, state, sent: 0, at: 1 });
    await db.blobParts.put({ file: id, n: 0, bytes: new ArrayBuffer(1) });
  }
  db.dexie.close();
}

async function everythingIn(dbName: string): Promise<string> {
  const db = accountDb(dbName);
  const all = await Promise.all(db.dexie.tables.map((table) => table.toArray()));
  db.dexie.close();
  return JSON.stringify(all);
}
