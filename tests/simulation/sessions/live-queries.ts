import Dexie from 'dexie';
import { IDBKeyRange } from 'fake-indexeddb';

/**
 * Dexie runs live queries only where a browser's IndexedDB exists, and the worker reads the names of databases there.
 * Returns the function that ends this.
 */
export function installLiveQueries(indexedDB: IDBFactory): () => void {
  const before = { ...Dexie.dependencies };
  Object.assign(Dexie.dependencies, { indexedDB, IDBKeyRange });
  Reflect.set(globalThis, 'indexedDB', indexedDB);
  return () => {
    Object.assign(Dexie.dependencies, before);
    Reflect.deleteProperty(globalThis, 'indexedDB');
  };
}
