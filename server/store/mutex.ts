/** Admits one holder at a time, in the order of the calls. */
export interface Mutex {
  /** Resolves with the function that releases the lock. */
  readonly lock: () => Promise<() => void>;
}

export function createMutex(): Mutex {
  let last: Promise<void> = Promise.resolve();
  return {
    lock: () => {
      const before = last;
      const { promise, resolve } = Promise.withResolvers<void>();
      last = promise;
      return before.then(() => resolve);
    },
  };
}
