import type { AccountDb } from '../database.ts';
import { followTables } from './changes.ts';
import type { Observed } from './observed.ts';

export interface CachedQueryOptions {
  /** Tables whose rows the query reads. */
  readonly tables: readonly string[];
  /** Milliseconds after a change until it is read again, at most once at a time; longer where reading takes long. */
  readonly wait: number;
  /** Nothing is remembered while nobody listens: for lists that a later look must not begin with. */
  readonly forgets?: boolean;
}

/** A reading that takes long (thousands of changes wait) is followed by this many times as long without one. */
const REST = 4;

/**
 * Reads again when one of the tables has changed, here or in another tab. A live query for each part of a screen that
 * wants to know the same costs as many transactions, all of them before the row the person has just changed is read.
 */
export function cachedQuery<T>(
  db: AccountDb,
  query: (db: AccountDb) => Promise<T>,
  { tables, wait, forgets = false }: CachedQueryOptions,
): Observed<T> {
  const listeners = new Set<() => void>();
  let value: T | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let reading = false;
  let again = false;
  let took = 0;
  let stop: () => void = () => undefined;

  const later = () => {
    if (reading) again = true;
    else timer ??= setTimeout(() => void read(), Math.max(wait, took * REST));
  };
  const read = async () => {
    timer = undefined;
    reading = true;
    const start = performance.now();
    try {
      value = await query(db);
    } catch {
      // A store that is closed or gone: what was known stays until it opens again.
    }
    if (forgets && listeners.size === 0) value = undefined;
    reading = false;
    took = performance.now() - start;
    for (const listener of listeners) listener();
    if (!again || listeners.size === 0) return;
    again = false;
    later();
  };
  return {
    current: () => value,
    subscribe: (listener) => {
      listeners.add(listener);
      if (listeners.size === 1) {
        stop = followTables(db.dexie, tables, later);
        if (!reading) void read();
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stop();
        clearTimeout(timer);
        timer = undefined;
        if (forgets) value = undefined;
      };
    },
  };
}
