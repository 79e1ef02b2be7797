import Dexie from 'dexie';
import type { RawRow } from '../../model/entities/define-entity.ts';
import { entityOf } from '../../model/entities/registry.ts';
import type { Publication, StoreTx } from '../core/ports/store.ts';
import { type AccountDb, withLocalKeys } from './database.ts';
import { putPrecisely } from './precise-put.ts';
import { tablesAtCommit } from './reactive/changes.ts';

/** The puts of a transaction. */
export type Puts = Pick<StoreTx, 'putRows' | 'putOutbox'>;

/** From 50 rows in one bulk put on, Dexie wakes every live query of the table. */
const BULK = 49;

/** The ways to put rows and mutations, by what live queries are notified of. */
export function putsOf(db: AccountDb): Readonly<Record<Publication, Puts>> {
  const announceAtCommit = tablesAtCommit(db.dexie);
  const stored = (table: string, rows: readonly RawRow[]) => {
    const entity = entityOf(table);
    return rows.map((row) => db.stored(table, withLocalKeys(entity, row)));
  };
  const { name: outbox } = db.outbox;
  const whenAnnounced: Puts = {
    putRows: (table, rows) => putNatively(table, stored(table, rows)),
    putOutbox: (items) =>
      putNatively(
        outbox,
        items.map((item) => db.stored(outbox, item)),
      ),
  };
  const byTable: Puts = {
    putRows: (table, rows) => {
      announceAtCommit(table);
      return whenAnnounced.putRows(table, rows);
    },
    putOutbox: (items) => {
      announceAtCommit(outbox);
      return whenAnnounced.putOutbox(items);
    },
  };
  const byRow: Puts = {
    putRows: async (table, rows) => {
      const entity = entityOf(table);
      // In sequence, because Dexie forgets the old versions that it compares with at the next put.
      for (const bulk of bulksOf(rows)) {
        const keyed = bulk.map((row) => withLocalKeys(entity, row));
        for (const row of keyed) db.commits.note(table, row.id, row);
        await putPrecisely(db.dexie.table(table), keyed);
      }
    },
    putOutbox: async (items) => {
      // Publishing the keys of more mutations costs more than reading the outbox again.
      if (items.length > BULK) await byTable.putOutbox(items);
      else if (items.length > 0) await db.outbox.bulkPut([...items]);
    },
  };
  return { 'by-row': byRow, 'by-table': byTable, 'when-announced': whenAnnounced };
}

/** Makes bulk calls that Dexie publishes row by row. The calls run concurrently; IndexedDB keeps their order. */
export async function inBulks<T>(
  all: readonly T[],
  write: (bulk: readonly T[]) => PromiseLike<unknown>,
): Promise<void> {
  await Promise.all(bulksOf(all).map((bulk) => write(bulk)));
}

function bulksOf<T>(all: readonly T[]): readonly (readonly T[])[] {
  const bulks: (readonly T[])[] = [];
  for (let start = 0; start < all.length; start += BULK) bulks.push(all.slice(start, start + BULK));
  return bulks;
}

/** Bypasses Dexie, which would publish every index key of every row, inside its own transaction. */
function putNatively(table: string, rows: readonly object[]): Promise<void> {
  const store = Dexie.currentTransaction.idbtrans.objectStore(table);
  return new Dexie.Promise<void>((resolve, reject) => {
    let last: IDBRequest | undefined;
    for (const row of rows) last = store.put(row);
    if (last === undefined) {
      resolve();
      return;
    }
    last.onsuccess = () => resolve();
    last.onerror = () => reject(last.error);
  });
}
