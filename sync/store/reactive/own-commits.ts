import Dexie, { type Transaction } from 'dexie';
import type { RawRow } from '../../../model/entities/define-entity.ts';

/** Rows of one table by id as a transaction of this page has left them; undefined: it took them away. */
export type CommittedRows = ReadonlyMap<string, RawRow | undefined>;

type Listener = (rows: CommittedRows) => void;

/**
 * Tells of what was written here, with the rows themselves, once it is committed. Dexie names the keys of what has
 * changed, so that whoever shows a row has to read it again, behind the transactions that the same change has begun
 * meanwhile. What was written here is known.
 */
export interface OwnCommits {
  /** Calls back after each commit that wrote single rows of the table; gives the way to stop. */
  readonly listen: (table: string, listener: Listener) => () => void;
  /** The open transaction leaves a row of a table like this. */
  readonly note: (table: string, id: string, row: RawRow | undefined) => void;
}

export function ownCommits(): OwnCommits {
  const listeners = new Map<string, Set<Listener>>();
  const written = new WeakMap<Transaction, Map<string, Map<string, RawRow | undefined>>>();
  const notifyAtCommit = (open: Transaction) => {
    const tables = new Map<string, Map<string, RawRow | undefined>>();
    written.set(open, tables);
    open.on('complete', () => {
      for (const [table, rows] of tables) {
        for (const listener of listeners.get(table) ?? []) listener(rows);
      }
    });
    return tables;
  };
  return {
    listen: (table, listener) => {
      const all = listeners.get(table) ?? new Set();
      listeners.set(table, all.add(listener));
      return () => {
        all.delete(listener);
        if (all.size === 0) listeners.delete(table);
      };
    },
    note: (table, id, row) => {
      // In workers nobody listens.
      if (Dexie.currentTransaction === null || !listeners.has(table)) return;
      const open = outermost(Dexie.currentTransaction);
      const tables = written.get(open) ?? notifyAtCommit(open);
      const rows = tables.get(table) ?? new Map<string, RawRow | undefined>();
      tables.set(table, rows.set(id, row));
    },
  };
}

/** One within another is over before anything is committed. */
function outermost(open: Transaction): Transaction {
  return open.parent === undefined || open.parent === null ? open : outermost(open.parent);
}
