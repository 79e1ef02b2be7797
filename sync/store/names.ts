import type { RawRow } from '../../model/entities/define-entity.ts';
import type { NameOf, Prepared } from '../../model/mutations/define-mutation.ts';
import { message, type Message } from '../../model/shared/message.ts';
import { idIn, placeOf } from '../core/location.ts';
import type { OutboxItem } from '../core/ports/outbox.ts';
import { refOfKey, rowKey } from '../core/row-key.ts';
import type { AccountDb } from './database.ts';

/**
 * Names of the rows that mutations refer to, from the views; for a row that a mutation deleted, from its base. Reads
 * nothing when no mutation refers to a row.
 */
export async function namesFor(
  db: AccountDb,
  changes: readonly (Prepared | undefined)[],
): Promise<NameOf> {
  const refs = changes.flatMap((prepared) => prepared?.named ?? []);
  const names = new Map<string, string>();
  for (const [table, some] of Map.groupBy(refs, (ref) => ref.table)) {
    const ids = [...new Set(some.map(({ id }) => id))];
    for (const [id, row] of await rowsAt(db, table, ids)) {
      const name = nameOf(row);
      if (name !== undefined) names.set(rowKey(table, id), name);
    }
  }
  return (table, id) => names.get(rowKey(table, id)) ?? nameBy(changes, table, id);
}

/** Views of rows by id; bases of the rows that mutations deleted. */
async function rowsAt(
  db: AccountDb,
  table: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, RawRow>> {
  const rows = new Map<string, RawRow>();
  const found: readonly (RawRow | undefined)[] = await db.dexie.table(table).bulkGet([...ids]);
  const deleted = ids.filter((_, index) => found[index] === undefined);
  const bases = await db.base.bulkGet(deleted.map((id) => rowKey(table, id)));
  for (const row of [...found, ...bases.map((base) => base?.row)]) {
    if (row !== undefined && row !== null) rows.set(row.id, row);
  }
  return rows;
}

/** Names that these mutations themselves give to rows; no row is read. */
export function ownNames(changes: readonly (Prepared | undefined)[]): NameOf {
  return (table, id) => nameBy(changes, table, id);
}

/** Name of a row that was created and deleted here before the server had it, from its mutations. */
function nameBy(
  changes: readonly (Prepared | undefined)[],
  table: string,
  id: string,
): string | undefined {
  const about = changes.filter((one) => one?.refs[0]?.table === table && one.refs[0].id === id);
  return about.map((one) => nameOf(one?.args)).findLast((name) => name !== undefined);
}

/** One line about a mutation; `prepared` is undefined for one that this build does not have. */
export function lineOf(
  { name }: Pick<OutboxItem, 'name'>,
  prepared: Prepared | undefined,
  nameOfRow: NameOf,
): Message {
  return (
    prepared?.describe(nameOfRow) ?? message('A change of a kind unknown here ({name})', { name })
  );
}

/** Location of rows by their keys, as shown to the person. Reads each table once. */
export async function placesFor(
  db: AccountDb,
  keys: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const about = new Map<string, RawRow>();
  for (const [table, some] of Map.groupBy(keys.map(refOfKey), (ref) => ref.table)) {
    const ids = [...new Set(some.map(({ id }) => id))];
    for (const [id, row] of await rowsAt(db, table, ids)) about.set(rowKey(table, id), row);
  }
  const named = async (table: string, field: 'task' | 'project') => {
    const ids = new Set([...about.values()].flatMap((row) => idIn(row, field) ?? []));
    return rowsAt(db, table, [...ids]);
  };
  const [tasks, projects] = await Promise.all([
    named('tasks', 'task'),
    named('projects', 'project'),
  ]);
  const parentsOf = (row: RawRow) => ({
    task: tasks.get(idIn(row, 'task') ?? ''),
    project: projects.get(idIn(row, 'project') ?? ''),
  });
  return new Map(
    [...about].map(([key, row]) => [key, placeOf(refOfKey(key).table, row, parentsOf(row))]),
  );
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
