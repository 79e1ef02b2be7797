import Dexie, { type ObservabilitySet, RangeSet, type Transaction } from 'dexie';
import { outermost } from './own-commits.ts';

/** Ids of the changed rows; `all` when Dexie reports a range of them, as after a bulk write. */
export type ChangedIds = readonly string[] | 'all';

/** Part of a change event that lists rows by their primary key. */
function keysOf(dexie: Dexie, table: string): string {
  return `idb://${dexie.name}/${table}/`;
}

/**
 * Calls back after each transaction of this page, another tab or the worker that changed rows of the table. Returns the
 * unsubscribe function.
 */
export function followTable(
  dexie: Dexie,
  table: string,
  changed: (ids: ChangedIds) => void,
): () => void {
  const part = keysOf(dexie, table);
  return listen((parts) => {
    const touched = parts[part] ?? parts['all'];
    if (touched === undefined) return;
    const ranges = Array.from(new RangeSet().add(touched));
    const isAll = ranges.some(({ from, to }) => from !== to);
    changed(isAll ? 'all' : ranges.map(({ from }) => String(from)));
  });
}

/** The same for several tables, without the ids. */
export function followTables(
  dexie: Dexie,
  tables: readonly string[],
  changed: () => void,
): () => void {
  const prefixes = tables.map((table) => keysOf(dexie, table));
  return listen((parts) => {
    const isTouched = Object.keys(parts).some((part) =>
      prefixes.some((prefix) => part.startsWith(prefix)),
    );
    if (isTouched) changed();
  });
}

/**
 * Publishes that every row of these tables may have changed, here and in other tabs. For writes that bypass Dexie,
 * which publishes nothing for them.
 */
export function announceTables(dexie: Dexie, tables: readonly string[]): void {
  const parts = tables.flatMap((name) => {
    const indexes = dexie.table(name).schema.indexes.map((index) => index.name);
    return ['', ':dels', ...indexes].map((index) => `${keysOf(dexie, name)}${index}`);
  });
  const everything = new RangeSet(-Infinity, [[]]);
  Dexie.on.storagemutated.fire(Object.fromEntries(parts.map((part) => [part, everything])));
}

/** Publishes tables like `announceTables`, once the open transaction and those around it are committed. */
export function tablesAtCommit(dexie: Dexie): (table: string) => void {
  const written = new WeakMap<Transaction, Set<string>>();
  return (table) => {
    const open = outermost(Dexie.currentTransaction);
    const known = written.get(open);
    if (known !== undefined) {
      known.add(table);
      return;
    }
    const tables = new Set([table]);
    written.set(open, tables);
    open.on('complete', () => announceTables(dexie, [...tables]));
  };
}

function listen(listener: (parts: ObservabilitySet) => void): () => void {
  Dexie.on('storagemutated', listener);
  return () => Dexie.on.storagemutated.unsubscribe(listener);
}
