import Dexie, { type Table } from 'dexie';
import type { RawRow } from '../../model/entities/define-entity.ts';

/**
 * Puts rows inside the open transaction, at most 49, and lets Dexie see what they were. Without that it takes every
 * index key of a row as changed: editing one task's text would make its whole column be read in order again.
 */
export async function putPrecisely(table: Table, rows: readonly RawRow[]): Promise<void> {
  await table.core.getMany({
    trans: Dexie.currentTransaction.idbtrans,
    keys: rows.map((row) => row.id),
    cache: 'immutable',
  });
  await table.bulkPut([...rows]);
}
