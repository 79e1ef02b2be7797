import { IDBDatabase, IDBObjectStore } from 'fake-indexeddb';
import { vi } from 'vitest';

/** A readwrite transaction of IndexedDB, as it was asked for, and the tables that it has changed. */
export interface Written {
  readonly durability: IDBTransactionDurability | undefined;
  readonly tables: Set<string>;
}

/**
 * Records the readwrite transactions of databases that open from now on, in the order in which they begin;
 * `vi.restoreAllMocks` ends it. Dexie keeps the functions that a database has when it opens.
 */
export function recordTransactions(): Written[] {
  const all: Written[] = [];
  const records = new WeakMap<IDBTransaction, Written>();
  const begin = IDBDatabase.prototype.transaction;
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function transaction(
    this: IDBDatabase,
    ...args: Parameters<typeof begin>
  ) {
    const transaction = begin.apply(this, args);
    const record = { durability: args[2]?.durability, tables: new Set<string>() };
    records.set(transaction, record);
    if (args[1] === 'readwrite') all.push(record);
    return transaction;
  });
  for (const name of ['put', 'add', 'delete', 'clear'] as const) {
    const change = IDBObjectStore.prototype[name];
    vi.spyOn(IDBObjectStore.prototype, name).mockImplementation(function changed(
      this: IDBObjectStore,
      ...args: unknown[]
    ) {
      records.get(this.transaction)?.tables.add(this.name);
      return Reflect.apply(change, this, args);
    });
  }
  return all;
}
