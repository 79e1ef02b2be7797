import type { AccountDb } from '../../sync/client/index.ts';

/** Queries that run now, by store. */
const running = new WeakMap<AccountDb, Set<Promise<unknown>>>();

/**
 * Runs a live query whose result is rendered together with those of the others that run at the same time, such as the
 * columns of a board: a task that moves is never in two columns on the screen, and never in none. It ends when all that
 * ran when it was answered have ended; an error of another one does not concern it.
 */
export async function readTogether<T>(db: AccountDb, query: () => Promise<T>): Promise<T> {
  const all = running.get(db) ?? new Set();
  running.set(db, all);
  const own = query();
  all.add(own);
  try {
    return await own;
  } finally {
    all.delete(own);
    await Promise.allSettled(all);
  }
}
