import type { RowRef } from '../../../model/mutations/define-mutation.ts';
import type { AccountDb } from '../database.ts';

/** Ids that have a row on this device. */
export async function knownRows(
  db: AccountDb,
  refs: readonly RowRef[],
): Promise<ReadonlySet<string>> {
  const known = new Set<string>();
  for (const [table, some] of Map.groupBy(refs, (ref) => ref.table)) {
    const ids = some.map(({ id }) => id);
    const found = await db.dexie.table(table).where(':id').anyOf(ids).primaryKeys();
    for (const id of found) known.add(String(id));
  }
  return known;
}
