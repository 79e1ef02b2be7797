import { rowKey } from '../../engine/ports.ts';
import type { AccountDb } from '../database.ts';
import { pendingMark, type PendingMark } from '../facts.ts';

/** The marks of the rows on screen, rows without one left out: cheap also when thousands of changes wait. */
export async function marksOf(
  db: AccountDb,
  table: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PendingMark>> {
  const keys = ids.map((id) => rowKey(table, id));
  const [pending, rejected] = await Promise.all([
    db.outbox.where('keys').anyOf(keys).toArray(),
    db.rejected.where('keys').anyOf(keys).toArray(),
  ]);
  const touched = new Set([...pending, ...rejected].flatMap((item) => item.keys));
  const marks = await Promise.all(
    ids
      .filter((id) => touched.has(rowKey(table, id)))
      .map(async (id) => [id, await pendingMark(db, table, id)] as const),
  );
  return new Map(marks.filter(([, mark]) => mark !== 'none'));
}
