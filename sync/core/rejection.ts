import type { RawRow } from '../../model/entities/define-entity.ts';
import type { Refusal } from '../../model/shared/errors.ts';
import { idIn, placeOf } from './location.ts';
import { rebase } from './rebase.ts';
import type { RowsPort } from './ports/rows.ts';
import type {
  OutboxItem,
  OutboxPort,
  RejectedItem,
  RejectedPort,
  TextConflict,
} from './ports/outbox.ts';
import { refOfKey } from './row-key.ts';

/** Mutations to reject (MUT-4): refused by the server, or dependents of a mutation that the person discards. */
export interface Rejection {
  /** In the order of their seqs. */
  readonly items: readonly OutboxItem[];
  /** Seq of the mutation that was rejected first. */
  readonly group: number;
  readonly reason: Refusal;
  readonly at: number;
  /** Items that leave the outbox without an entry. */
  readonly drop?: readonly OutboxItem[];
  /** Two texts of the first item to choose from. */
  readonly conflict?: TextConflict;
}

/** Stored with the entry, because the names of a revoked project are removed with its rows. */
async function placeIn(
  tx: RowsPort,
  table: string,
  row: RawRow | undefined,
): Promise<readonly string[]> {
  const read = async (from: string, id: string | undefined) =>
    id === undefined ? undefined : (await tx.rows(from, [id]))[0];
  const [task, project] = [idIn(row, 'task'), idIn(row, 'project')];
  return placeOf(table, row, {
    task: await read('tasks', task),
    project: await read('projects', project),
  });
}

/** Rejects mutations: stores request, base row, local value and reason, and removes their effects from the view. */
export async function storeRejection(
  tx: RowsPort & OutboxPort & RejectedPort,
  input: Rejection,
): Promise<void> {
  const { items, group, reason, at, drop = [], conflict } = input;
  const removed = [...drop, ...items];
  const keys = [...new Set(removed.flatMap((item) => item.keys))];
  const bases = await tx.base(keys);
  const records: RejectedItem[] = [];
  for (const [index, item] of items.entries()) {
    const key = item.keys[0] ?? '/';
    const ref = refOfKey(key);
    const [local] = await tx.rows(ref.table, [ref.id]);
    const base = bases.get(key)?.row ?? null;
    records.push({
      seq: item.seq,
      group,
      keys: item.keys,
      item,
      reason,
      rejectedAt: at,
      base,
      local: local ?? null,
      place: await placeIn(tx, ref.table, local ?? base ?? undefined),
      ...(index === 0 && conflict !== undefined && { conflict }),
    });
  }
  await tx.putRejected(records);
  await tx.deleteOutbox(removed.map(({ seq }) => seq));
  await rebase(tx, keys.map(refOfKey));
}
