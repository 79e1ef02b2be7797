import Dexie, { type Table } from 'dexie';
import type { RawRow } from '../../model/entities/define-entity.ts';

/**
 * Puts rows inside the open transaction, at most 49, in such a way that Dexie compares them with their old versions.
 * Otherwise Dexie reports every index key of a row as changed: an edit of one task's text would cause the order of its
 * whole column to be read again.
 */
export async function putPrecisely(table: Table, rows: readonly RawRow[]): Promise<void> {
  await table.core.getMany({
    trans: Dexie.currentTransaction.idbtrans,
    keys: rows.map((row) => row.id),
    cache: 'immutable',
  });
  await table.bulkPut([...rows]);
}
