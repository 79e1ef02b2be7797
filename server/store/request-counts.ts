import { numberOf, type Sql } from './sql.ts';

/** Reserves requests of a caller in the counts that all processes of one database share. */
export interface RequestCounts {
  /**
   * Adds `count` requests to the caller's window, which a first call opens for `windowMs` milliseconds by the clock of
   * the database. Resolves with the requests of the window, these included, and the milliseconds until its end.
   */
  readonly reserve: (
    key: string,
    count: number,
    windowMs: number,
  ) => Promise<{ readonly used: number; readonly endsIn: number }>;
}

const NOW = '(extract(epoch from clock_timestamp()) * 1000)::bigint';

/** One statement behind the lock of the caller's row: no two processes get the same request. */
const RESERVE = `insert into request_counts as counted (key, ends_at, used)
  values (?, ${NOW} + ?, ?)
  on conflict (key) do update set
    ends_at = case when counted.ends_at <= ${NOW} then excluded.ends_at else counted.ends_at end,
    used = case when counted.ends_at <= ${NOW} then excluded.used else counted.used + excluded.used end
  returning used, ends_at - ${NOW} as ends_in`;

/** `key` must be no address or id of a person: callers pass a digest. */
export function postgresRequestCounts(sql: Sql): RequestCounts {
  return {
    reserve: async (key, count, windowMs) => {
      const [row] = await sql.all(RESERVE, [key, windowMs, count]);
      if (row === undefined) throw new Error('The request was not counted');
      return { used: numberOf(row, 'used'), endsIn: Math.max(1, numberOf(row, 'ends_in')) };
    },
  };
}

/** Deletes ended windows. Skips locked rows. Runs in a write transaction. */
export async function sweepRequestCounts(sql: Sql, kind: 'sqlite' | 'postgres'): Promise<void> {
  if (kind === 'sqlite') return;
  await sql.run(
    `delete from request_counts where key in
       (select key from request_counts where ends_at <= ${NOW} for update skip locked)`,
  );
}
