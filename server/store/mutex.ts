import { nextTurn } from '../shared/next-turn.ts';

/** Holders after which other work of the process has its turn. */
const HOLDERS_A_TURN = 4;

/** Admits one holder at a time, in the order of the calls. */
export interface Mutex {
  /** Resolves with the function that releases the lock. */
  readonly lock: () => Promise<() => void>;
}

/**
 * The embedded database works within the call, so that a queue of its users would run to the end before the process
 * accepts another request: after a few of them the next one waits for the other requests.
 */
export function createMutex(): Mutex {
  let last: Promise<void> = Promise.resolve();
  let holders = 0;
  return {
    lock: async () => {
      const before = last;
      const { promise, resolve } = Promise.withResolvers<void>();
      last = promise;
      await before;
      holders += 1;
      if (holders % HOLDERS_A_TURN === 0) await nextTurn();
      return resolve;
    },
  };
}
