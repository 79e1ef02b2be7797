/** Lets one holder in at a time, in the order of arrival. */
export interface Mutex {
  /** Resolves with the way to let the next one in. */
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
