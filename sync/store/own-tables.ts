import type { Refusal } from '../../model/shared/errors.ts';
import type { Store } from '../core/ports/store.ts';
import type { LocalTx } from './deferred-tx.ts';
import { type LocalWrite, tablesOf, writeLocally } from './local-write.ts';

/** Thrown for a table that is not in the transaction: nothing is written, and the write is tried again with it. */
class MissingTable extends Error {
  readonly table: string;

  constructor(table: string) {
    super(`${table} is not in this transaction`);
    this.table = table;
  }
}

/**
 * Writes each mutation in a transaction over the entity tables that it needs: one over all of them takes twice as long,
 * and live queries of the others wait for it. Rules read rows that no declaration names, so the tables of a mutation are
 * learned: a read of another table aborts the transaction, which is repeated with it. The caller has no transaction open.
 */
export function ownTableWrites(store: Store): (write: LocalWrite) => Promise<Refusal | undefined> {
  /** Tables that rules have read, by the name of the mutation. */
  const learned = new Map<string, Set<string>>();
  return async (write) => {
    const { name } = write.prepared;
    const read = learned.get(name) ?? new Set<string>();
    learned.set(name, read);
    for (;;) {
      const tables = new Set([...tablesOf(write), ...read]);
      try {
        return await writeLocally(store, write, {
          tables: [...tables],
          limit: (tx) => limitedTo(tx, tables),
        });
      } catch (error) {
        if (!(error instanceof MissingTable) || read.has(error.table)) throw error;
        read.add(error.table);
      }
    }
  };
}

function limitedTo(tx: LocalTx, tables: ReadonlySet<string>): LocalTx {
  const within = <T>(table: string, work: () => Promise<T>): Promise<T> =>
    tables.has(table) ? work() : Promise.reject(new MissingTable(table));
  return {
    ...tx,
    rows: (table, ids) => within(table, () => tx.rows(table, ids)),
    putRows: (table, rows) => within(table, () => tx.putRows(table, rows)),
    deleteRows: (table, ids) => within(table, () => tx.deleteRows(table, ids)),
  };
}
