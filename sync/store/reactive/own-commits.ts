import Dexie, { type Transaction } from 'dexie';
import type { RawRow } from '../../../model/entities/define-entity.ts';

/** Rows of one table by id after a transaction of this page; undefined: the row was deleted. */
export type CommittedRows = ReadonlyMap<string, RawRow | undefined>;

type Listener = (rows: CommittedRows) => void;

/**
 * Publishes the rows that this page has written, once they are committed. Dexie publishes only the keys of changed
 * rows, so that each screen has to read them again, behind the transactions that the same change has started meanwhile.
 * Rows written here need no read.
 */
export interface OwnCommits {
  /** Calls back after each commit that wrote single rows of the table; returns the unsubscribe function. */
  readonly listen: (table: string, listener: Listener) => () => void;
  /** Records the row that the open transaction writes. */
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
      // Workers have no listeners.
      if (Dexie.currentTransaction === null || !listeners.has(table)) return;
      const open = outermost(Dexie.currentTransaction);
      const tables = written.get(open) ?? notifyAtCommit(open);
      const rows = tables.get(table) ?? new Map<string, RawRow | undefined>();
      tables.set(table, rows.set(id, row));
    },
  };
}

/** The transaction whose commit commits this one: a nested transaction ends before anything is committed. */
export function outermost(open: Transaction): Transaction {
  return open.parent === undefined || open.parent === null ? open : outermost(open.parent);
}
