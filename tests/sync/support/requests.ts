/** Requests to IndexedDB, counted: unlike their time they do not depend on the machine. */
import { IDBIndex, IDBObjectStore, IDBRequest } from 'fake-indexeddb';

const METHODS = ['get', 'getAll', 'getAllKeys', 'getKey', 'put', 'add', 'delete', 'count'] as const;

/** Requests such as `get tasks` while `work` runs, in their order. */
export async function requestsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  return (await roundsOf(work)).flat();
}

/** The same by rounds: a request that is made after a response to one of the present round begins the next one. */
export async function roundsOf(
  work: () => Promise<unknown>,
): Promise<readonly (readonly string[])[]> {
  const rounds: string[][] = [];
  let isAnswered = true;
  const restore: (() => void)[] = [];
  for (const prototype of [IDBObjectStore.prototype, IDBIndex.prototype]) {
    for (const method of METHODS) {
      const original = Object.getOwnPropertyDescriptor(prototype, method);
      if (typeof original?.value !== 'function') continue;
      const call: (...args: unknown[]) => unknown = original.value;
      Object.defineProperty(prototype, method, {
        ...original,
        value(this: { readonly name: string }, ...args: unknown[]) {
          if (isAnswered) rounds.push([]);
          isAnswered = false;
          const round = rounds.length;
          rounds.at(-1)?.push(`${method} ${this.name}`);
          const request: unknown = call.apply(this, args);
          if (request instanceof IDBRequest) {
            request.addEventListener('success', () => {
              isAnswered ||= round === rounds.length;
            });
          }
          return request;
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
  return rounds;
}
