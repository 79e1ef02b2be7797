import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type AccountDb, accountDb } from '../../../sync/store/database.ts';
import { deviceDb } from '../../../sync/store/device-db.ts';
import { dexieStore } from '../../../sync/store/dexie-store.ts';
import { cardRow } from '../support/items.ts';
import { recordTransactions, type Written } from '../support/transactions.ts';

const ids = { now: () => 1, randomBytes: (target: Uint8Array) => target };

let written: Written[];
let db: AccountDb;
beforeEach(async () => {
  written = recordTransactions();
  db = accountDb('durability', memory());
  await db.dexie.open();
  written.length = 0;
});
afterEach(() => {
  db.dexie.close();
  vi.restoreAllMocks();
});

it('[CLIENT-8] a transaction waits for the disk unless it says that it need not', async () => {
  const store = dexieStore(db, ids);
  const tables = ['tasks', 'cards'];
  await store.write({ tables: 'all', durability: 'on-disk' }, (tx) => tx.claimSeq());
  await store.write({ tables, durability: 'on-disk' }, (tx) => tx.claimSeq());
  await store.write({ tables, durability: 'relaxed' }, (tx) => tx.claimSeq());
  await store.write({ tables: [], durability: 'relaxed' }, (tx) => tx.claimSeq());
  await db.outbox.delete(1);
  await db.dexie.transaction('rw', [db.streams, 'cards'], () => db.streams.delete('org:1'));
  expect(written.map(({ durability }) => durability)).toEqual([
    'strict',
    'strict',
    'relaxed',
    'relaxed',
    'strict',
    'strict',
  ]);
});

it('[CLIENT-8] a write that has to be on the disk is refused inside one that is not waited for', async () => {
  const store = dexieStore(db, ids);
  const inner = () =>
    store.write({ tables: ['cards'], durability: 'on-disk' }, (tx) =>
      tx.putRows('cards', [cardRow('a', 'One', 1)]),
    );
  const outer = store.write({ tables: ['cards'], durability: 'relaxed' }, inner);
  await expect(outer).rejects.toThrow('has to be on the disk');
  expect(await db.dexie.table('cards').count()).toBe(0);
  await store.write({ tables: ['cards'], durability: 'on-disk' }, inner);
  expect(await db.dexie.table('cards').count()).toBe(1);
});

it("[CLIENT-8] everything in the device's own database waits for the disk", async () => {
  const device = deviceDb(memory());
  await device.dexie.open();
  written.length = 0;
  await device.ending.put({ id: 'session' });
  await device.dexie.transaction('rw', device.dexie.tables, () => device.ending.delete('session'));
  device.dexie.close();
  expect(written.map(({ durability }) => durability)).toEqual(['strict', 'strict']);
});

function memory() {
  return { indexedDB: new IDBFactory(), IDBKeyRange };
}
