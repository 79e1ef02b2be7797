import type { RawRow } from '../../model/entities/define-entity.ts';
import type { RowRef } from '../../model/mutations/define-mutation.ts';
import { applyRow } from '../../model/mutations/apply-row.ts';
import { isContained } from './dependencies.ts';
import type { OutboxPort } from './ports/outbox.ts';
import type { RowsPort } from './ports/rows.ts';
import { rowKey } from './row-key.ts';

/** Computes views, for local writes and for applied server changes. */

type ViewTx = Pick<RowsPort, 'base' | 'putRows' | 'deleteRows' | 'deleteBase'> &
  Pick<OutboxPort, 'pendingOf'>;

/**
 * Applies the pending mutations of each row to its base row and stores the view. An acked mutation that the base row
 * contains is not applied again. Base rows without pending mutations are deleted.
 */
export async function rebase(tx: ViewTx, refs: readonly RowRef[]): Promise<void> {
  if (refs.length === 0) return;
  const keys = refs.map(({ table, id }) => rowKey(table, id));
  const bases = await tx.base(keys);
  const pending = await tx.pendingOf(keys);
  const puts = new Map<string, RawRow[]>();
  const deletes = new Map<string, string[]>();
  const spent: string[] = [];
  for (const ref of refs) {
    const key = rowKey(ref.table, ref.id);
    const base = bases.get(key);
    if (base === undefined) continue;
    const own = pending.filter((item) => item.keys.includes(key));
    const open = own.filter((item) => !isContained(item, base));
    const view = applyRow(ref, base.row ?? undefined, open);
    if (view === undefined) listIn(deletes, ref.table).push(ref.id);
    else listIn(puts, ref.table).push(view);
    if (own.length === 0) spent.push(key);
  }
  for (const [table, rows] of puts) await tx.putRows(table, rows);
  for (const [table, ids] of deletes) await tx.deleteRows(table, ids);
  await tx.deleteBase(spent);
}

export async function writeView(
  tx: Pick<RowsPort, 'putRows' | 'deleteRows'>,
  ref: RowRef,
  view: RawRow | undefined,
): Promise<void> {
  if (view === undefined) await tx.deleteRows(ref.table, [ref.id]);
  else await tx.putRows(ref.table, [view]);
}

/** The list of a key; an empty one is created if there is none. */
export function listIn<Value>(lists: Map<string, Value[]>, key: string): Value[] {
  const known = lists.get(key);
  if (known !== undefined) return known;
  const fresh: Value[] = [];
  lists.set(key, fresh);
  return fresh;
}
