import { isTaskDetail } from '../../model/entities/cold-tasks.ts';
import { TASK_TABLE } from '../../model/entities/details.ts';
import { idIn } from '../core/location.ts';
import type { RejectedPort } from '../core/ports/outbox.ts';
import { refOfKey, rowKey } from '../core/row-key.ts';

/**
 * Keys of the rows that rejected mutations change or need, and of their tasks. They stay on the device: to try such a
 * mutation again, its rule needs these rows (MUT-4.5).
 */
export async function rejectedKeys(tx: RejectedPort): Promise<ReadonlySet<string>> {
  const keys = new Set<string>();
  for (const { item, base, local } of await tx.rejected()) {
    for (const key of [...item.keys, ...item.parents]) keys.add(key);
    const task = idIn(local ?? base ?? undefined, 'task');
    const isDetail = item.keys.some((key) => isTaskDetail(refOfKey(key).table));
    if (isDetail && task !== undefined) keys.add(rowKey(TASK_TABLE, task));
  }
  return keys;
}
