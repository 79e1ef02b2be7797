import 'fake-indexeddb/auto';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, it } from 'vitest';
import { cards } from '../../../model/entities/card.ts';
import { cardRename } from '../../../model/mutations/card/card-rename.ts';
import type { Prepared } from '../../../model/mutations/define-mutation.ts';
import type { Store } from '../../../sync/core/ports/store.ts';
import { type AccountDb, accountDb, rows } from '../../../sync/store/database.ts';
import { dexieStore } from '../../../sync/store/dexie-store.ts';
import { writeAllLocally, writeLocally } from '../../../sync/store/local-write.ts';
import { writeMany } from '../../../sync/store/write-many.ts';
import { interruptedStore } from '../support/interrupted-store.ts';
import { ACTOR, cardRow } from '../support/items.ts';
import { requestsOf } from '../support/requests.ts';

const AT = 1_772_442_000_000;
const INPUT = { actor: ACTOR, at: AT };

let db: AccountDb;
let store: Store;

beforeEach(async () => {
  ({ db, store } = await opened());
});

describe.each([
  ['few', writeAllLocally],
  ['many', writeMany],
] as const)('several mutations, written as %s', (_how, write) => {
  it('[CLIENT-2] are one transaction with an entry each; a refused one is left out', async () => {
    const changes = ['c1', 'gone', 'c2'].map((id) => rename(id, 'Doing'));
    const refusals = await write(store, changes, INPUT);
    expect(refusals.map((refusal) => refusal?.code)).toEqual([undefined, 'not_found', undefined]);
    expect(await db.outbox.toArray()).toMatchObject([
      { seq: 1, keys: ['cards/c1'] },
      { seq: 2, keys: ['cards/c2'] },
    ]);
    expect((await rows(db, cards).bulkGet(['c1', 'c2'])).map((card) => card?.name)).toEqual([
      'Doing',
      'Doing',
    ]);
  });

  it('[CLIENT-2] are committed all or not at all', async () => {
    const good = rename('c1', 'Doing');
    const broken = {
      ...good,
      check: async () => {
        throw new Error('the disk is full');
      },
    };
    await expect(write(store, [good, broken], INPUT)).rejects.toThrow('the disk is full');
    expect(await db.outbox.count()).toBe(0);
    expect((await rows(db, cards).get('c1'))?.name).toBe('To do');
  });

  it('[CLIENT-7] are not written to a store that a newer build has claimed', async () => {
    await db.meta.put({ key: 'writer', minWriter: 99 });
    await expect(write(store, [rename('c1', 'Doing')], INPUT)).rejects.toMatchObject({
      code: 'schema_too_old',
    });
    expect((await rows(db, cards).get('c1'))?.name).toBe('To do');
  });

  it('[MUT-5] have the result of the same mutations one by one', async () => {
    const apart = await opened();
    const changes = [
      rename('c1', 'Doing'),
      rename('c2', 'Doing'),
      rename('c1', 'Done'),
      rename('c3', 'Later'),
    ];
    await write(store, changes, INPUT);
    for (const prepared of changes) await writeLocally(apart.store, { prepared, ...INPUT });
    expect(await contentOf(db)).toEqual(await contentOf(apart.db));
    expect(await db.outbox.count()).toBe(3);
  });
});

describe('many mutations', () => {
  it('[CLIENT-2] read and write in as many round trips as a few', async () => {
    const asked = async (count: number) => {
      const device = await opened(count);
      const changes = ids(count).map((id) => rename(id, 'Doing'));
      const calls: string[] = [];
      const counted: Store = {
        ...device.store,
        read: (tables, work) => {
          calls.push('read');
          return device.store.read(tables, work);
        },
        write: (options, work) => {
          calls.push('write');
          return device.store.write(options, work);
        },
      };
      const requests = await requestsOf(() => writeMany(counted, changes, INPUT));
      return { calls, reads: requests.filter((request) => request.startsWith('getAll')) };
    };
    const few = await asked(12);
    expect(await asked(48)).toEqual(few);
    expect(few.calls.filter((call) => call === 'write')).toHaveLength(1);
  });

  it('[CLIENT-2] are computed again when another write comes between', async () => {
    const interrupted = interruptedStore(store, () =>
      writeLocally(store, { prepared: rename('c1', 'Theirs'), ...INPUT }),
    );
    await writeMany(interrupted, [rename('c1', 'Mine'), rename('c2', 'Mine')], INPUT);
    // MUT-5: both edits of the first card are one unsent mutation.
    expect(await db.outbox.toArray()).toMatchObject([
      { seq: 1, args: { id: 'c1', name: 'Mine' } },
      { seq: 2, args: { id: 'c2', name: 'Mine' } },
    ]);
    expect((await db.base.get('cards/c1'))?.row).toMatchObject({ name: 'To do' });
  });

  it('[CLIENT-2] are written although their rows change again and again', async () => {
    let others = 0;
    const other = (time: number) => {
      others = time;
      return writeLocally(store, { prepared: rename('c1', `Theirs ${String(time)}`), ...INPUT });
    };
    const busy = interruptedStore(store, other, 1_000);
    expect(await writeMany(busy, [rename('c1', 'Mine'), rename('c2', 'Mine')], INPUT)).toEqual([
      undefined,
      undefined,
    ]);
    expect((await rows(db, cards).bulkGet(['c1', 'c2'])).map((card) => card?.name)).toEqual([
      'Mine',
      'Mine',
    ]);
    expect(await db.outbox.count()).toBe(2);
    expect(others).toBeLessThan(10);
  });
});

function rename(id: string, name: string): Prepared {
  return cardRename.prepare({ id, name });
}

function ids(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `c${String(index + 1)}`);
}

async function opened(count = 3): Promise<{ readonly db: AccountDb; readonly store: Store }> {
  const fresh = accountDb('many', { indexedDB: new IDBFactory(), IDBKeyRange });
  await rows(fresh, cards).bulkPut(
    ids(count).map((id, index) => cards.parse(cardRow(id, 'To do', 7 + index))),
  );
  const source = { now: () => AT, randomBytes: (target: Uint8Array) => target.fill(7) };
  return { db: fresh, store: dexieStore(fresh, source) };
}

async function contentOf(of: AccountDb) {
  return {
    rows: await rows(of, cards).toArray(),
    base: await of.base.toArray(),
    outbox: await of.outbox.toArray(),
  };
}
