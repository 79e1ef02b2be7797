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
  return (table, id) => names.get(rowKey(table, id)) ?? saidBy(changes, table, id);
}

/** What was made here and taken away again before the server had it is called as it was written. */
function saidBy(
  changes: readonly (Prepared | undefined)[],
  table: string,
  id: string,
): string | undefined {
  const about = changes.filter((one) => one?.refs[0]?.table === table && one.refs[0].id === id);
  return about.map((one) => nameOf(one?.args)).findLast((name) => name !== undefined);
}

const NAME_FIELDS = ['display_name', 'name', 'email'];

function nameOf(row: unknown): string | undefined {
  const fields: Readonly<Record<string, unknown>> =
    typeof row === 'object' && row !== null ? { ...row } : {};
  for (const field of NAME_FIELDS) {
    const text = fields[field];
    if (typeof text === 'string' && text !== '') return text;
  }
  return undefined;
}
