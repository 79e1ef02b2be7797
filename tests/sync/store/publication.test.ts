import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Publication, Store } from '../../../sync/core/ports/store.ts';
import { type AccountDb, accountDb } from '../../../sync/store/database.ts';
import { dexieStore } from '../../../sync/store/dexie-store.ts';
import { type ChangedIds, followTable } from '../../../sync/store/reactive/changes.ts';
import { cardRow, renameItem } from '../support/items.ts';

/** From this number on Dexie publishes no single keys of a bulk put. */
const MANY = 50;

describe('a write', () => {
  let db: AccountDb;
  let store: Store;
  /** Published changes of cards and of the outbox. */
  let seen: { readonly table: string; readonly ids: ChangedIds }[];
  let ends: (() => void)[];
  beforeEach(async () => {
    db = accountDb('publication', { indexedDB: new IDBFactory(), IDBKeyRange });
    // Creating the tables publishes them.
    await db.dexie.open();
    store = dexieStore(db, { now: () => 1, randomBytes: (target) => target.fill(7) });
    seen = [];
    ends = ['cards', 'outbox'].map((table) =>
      followTable(db.dexie, table, (ids) => seen.push({ table, ids })),
    );
  });
  afterEach(() => {
    for (const end of ends) end();
    db.dexie.close();
  });

  it('publishes each row at its commit, however many there are', async () => {
    await putCards(3);
    expect(seen).toEqual([{ table: 'cards', ids: ['a0', 'a1', 'a2'] }]);
    seen.length = 0;
    await putCards(2 * MANY);
    expect(seen.map(({ ids }) => ids.length)).toEqual([2 * MANY]);
  });

  it('publishes the outbox as a whole when many mutations change', async () => {
    await putMutations(MANY - 1);
    expect(seen.map(({ ids }) => ids.length)).toEqual([MANY - 1]);
    seen.length = 0;
    await putMutations(MANY);
    expect(seen).toEqual([{ table: 'outbox', ids: 'all' }]);
  });

  it('publishes tables as a whole where it says so', async () => {
    await putCards(2, 'by-table');
    expect(seen).toEqual([{ table: 'cards', ids: 'all' }]);
  });

  it('publishes tables when a transaction around it is committed, and nothing when it fails', async () => {
    const outer = (fails: boolean) =>
      db.dexie.transaction('rw', db.dexie.tables, async () => {
        await putCards(2, 'by-table');
        expect(seen).toEqual([]);
        if (fails) throw new Error('no');
      });
    await expect(outer(true)).rejects.toThrow('no');
    expect(await db.dexie.table('cards').count()).toBe(0);
    expect(seen).toEqual([]);
    await outer(false);
    expect(seen).toEqual([{ table: 'cards', ids: 'all' }]);
  });

  it('publishes nothing before it is announced where it says so', async () => {
    await putCards(2, 'when-announced');
    expect(await db.dexie.table('cards').count()).toBe(2);
    expect(seen).toEqual([]);
    store.announce(['cards']);
    expect(seen).toEqual([{ table: 'cards', ids: 'all' }]);
  });

  function putCards(count: number, publish?: Publication): Promise<void> {
    const all = Array.from({ length: count }, (_, index) => cardRow(`a${index}`, 'One', index));
    const how = publish === undefined ? {} : { publish };
    return store.write({ tables: ['cards'], durability: 'on-disk', ...how }, (tx) =>
      tx.putRows('cards', all),
    );
  }

  function putMutations(count: number): Promise<void> {
    const all = Array.from({ length: count }, (_, index) => renameItem(index + 1, 'a'));
    return store.write({ tables: [], durability: 'on-disk' }, (tx) => tx.putOutbox(all));
  }
});
