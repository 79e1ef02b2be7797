import { numberOf, type Sql } from './sql.ts';

/**
 * Counter of the writes in streams that were erased with their organisation. Every write raises the head of its streams
 * by one; the heads of all streams and this counter together never decrease (EPOCH-1), unless the database goes back.
 */
export const ERASED_WRITES = 'erased_writes';

/** Adds the heads of streams that this transaction removes. */
export async function addErasedWrites(sql: Sql, heads: number): Promise<void> {
  await sql.run(
    `insert into counters (name, value) values ('${ERASED_WRITES}', ?)
     on conflict (name) do update set value = counters.value + excluded.value`,
    [heads],
  );
}

/** Number of writes that the database has ever contained. */
export async function countWrites(sql: Pick<Sql, 'all'>): Promise<number> {
  const [streams] = await sql.all(
    'select cast(coalesce(sum(head), 0) as bigint) as n from streams',
  );
  const [erased] = await sql.all(`select value as n from counters where name = '${ERASED_WRITES}'`);
  return [streams, erased].reduce(
    (sum, row) => sum + (row === undefined ? 0 : numberOf(row, 'n')),
    0,
  );
}
