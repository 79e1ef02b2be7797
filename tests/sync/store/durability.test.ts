import 'fake-indexeddb/auto';
import { afterEach, expect, it, vi } from 'vitest';
import { accountDb } from '../../../sync/store/database.ts';
import { dexieStore } from '../../../sync/store/dexie-store.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

it('[CLIENT-8] writes wait for the disk, applied server changes do not', async () => {
  const asked: unknown[] = [];
  const begin = IDBDatabase.prototype.transaction;
  // Installed before the database opens, because Dexie keeps the function that it finds then.
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function transaction(
    this: IDBDatabase,
    ...args: Parameters<IDBDatabase['transaction']>
  ) {
    if (args[1] === 'readwrite') asked.push(args[2]?.durability);
    return begin.apply(this, args);
  });
  const db = accountDb('durability');
  await db.dexie.open();
  asked.length = 0;
  const store = dexieStore(db, { now: () => 1, randomBytes: (target) => target });
  // A person's write, the engine's update of the outbox, rows of a page, and a single table.
  await store.write('all', (tx) => tx.claimSeq());
  await store.write([], (tx) => tx.claimSeq());
  await store.write(['tasks', 'cards'], (tx) => tx.claimSeq());
  await db.outbox.delete(1);
  await db.dexie.delete();
  expect(asked).toEqual(['strict', 'strict', 'relaxed', 'strict']);
});
