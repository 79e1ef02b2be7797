/** Requests to IndexedDB, counted: unlike their time they do not depend on the machine. */
import { IDBIndex, IDBObjectStore } from 'fake-indexeddb';

const METHODS = ['get', 'getAll', 'getAllKeys', 'getKey', 'put', 'add', 'delete', 'count'] as const;

/** Requests such as `get tasks` while `work` runs, in their order. */
export async function requestsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  const requests: string[] = [];
  const restore: (() => void)[] = [];
  for (const prototype of [IDBObjectStore.prototype, IDBIndex.prototype]) {
    for (const method of METHODS) {
      const original = Object.getOwnPropertyDescriptor(prototype, method);
      if (typeof original?.value !== 'function') continue;
      const call: (...args: unknown[]) => unknown = original.value;
      Object.defineProperty(prototype, method, {
        ...original,
        value(this: { readonly name: string }, ...args: unknown[]) {
          requests.push(`${method} ${this.name}`);
          return call.apply(this, args);
        },
      });
      restore.push(() => Object.defineProperty(prototype, method, original));
    }
  }
  try {
    await work();
  } finally {
    for (const undo of restore) undo();
  }
  return requests;
}
