import Dexie, { type Table } from 'dexie';
import type { RawRow } from '../../model/entities/define-entity.ts';

/** Where Dexie keeps the rows that it read last in a transaction; its types do not name it. */
interface CachedRead {
  _cache?: { readonly keys: readonly string[]; readonly values: readonly unknown[] };
}

/**
 * Puts rows inside the open transaction, at most 49, in such a way that Dexie compares them with their old versions.
 * Otherwise Dexie reports every index key of a row as changed: an edit of one task's text would cause the order of its
 * whole column to be read again. `known`: the old versions, when the transaction has read them; otherwise they are read
 * here.
 */
export async function putPrecisely(
  table: Table,
  rows: readonly RawRow[],
  known?: readonly (RawRow | undefined)[],
): Promise<void> {
  const trans: IDBTransaction & CachedRead = Dexie.currentTransaction.idbtrans;
  const keys = rows.map((row) => row.id);
  if (known === undefined) await table.core.getMany({ trans, keys, cache: 'immutable' });
  else trans._cache = { keys, values: known };
  await table.bulkPut([...rows]);
}
