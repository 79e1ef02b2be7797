import Dexie from 'dexie';
import { IDBKeyRange } from 'fake-indexeddb';

/** Dexie runs live queries only where a browser's IndexedDB exists. Returns the function that ends this. */
export function installLiveQueries(indexedDB: IDBFactory): () => void {
  const before = { ...Dexie.dependencies };
  Object.assign(Dexie.dependencies, { indexedDB, IDBKeyRange });
  return () => void Object.assign(Dexie.dependencies, before);
}
