import type { RawRow } from '../../model/entities/define-entity.ts';
import { rebase } from '../core/rebase.ts';
import type { OutboxPort } from '../core/ports/outbox.ts';
import type { BaseRow, RowsPort } from '../core/ports/rows.ts';
import { refOfKey, rowKey } from '../core/row-key.ts';

/**
 * Rows on the device that a snapshot does not contain (EPOCH-1, EPOCH-2): the server does not have them any more, and
 * no page will report their deletion.
 */
interface Unseen {
  readonly table: string;
  readonly ids: readonly string[];
  readonly isGone: (row: RawRow) => boolean;
}

/** Replaces the base of a removed row. */
type BaseGone = (base: BaseRow) => BaseRow;

/** Removes rows. Their pending mutations stay, on a base without a row, and the server decides about them. */
export async function sweepRows(
  tx: RowsPort & OutboxPort,
  { table, ids, isGone }: Unseen,
  baseGone: BaseGone,
): Promise<void> {
  const [bases, rows] = await Promise.all([
    tx.base(ids.map((id) => rowKey(table, id))),
    tx.rows(table, ids),
  ]);
  const removed = rows.filter((row) => row !== undefined).filter(isGone);
  const isPending = ({ id }: RawRow) => bases.has(rowKey(table, id));
  await tx.deleteRows(
    table,
    removed.filter((row) => !isPending(row)).map(({ id }) => id),
  );
  // In the same transaction: a mutation that ended before its base was replaced would restore the row for good.
  const theirs = removed.flatMap((row) => bases.get(rowKey(table, row.id)) ?? []);
  await sweepBases(tx, theirs, baseGone);
}

/** Replaces the bases of rows that the server does not have any more. The transaction must contain their tables. */
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
