import type { Entity, RawRow } from '../../../model/entities/define-entity.ts';
import { decodeRow } from '../../store/rows.ts';
import { powersOfTwo } from '../../apply/batch-sql.ts';
import { marks, numberOf, quoted, type SqlValue } from '../../store/sql.ts';
import type { Reads } from './define-resource.ts';

/** Columns that must have these values; `null` asks for null. */
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

/** One row by its id, or undefined. Whether the actor may see it is the caller's question. */
export async function rowOf<Row extends RawRow>(
  reads: Reads,
  entity: Entity<Row>,
  id: string,
): Promise<Row | undefined> {
  return (await rowsOf(reads, entity, { where: { id } }))[0];
}

/** The rows with these ids that there are. */
export async function rowsById<Row extends RawRow>(
  { actor, store }: Reads,
  entity: Entity<Row>,
  ids: readonly string[],
): Promise<readonly Row[]> {
  const { text, values } = conditions(actor, entity, {});
  const found: Row[] = [];
  for (const chunk of powersOfTwo([...new Set(ids)])) {
    const rows = await store.all(
      `select * from ${quoted(entity.table)} where ${text} and id in (${marks(chunk.length)})`,
      [...values, ...chunk],
    );
    found.push(...rows.map((row) => entity.parse(decodeRow(entity, row))));
  }
  return found;
}

/** How many rows come before this one among those with the same values, by (rank, id). */
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

/** Reads of one snapshot go over one connection: one after the other. */
export async function oneByOne<Item, Found>(
  items: readonly Item[],
  read: (item: Item, index: number) => Promise<Found>,
): Promise<readonly Found[]> {
  const found: Found[] = [];
  for (const [index, item] of items.entries()) found.push(await read(item, index));
  return found;
}

/** The tenant wall of every read: organisation first, owner next. */
function conditions(
  actor: Reads['actor'],
  entity: Entity,
  where: Where,
): { readonly text: string; readonly values: readonly SqlValue[] } {
  const wall: Where = {
    org_id: actor.orgId,
    ...(entity.stream === 'user' ? { owner: actor.orgUserId } : {}),
  };
  const entries = Object.entries({ ...where, ...wall });
  return {
    text: entries
      .map(([name, value]) => (value === null ? `${quoted(name)} is null` : `${quoted(name)} = ?`))
      .join(' and '),
    values: entries.map(([, value]) => value).filter((value) => value !== null),
  };
}
