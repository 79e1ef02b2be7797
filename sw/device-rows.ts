import { keyLock } from '../model/protocol/device-key.ts';

/** Rows of this device's databases (sync/store/device-db.ts, sync/store/database.ts), read without the store's code. */

/**
 * Person who is signed in and whose files may be cached here. Undefined without a session, and where what is stored is
 * encrypted: on a shared computer, and on a device with a passphrase (decision 0099).
 */
export async function personHere(): Promise<string | undefined> {
  return withDatabase('cairn-device', async (database) => {
    const session = await rowOf(database, 'session', 'current');
    const person = fieldOf(session, 'userId');
    const isPlain = fieldOf(session, 'shared') !== true && fieldOf(session, 'keyId') === undefined;
    return typeof person === 'string' && isPlain ? person : undefined;
  });
}

/** True when what is stored is encrypted and no page has the key: the passphrase has not been entered yet. */
export async function isLocked(): Promise<boolean> {
  const keyId = await withDatabase('cairn-device', async (database) =>
    fieldOf(await rowOf(database, 'session', 'current'), 'keyId'),
  );
  if (typeof keyId !== 'string') return false;
  const { held = [] } = await navigator.locks.query();
  return !held.some(({ name }) => name === keyLock(keyId));
}

/**
 * True when the file has a row on this device, in an organisation of this person. The row is deleted with the right to
 * read it (PULL-5), and the cached bytes after it.
 */
export async function hasFileRow(person: string, file: string): Promise<boolean> {
  for (const name of await storesOf(person)) {
    const row = await withDatabase(name, (database) => rowOf(database, 'files', file));
    if (row !== undefined) return true;
  }
  return false;
}

/** Largest budget for files that the person has chosen in one of their organisations, in bytes. */
export async function chosenBudget(person: string): Promise<number | undefined> {
  const chosen: number[] = [];
  for (const name of await storesOf(person)) {
    const row = await withDatabase(name, (database) => rowOf(database, 'meta', 'packing'));
    const budget = fieldOf(row, 'budget');
    if (typeof budget === 'number') chosen.push(budget);
  }
  return chosen.length === 0 ? undefined : Math.max(...chosen);
}

/** Store names of a person's organisations, without those that have ended their access. */
async function storesOf(person: string): Promise<readonly string[]> {
  const accounts = await withDatabase('cairn-device', (database) =>
    asked<unknown[]>(database, 'accounts', (store) => store.index('userId').getAll(person)),
  );
  return (accounts ?? [])
    .filter((account) => fieldOf(account, 'lost') === undefined)
    .map((account) => fieldOf(account, 'dbName'))
    .filter((name) => typeof name === 'string');
}

function rowOf(database: IDBDatabase, table: string, key: string): Promise<unknown> {
  return asked<unknown>(database, table, (store) => store.get(key));
}

/** Undefined when the table does not exist or cannot be read. */
function asked<T>(
  database: IDBDatabase,
  table: string,
  ask: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  return new Promise((resolve) => {
    if (!database.objectStoreNames.contains(table)) {
      resolve(undefined);
      return;
    }
    const request = ask(database.transaction(table).objectStore(table));
    request.onerror = () => resolve(undefined);
    request.onsuccess = () => resolve(request.result);
  });
}

/** Undefined when the database does not exist or cannot be read. */
async function withDatabase<T>(
  name: string,
  work: (database: IDBDatabase) => Promise<T>,
): Promise<T | undefined> {
  const database = await opened(name);
  if (database === undefined) return undefined;
  try {
    return await work(database);
  } catch {
    return undefined;
  } finally {
    database.close();
  }
}

function opened(name: string): Promise<IDBDatabase | undefined> {
  return new Promise((resolve) => {
    const opening = indexedDB.open(name);
    // The database does not exist, and must not be created here.
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onerror = () => resolve(undefined);
    opening.onblocked = () => resolve(undefined);
    opening.onsuccess = () => {
      const database = opening.result;
      database.onversionchange = () => database.close();
      resolve(database);
    };
  });
}

function fieldOf(row: unknown, field: string): unknown {
  return typeof row === 'object' && row !== null ? Reflect.get(row, field) : undefined;
}
