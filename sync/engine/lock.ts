import type { Lock } from '../core/ports/machine.ts';

/** ENG-2: longest wait for a lock in milliseconds; after it the work runs without the lock. */
export const LOCK_WAIT = 20_000;

/** Longest wait after a timeout, because the holder may be a suspended tab. */
const WAIT_AFTER_TIMEOUT = 500;

/**
 * The same lock with shorter waits after a timeout, until the lock is acquired again. Without them every write beside a
 * suspended holder would be sent 20 s late (ENG-4).
 */
export function rememberTimeouts(lock: Lock, waitAfterTimeout = WAIT_AFTER_TIMEOUT): Lock {
  const timedOut = new Set<string>();
  return {
    run: (name, wait, work) =>
      lock.run(name, timedOut.has(name) ? Math.min(wait, waitAfterTimeout) : wait, (isAcquired) => {
        if (isAcquired) timedOut.delete(name);
        else timedOut.add(name);
        return work(isAcquired);
      }),
  };
}
