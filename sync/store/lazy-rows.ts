import type Dexie from 'dexie';
import type { DBCore, DBCoreTable } from 'dexie';
import type { SealedRows } from './sealed-rows.ts';

/** Form of a row in IndexedDB. */
export type StoredForm = (table: string, row: object) => object;

/**
 * Makes a database encrypt its rows. Cipher and key are loaded when it opens, and the first row is read only after
 * that: Dexie delays every request until a database is ready. Opening rejects when the key is missing.
 */
export function encryptRows(dexie: Dexie, load: () => Promise<SealedRows>): StoredForm {
  let loaded: SealedRows | undefined;
  const tables = new Map<string, DBCoreTable>();
  const rows = (): SealedRows => {
    if (loaded === undefined) throw new Error('The store is used before its key is loaded');
    return loaded;
  };
  dexie.on('ready', async () => {
    loaded ??= await load();
  });
  dexie.use({
    stack: 'dbcore',
    name: 'sealed-rows',
    // Directly above IndexedDB: higher layers, live queries among them, read decrypted rows.
    level: -10,
    create: (core: DBCore): DBCore => ({
      ...core,
      table: (name) => {
        const table = core.table(name);
        tables.set(name, table);
        return whenReady(table, () => rows().table(table));
      },
    }),
  });
  return (name, row) => {
    const table = tables.get(name);
    if (table === undefined) throw new Error(`No table ${name}`);
    return rows().stored(table, row);
  };
}

/** Table that `make` creates on the first request. */
function whenReady(table: DBCoreTable, make: () => DBCoreTable): DBCoreTable {
  let made: DBCoreTable | undefined;
  const ready = () => (made ??= make());
  return {
    ...table,
    get: (request) => ready().get(request),
    getMany: (request) => ready().getMany(request),
    query: (request) => ready().query(request),
    count: (request) => ready().count(request),
    openCursor: (request) => ready().openCursor(request),
    mutate: (request) => ready().mutate(request),
  };
}
