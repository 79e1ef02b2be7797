import fc from 'fast-check';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { describe, expect, it } from 'vitest';
import type { MutationState, OutboxItem, OutboxPort } from '../../../sync/core/ports/outbox.ts';
import type { Store } from '../../../sync/core/ports/store.ts';
import { type AccountDb, accountDb } from '../../../sync/store/database.ts';
import { dexieStore } from '../../../sync/store/dexie-store.ts';
import { keepUnsentOnly } from '../../../sync/store/keep-unsent.ts';
import { outboxCounts, outboxOf, outboxRows } from '../../../sync/store/outbox-rows.ts';
import { unsentOf } from '../../../sync/store/prepare.ts';
import { pendingMark, syncStatus } from '../../../sync/store/sync-status.ts';
import { renameItem } from '../support/items.ts';
import { memoryStore } from '../support/memory-store.ts';

const ids = { now: () => 1, randomBytes: (target: Uint8Array) => target };

function openDb(): AccountDb {
  return accountDb('marks', { indexedDB: new IDBFactory(), IDBKeyRange });
}

const write = <T>(store: Store, work: (tx: OutboxPort) => Promise<T>) =>
  store.write({ tables: [], durability: 'on-disk' }, work);

/** Mutations of the rows `r0`, `r1`, … with the seqs from 1. */
const queued = (count: number) =>
  Array.from({ length: count }, (_none, index) => renameItem(index + 1, `r${index}`));

const sending = ({ tries }: OutboxItem) => ({ state: 'sending', tries: tries + 1 }) as const;
const acked = ({ seq, tries }: OutboxItem) => ({ state: 'acked', tries, v: 100 + seq }) as const;

/** A store with a batch of 60 mutations that is being sent. */
async function sent() {
  const db = openDb();
  const store = dexieStore(db, ids);
  const items = queued(60);
  await write(store, (tx) => tx.putOutbox(items));
  await write(store, (tx) => tx.markOutbox(items, sending));
  return { db, store, items };
}

