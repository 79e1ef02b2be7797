import { IDBKeyRange } from 'fake-indexeddb';
import { accountDb } from '../../sync/store/database.ts';

/** A store of an IndexedDB in memory. */
export interface StorePlace {
  readonly factory: IDBFactory;
  readonly name: string;
}

/** Copies an account's store, like a copied folder of a closed browser. */
export async function copyStore(from: StorePlace, to: StorePlace): Promise<void> {
  const [source, target] = [from, to].map(({ factory, name }) =>
    accountDb(name, { indexedDB: factory, IDBKeyRange }),
  );
  if (source === undefined || target === undefined) throw new Error('There are two stores');
  for (const { name: table } of source.dexie.tables) {
    await target.dexie.table(table).bulkPut(await source.dexie.table(table).toArray());
  }
  source.dexie.close();
  target.dexie.close();
}
