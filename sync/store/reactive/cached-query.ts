import type { AccountDb } from '../database.ts';
import { followTables } from './changes.ts';
import type { Observed } from './observed.ts';

export interface CachedQueryOptions<T> {
  /** Tables whose rows the query reads. */
  readonly tables: readonly string[];
  /** Minimum milliseconds from a change to the next read, also by the last value; longer when a read takes long. */
  readonly wait: number | ((value: T | undefined) => number);
  /** True for a query that keeps no value without listeners, so that a later screen does not start with an old one. */
  readonly forgets?: boolean;
}

/** A long read (thousands of pending mutations) is followed by a pause of this many times its duration. */
const REST = 4;

/**
 * Reads again when one of the tables has changed, here or in another tab. Separate live queries for the same value
 * would cost as many transactions, all of them before the read of the row that the person has just changed.
 */
export function cachedQuery<T>(
  db: AccountDb,
  query: (db: AccountDb) => Promise<T>,
  { tables, wait, forgets = false }: CachedQueryOptions<T>,
): Observed<T> {
  const listeners = new Set<() => void>();
  let value: T | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let reading = false;
  let again = false;
  let took = 0;
  let stop: () => void = () => undefined;

  const pause = () => Math.max(typeof wait === 'number' ? wait : wait(value), took * REST);
  const later = () => {
    if (reading) again = true;
    else timer ??= setTimeout(() => void read(), pause());
  };
  const read = async () => {
    timer = undefined;
    reading = true;
    const start = performance.now();
    try {
      value = await query(db);
    } catch {
      // A closed or deleted store keeps the last value until it opens again.
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