describe('states of many mutations', () => {
  it('are in one row, and every reader sees them', async () => {
    const { db, store, items } = await sent();
    expect((await db.outbox.get(60))?.state).toBe('queued');
    expect((await outboxRows(db)).map(({ state }) => state)).toEqual(items.map(() => 'sending'));
    expect(await pendingMark(db, 'cards', 'r59')).toBe('sending');

    await write(store, async (tx) => tx.markOutbox(await tx.outbox(50), acked));
    expect(await outboxCounts(db)).toEqual({ all: 60, acked: 50, quarantined: 0 });
    expect(await outboxOf(db, ['cards/r0', 'cards/r59'])).toMatchObject([
      { seq: 1, state: 'acked', tries: 1, v: 101 },
      { seq: 60, state: 'sending', tries: 1 },
    ]);
    expect([await unsentOf(db), await pendingMark(db, 'cards', 'r0')]).toEqual([10, 'none']);
    expect(await syncStatus(db)).toMatchObject({ waiting: 10 });
  });

  it('[MUT-5] a mutation that a long batch has sent is not merged with or withdrawn', async () => {
    const { store } = await sent();
    const [found] = await write(store, (tx) => tx.pendingOf(['cards/r7']));
    expect(found).toMatchObject({ seq: 8, state: 'sending', tries: 1 });
  });

  it('leave nothing behind when their mutations are put again and deleted', async () => {
    const { db, store, items } = await sent();
    await write(store, async (tx) => {
      const all = await tx.outbox();
      await tx.putOutbox(all.slice(0, 20).map((item) => ({ ...item, state: 'queued' })));
      await tx.deleteOutbox(all.slice(20).map(({ seq }) => seq));
    });
    expect(await outboxRows(db)).toEqual(items.slice(0, 20).map((one) => ({ ...one, tries: 1 })));
    expect(await db.meta.get('client')).not.toHaveProperty('marks');
  });

  it('[ID-2.1] marks that are removed while numbers are claimed cost no number, and no other mark', async () => {
    const { db, store } = await sent();
    const seqs = await store.write({ tables: [], durability: 'on-disk' }, (tx) =>
      Promise.all([
        tx.claimSeq(),
        tx.deleteOutbox([1, 2]),
        tx.claimSeq(),
        tx.putOutbox([renameItem(3, 'r2')]),
      ]),
    );
    expect([seqs[0], seqs[2]].toSorted()).toEqual([1, 2]);
    const client = await db.meta.get('client');
    expect(client).toMatchObject({ nextSeq: 3 });
    expect((await outboxRows(db)).slice(0, 2)).toMatchObject([
      { seq: 3, state: 'queued' },
      { seq: 4, state: 'sending' },
    ]);
    expect(client).toHaveProperty('marks.length', 57);
  });

  it('[CLIENT-9.4] confirmed ones leave a store that keeps only unsent work', async () => {
    const db = openDb();
    const store = dexieStore(db, ids);
    await write(store, (tx) => tx.putOutbox(queued(60)));
    await write(store, async (tx) => tx.markOutbox(await tx.outbox(55), acked));
    await keepUnsentOnly(db);
    expect((await db.outbox.toArray()).map(({ seq }) => seq)).toEqual([56, 57, 58, 59, 60]);
    expect(await unsentOf(db)).toBe(5);
  });

  it('[CLIENT-9.4] the tasks that were opened last leave it as well', async () => {
    const db = openDb();
    const store = dexieStore(db, ids);
    const noted = { tables: [], durability: 'relaxed' } as const;
    await store.write(noted, (tx) => tx.putRecentTasks({ a: 1 }));
    await keepUnsentOnly(db);
    expect(await store.read([], (tx) => tx.recentTasks())).toEqual({});
  });

  it('are read like those of a store that puts each mutation', async () => {
    const step = fc.record({
      kind: fc.constantFrom('send', 'ack', 'requeue', 'quarantine', 'delete'),
      from: fc.nat(30),
      count: fc.integer({ min: 1, max: 12 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const db = { ...openDb(), marksFrom: 2 };
        const stores = [memoryStore(), dexieStore(db, ids)];
        const seen = await Promise.all(
          stores.map(async (store) => {
            await write(store, (tx) => tx.putOutbox(queued(30)));
            const states: unknown[] = [];
            for (const { kind, from, count } of steps) {
              await write(store, async (tx) => change(tx, { kind, from, count }));
              states.push(await write(store, readAll));
            }
            return states;
          }),
        );
        expect(seen[1]).toEqual(seen[0]);
        db.dexie.close();
      }),
      { numRuns: 40 },
    );
  });
});

interface Step {
  readonly kind: string;
  readonly from: number;
  readonly count: number;
}

async function change(tx: OutboxPort, { kind, from, count }: Step): Promise<void> {
  const items = (await tx.outbox()).slice(from, from + count);
  const put = (state: MutationState) => tx.putOutbox(items.map((item) => ({ ...item, state })));
  const open = items.filter(({ state }) => state !== 'acked');
  if (kind === 'send') await tx.markOutbox(open, sending);
  else if (kind === 'ack') await tx.markOutbox(items, acked);
  else if (kind === 'requeue') await put('queued');
  else if (kind === 'quarantine') await put('quarantined');
  else await tx.deleteOutbox(items.map(({ seq }) => seq));
}

async function readAll(tx: OutboxPort) {
  const without = new Set((await tx.outboxIn('sending', 3)).map(({ seq }) => seq));
  return {
    all: await tx.outbox(),
    first: await tx.outbox(4),
    open: await tx.outboxOpen(new Set()),
    few: await tx.outboxOpen(without, 5),
    count: await tx.outboxOpenCount(),
    at: await tx.outboxAt([2, 3, 11]),
    acked: await tx.outboxIn('acked', 3),
    sending: await tx.outboxIn('sending'),
    queued: await tx.outboxIn('queued'),
    of: await tx.pendingOf(['cards/r3', 'cards/r10']),
  };
}
