import Dexie, { type Transaction } from 'dexie';
import type { RawRow } from '../../model/entities/define-entity.ts';
import { outermost } from './reactive/own-commits.ts';

/** Rows of a table as an open transaction has read or written them; undefined: there is no such row. */
export interface RowsInTransaction {
  /** Records the stored form of rows; called for each read and each write of rows by the store. */
  readonly note: (
    table: string,
    ids: readonly string[],
    rows: readonly (RawRow | undefined)[],
  ) => void;
  /** The rows with these ids; undefined when the transaction does not know all of them. */
  readonly all: (
    table: string,
    ids: readonly string[],
  ) => readonly (RawRow | undefined)[] | undefined;
  /** Called before writes that are not recorded row by row. */
  readonly forget: (table: string) => void;
}

/** A change of one row compares it with its old version, which the rule and the view have just read. */
export function rowsInTransaction(): RowsInTransaction {
  const known = new WeakMap<Transaction, Map<string, Map<string, RawRow | undefined>>>();
  return {
    note: (table, ids, rows) => {
      const open: Transaction | null = Dexie.currentTransaction;
      // A live query reads outside of a transaction of its own.
      if (open === null || open.mode === 'readonly') return;
      const outer = outermost(open);
      const tables = known.get(outer) ?? new Map<string, Map<string, RawRow | undefined>>();
      known.set(outer, tables);
      const noted = tables.get(table) ?? new Map<string, RawRow | undefined>();
      tables.set(table, noted);
      for (const [index, id] of ids.entries()) noted.set(id, rows[index]);
    },
    all: (table, ids) => {
      const noted = known.get(outermost(Dexie.currentTransaction))?.get(table);
      if (noted === undefined || !ids.every((id) => noted.has(id))) return undefined;
      return ids.map((id) => noted.get(id));
    },
    forget: (table) => known.get(outermost(Dexie.currentTransaction))?.delete(table),
  };
}
