import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterAll, describe, expect, it } from 'vitest';
import type { Store } from '../../../sync/core/ports/store.ts';
import { accountDb } from '../../../sync/store/database.ts';
import { keepKey, newDeviceKey } from '../../../sync/store/device-key.ts';
import { sealedName } from '../../../sync/store/sealed-name.ts';
import { dexieStore } from '../../../sync/store/dexie-store.ts';
import { cardRow, renameItem } from '../support/items.ts';
import { memoryStore } from '../support/memory-store.ts';

const STORES: readonly (readonly [string, () => Store])[] = [
  ['memory', memoryStore],
  [
    'Dexie',
    () => {
      const db = accountDb('contract', { indexedDB: new IDBFactory(), IDBKeyRange });
      const ids = { now: () => 1, randomBytes: (target: Uint8Array) => target.fill(7) };
      return dexieStore(db, ids);
    },
  ],
  [
    'Dexie, encrypted',
    () => {
      const name = sealedName(SHARED.keyId, '1', '1');
      const db = accountDb(name, { indexedDB: new IDBFactory(), IDBKeyRange });
      const ids = { now: () => 1, randomBytes: (target: Uint8Array) => target.fill(7) };
      return dexieStore(db, ids);
    },
  ],
];

/** Key of a shared computer, as an open page holds it. */
const SHARED = newDeviceKey();
const release = keepKey(SHARED.keyId, SHARED.key);
afterAll(release);

describe.each(STORES)('the store port on %s', (_name, open) => {
  it('[ENG-1] a failed transaction leaves nothing behind', async () => {
    const store = open();
    await expect(
      store.write({ tables: 'all', durability: 'on-disk' }, async (tx) => {
        await tx.putRows('cards', [cardRow('a', 'One', 1)]);
        await tx.putOutbox([renameItem(await tx.claimSeq(), 'a')]);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await store.read('all', async (tx) => {
      expect(await tx.rows('cards', ['a'])).toEqual([undefined]);
      expect(await tx.outbox()).toEqual([]);
    });
    expect(await store.write({ tables: [], durability: 'on-disk' }, (tx) => tx.claimSeq())).toBe(1);
  });

  it('[ID-2.1] sequence numbers are claimed one by one and never twice', async () => {
    const store = open();
    const taken = await Promise.all(
      Array.from({ length: 5 }, () =>
        store.write({ tables: [], durability: 'on-disk' }, (tx) => tx.claimSeq()),
      ),
    );
    expect(taken.toSorted((left, right) => left - right)).toEqual([1, 2, 3, 4, 5]);
    expect(await store.write({ tables: [], durability: 'on-disk' }, (tx) => tx.lastSeq())).toBe(5);
  });

  it('rows are found by id, by scope and counted', async () => {
    const store = open();
    await store.write({ tables: ['cards'], durability: 'relaxed' }, async (tx) => {
      const all = Array.from({ length: 120 }, (_, index) => cardRow(`c${index}`, 'x', index));
      await tx.putRows('cards', all);
      await tx.deleteRows('cards', ['c3']);
    });
    await store.read(['cards'], async (tx) => {
      const [first, gone] = await tx.rows('cards', ['c1', 'c3']);
      expect(first).toMatchObject({ id: 'c1', v: 1 });
      expect(gone).toBeUndefined();
      expect(await tx.countInScope('cards', 'project:p')).toBe(119);
      expect(await tx.idsInScope('cards', 'project:other')).toEqual([]);
      expect(await tx.scopesIn('cards')).toEqual(['project:p']);
      expect(await tx.ids('cards')).toHaveLength(119);
    });
  });

  it('pending mutations of a row are found in the order of seq', async () => {
    const store = open();
    await store.write({ tables: [], durability: 'on-disk' }, async (tx) => {
      await tx.putOutbox([renameItem(10, 'a'), renameItem(9, 'a'), renameItem(2, 'b')]);
      await tx.putOutbox([renameItem(11, 'a', { state: 'acked', v: 4 })]);
    });
    await store.read([], async (tx) => {
      expect((await tx.pendingOf(['cards/a'])).map(({ seq }) => seq)).toEqual([9, 10, 11]);
      expect((await tx.outbox()).map(({ seq }) => seq)).toEqual([2, 9, 10, 11]);
      expect((await tx.outboxIn('acked')).map(({ seq }) => seq)).toEqual([11]);
      expect((await tx.outboxIn('queued', 2)).map(({ seq }) => seq)).toEqual([2, 9]);
      expect(await tx.outboxCount()).toBe(4);
    });
  });

  it('mutations that the stream has not delivered are found in the order of seq, whatever their state', async () => {
    const store = open();
    const states = ['acked', 'queued', 'sending', 'quarantined', 'queued', 'acked'] as const;
    await store.write({ tables: [], durability: 'on-disk' }, (tx) =>
      tx.putOutbox(states.map((state, index) => renameItem(index + 1, 'a', { state }))),
    );
    const seqs = (items: readonly { readonly seq: number }[]) => items.map(({ seq }) => seq);
    await store.read([], async (tx) => {
      expect(seqs(await tx.outboxOpen(new Set()))).toEqual([2, 3, 4, 5]);
      expect(seqs(await tx.outboxOpen(new Set(), 3))).toEqual([2, 3, 4]);
      expect(seqs(await tx.outboxOpen(new Set([2, 3]), 3))).toEqual([4, 5]);
      expect(seqs(await tx.outboxOpen(new Set([2]), 3))).toEqual([3, 4, 5]);
      expect(await tx.outboxOpenCount()).toBe(4);
      expect(seqs(await tx.outboxAt([5, 3, 90]))).toEqual([3, 5]);
      expect(seqs(await tx.outboxAt([2, 5]))).toEqual([2, 5]);
      expect(seqs(await tx.outboxAt([]))).toEqual([]);
    });
  });

  it('[MUT-3] the journal has entries that are too old, and the oldest of too many', async () => {
    const store = open();
    await store.write({ tables: [], durability: 'on-disk' }, async (tx) => {
      const entries = [1, 2, 3, 4].map((seq) => ({
        seq,
        stream: 'org:1',
        item: renameItem(seq, 'a'),
        retiredAt: seq,
      }));
      await tx.putJournal(entries);
    });
    for (const [upTo, keep, old] of [
      [1, 2, [1, 2]],
      [3, 2, [1, 2, 3]],
      [0, 9, []],
    ] as const) {
      const found = await store.read([], (tx) => tx.oldInJournal(upTo, keep));
      expect(found.map(({ seq }) => seq)).toEqual(old);
    }
  });

  it('bases, rejected mutations and streams are stored by their keys', async () => {
    const store = open();
    const stream = {
      stream: 'org:1',
      epoch: 'e',
      cursor: 3,
      scopes: {},
      suspect: false,
    };
    await store.write({ tables: [], durability: 'on-disk' }, async (tx) => {
      await tx.putBase([{ key: 'cards/a', v: 2, row: null }]);
      await tx.putStream({ ...stream, lastSync: null });
    });
    await store.read([], async (tx) => {
      expect((await tx.base(['cards/a', 'cards/b'])).get('cards/a')).toMatchObject({ v: 2 });
      expect(await tx.allBases()).toHaveLength(1);
      expect(await tx.stream('org:1')).toMatchObject({ cursor: 3 });
      expect(await tx.stream('org:2')).toBeUndefined();
    });
  });
});
