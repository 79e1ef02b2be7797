import type { RawRow } from '../../model/entities/define-entity.ts';
import { rebase } from '../core/rebase.ts';
import type { OutboxPort } from '../core/ports/outbox.ts';
import type { BaseRow, RowsPort } from '../core/ports/rows.ts';
import { refOfKey, rowKey } from '../core/row-key.ts';

/**
 * Mark and sweep (EPOCH-1, EPOCH-2): rows that are here and that a snapshot did not have are not at the server any more.
 * Nobody will tell of their removal.
 */
interface Unseen {
  readonly table: string;
  readonly ids: readonly string[];
  readonly isGone: (row: RawRow) => boolean;
}

/** What becomes of a base whose row is gone. */
type BaseGone = (base: BaseRow) => BaseRow;

/** Removes rows that are gone. Where something is pending, that is left, on no row: it is for the server to judge. */
export async function sweepRows(
  tx: RowsPort & OutboxPort,
  { table, ids, isGone }: Unseen,
  baseGone: BaseGone,
): Promise<void> {
  const [bases, rows] = await Promise.all([
    tx.base(ids.map((id) => rowKey(table, id))),
    tx.rows(table, ids),
  ]);
  const gone = rows.filter((row) => row !== undefined).filter(isGone);
  const isPending = ({ id }: RawRow) => bases.has(rowKey(table, id));
  await tx.deleteRows(
    table,
    gone.filter((row) => !isPending(row)).map(({ id }) => id),
  );
  // With the rows: a change that ends before its base goes would bring the row back for good.
  const theirs = gone.flatMap((row) => bases.get(rowKey(table, row.id)) ?? []);
  await sweepBases(tx, theirs, baseGone);
}

/** The server has none of these rows any more. The transaction must hold their tables. */
export async function sweepBases(
  tx: RowsPort & OutboxPort,
  bases: readonly BaseRow[],
  baseGone: BaseGone,
): Promise<void> {
  await tx.putBase(bases.map(baseGone));
  await rebase(
    tx,
    bases.map(({ key }) => refOfKey(key)),
  );
}
