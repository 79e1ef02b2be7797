import type { RawRow } from '../../model/entities/define-entity.ts';
import { refold } from './ports-view.ts';
import { type BaseRow, refOfKey, rowKey, type StoreTx } from './ports.ts';

/**
 * Mark and sweep (PULL-6, EPOCH-1, EPOCH-2): rows that are here and that a snapshot did not have are not at the server
 * any more. Nobody will tell of their removal.
 */

/** Removes rows that are gone. What is pending on one stays: `sweepBases`. */
export async function sweepRows(
  tx: StoreTx,
  table: string,
  ids: readonly string[],
  isGone: (row: RawRow) => boolean,
): Promise<void> {
  const [bases, rows] = await Promise.all([
    tx.base(ids.map((id) => rowKey(table, id))),
    tx.rows(table, ids),
  ]);
  const gone = rows.filter((row) => row !== undefined && isGone(row));
  await tx.deleteRows(
    table,
    gone.flatMap((row) => (row === undefined || bases.has(rowKey(table, row.id)) ? [] : [row.id])),
  );
}

/** The server has none of these rows any more; what is pending on them is for it to judge. Needs all tables. */
export async function sweepBases(
  tx: StoreTx,
  isGone: (base: BaseRow) => boolean,
  v?: number,
): Promise<void> {
  const gone = (await tx.allBases()).filter(isGone);
  await tx.putBase(gone.map((base) => ({ key: base.key, v: v ?? base.v, row: null })));
  await refold(
    tx,
    gone.map(({ key }) => refOfKey(key)),
  );
}
