import type { Entity, RawRow } from '../../model/entities/define-entity.ts';
import DataLoader from 'dataloader';
import { decodeRow } from '../store/rows.ts';
import type { Snapshot } from '../store/database.ts';
import { marks, numberOf, quoted, type SqlRow, type SqlValue } from '../store/sql.ts';
import type { Reads } from './reads.ts';

/** Columns with required values; `null` requires null. */
export type Where = Readonly<Record<string, SqlValue>>;

/** Rows of the actor's organisation (and, for personal rows, of the actor), in the order of the named columns. */
export async function rowsOf<Row extends RawRow>(
  { actor, store }: Reads,
  entity: Entity<Row>,
  { where = {}, order = [] }: { readonly where?: Where; readonly order?: readonly string[] } = {},
): Promise<readonly Row[]> {
  const { text, values } = conditions(actor, entity, where);
  const sorted = [...order, 'id'].map(quoted).join(', ');
  const rows = await store.all(
    `select * from ${quoted(entity.table)} where ${text} order by ${sorted}`,
    values,
  );
  return rows.map((row) => entity.parse(decodeRow(entity, row)));
}

/** One row by its id, or undefined. The caller checks the right to read it. */
export async function rowOf<Row extends RawRow>(
  reads: Reads,
  entity: Entity<Row>,
  id: string,
): Promise<Row | undefined> {
  return (await rowsWith(reads, entity, { column: 'id', value: id }))[0];
}

/** The existing rows of these ids. */
export async function rowsById<Row extends RawRow>(
  reads: Reads,
  entity: Entity<Row>,
  ids: readonly string[],
): Promise<readonly Row[]> {
  const found = await Promise.all(
    ids
      .filter((id, index) => ids.indexOf(id) === index)
      .map((value) => rowsWith(reads, entity, { column: 'id', value })),
  );
  return found.flat();
}

interface With {
  readonly column: string;
  readonly value: string;
  readonly where?: Where;
  readonly order?: readonly string[];
}

/**
 * The rows with this value in a column. Concurrent reads of one snapshot, also by several readers, become one
 * statement; a snapshot does not change, so that no value is read twice.
 */
export async function rowsWith<Row extends RawRow>(
  { actor, store }: Reads,
  entity: Entity<Row>,
  { column, value, where = {}, order = [] }: With,
): Promise<readonly Row[]> {
  const { text, values } = conditions(actor, entity, where);
  const sorted = [...order, 'id'].map(quoted).join(', ');
  const table = quoted(entity.table);
  const name = JSON.stringify([entity.table, column, text, sorted, values]);
  const loaders = LOADERS.get(store) ?? new Map<string, Loader>();
  LOADERS.set(store, loaders);
  const loader =
    loaders.get(name) ??
    new DataLoader<string, readonly SqlRow[]>(
      async (asked) => {
        const rows = await store.all(
          `select * from ${table} where ${text} and ${quoted(column)} in (${marks(asked.length + padding(asked).length)})
           order by ${sorted}`,
          [...values, ...asked, ...padding(asked)],
        );
        const found = Map.groupBy(rows, (row) => row[column]);
        return asked.map((one) => found.get(one) ?? []);
      },
      { maxBatchSize: MOST_AT_ONCE },
    );
  loaders.set(name, loader);
  return (await loader.load(value)).map((row) => entity.parse(decodeRow(entity, row)));
}

type Loader = DataLoader<string, readonly SqlRow[]>;

/** Pending reads of a snapshot, by statement. */
const LOADERS = new WeakMap<Snapshot, Map<string, Loader>>();

const MOST_AT_ONCE = 512;

/**
 * Few lengths of a list make few statements, which the database prepares once each: the list is padded with its last
 * value.
 */
function padding(asked: readonly string[]): readonly string[] {
  const room = 2 ** Math.ceil(Math.log2(asked.length));
  return Array.from({ length: room - asked.length }, () => asked.at(-1) ?? '');
}

/** Number of rows before this one among those with the same values, by (rank, id). */
export async function countBefore(
  { actor, store }: Reads,
  entity: Entity,
  { where, rank, id }: { readonly where: Where; readonly rank: string; readonly id: string },
): Promise<number> {
  const { text, values } = conditions(actor, entity, where);
  const [row] = await store.all(
    `select count(*) as found from ${quoted(entity.table)}
     where ${text} and ("rank" < ? or ("rank" = ? and "id" < ?))`,
    [...values, rank, rank, id],
  );
  return row === undefined ? 0 : numberOf(row, 'found');
}

/** Reads of one snapshot use one connection: one after the other. */
export async function oneByOne<Item, Found>(
  items: readonly Item[],
  read: (item: Item, index: number) => Promise<Found>,
): Promise<readonly Found[]> {
  const found: Found[] = [];
  for (const [index, item] of items.entries()) found.push(await read(item, index));
  return found;
}

/** Tenant isolation of every read: organisation first, owner next. */
function conditions(
  actor: Reads['actor'],
  entity: Entity,
  where: Where,
): { readonly text: string; readonly values: readonly SqlValue[] } {
  const guard: Where = {
    org_id: actor.orgId,
    ...(entity.stream === 'user' ? { owner: actor.orgUserId } : {}),
  };
  const entries = Object.entries({ ...where, ...guard });
  return {
    text: entries
      .map(([name, value]) => (value === null ? `${quoted(name)} is null` : `${quoted(name)} = ?`))
      .join(' and '),
    values: entries.map(([, value]) => value).filter((value) => value !== null),
  };
}
