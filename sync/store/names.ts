import type { RawRow } from '../../model/entities/define-entity.ts';
import type { NameOf, Prepared } from '../../model/mutations/define-mutation.ts';
import { rowKey } from '../engine/ports.ts';
import type { AccountDb } from './database.ts';

/**
 * What the rows are called that changes speak of, as the person sees them; one that a change took away is called as the
 * server knows it. Reads nothing where no change speaks of any.
 */
export async function namesFor(
  db: AccountDb,
  changes: readonly (Prepared | undefined)[],
): Promise<NameOf> {
  const refs = changes.flatMap((prepared) => prepared?.named ?? []);
  const names = new Map<string, string>();
  for (const [table, some] of Map.groupBy(refs, (ref) => ref.table)) {
    const ids = [...new Set(some.map(({ id }) => id))];
    const found: readonly (RawRow | undefined)[] = await db.dexie.table(table).bulkGet(ids);
    const gone = ids.filter((_, index) => found[index] === undefined);
    const bases = await db.base.bulkGet(gone.map((id) => rowKey(table, id)));
    for (const row of [...found, ...bases.map((base) => base?.row)]) {
      const name = nameOf(row);
      if (row !== undefined && row !== null && name !== undefined) {
        names.set(rowKey(table, row.id), name);
      }
    }
  }
  return (table, id) => names.get(rowKey(table, id));
}

const NAME_FIELDS = ['display_name', 'name', 'email'];

function nameOf(row: RawRow | null | undefined): string | undefined {
  for (const field of NAME_FIELDS) {
    const text = row?.[field];
    if (typeof text === 'string' && text !== '') return text;
  }
  return undefined;
}
