import type { Lock } from '../core/ports/machine.ts';

/** ENG-2: a lock is waited for at most this long (milliseconds); then the work is done without it. */
export const LOCK_WAIT = 20_000;

/** How long it is waited for when the last wait for it timed out: its holder may be a tab that is stopped for good. */
const WAIT_AFTER_TIMEOUT = 500;

/**
 * The same lock, with a memory: once a wait for a name has timed out, the next ones are short until the lock is had
 * again. Otherwise everything written beside a stopped holder would start 20 s late, each time (ENG-4).
 */
export function rememberTimeouts(lock: Lock, waitAfterTimeout = WAIT_AFTER_TIMEOUT): Lock {
  const timedOut = new Set<string>();
  return {
    run: (name, wait, work) =>
      lock.run(name, timedOut.has(name) ? Math.min(wait, waitAfterTimeout) : wait, (held) => {
        if (held) timedOut.delete(name);
        else timedOut.add(name);
        return work(held);
      }),
  };
}
