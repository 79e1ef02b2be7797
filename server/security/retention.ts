import type { Sql } from '../store/sql.ts';

/**
 * Removes the events from before an instant (milliseconds), also those that no other system has accepted: the queue is
 * bounded by the same retention. Runs in a write transaction; the floor never falls, also when the clock was set back.
 */
export async function removeOldEvents(sql: Sql, before: number): Promise<number> {
  await sql.run(
    `insert into counters (name, value) values ('security_log_floor', ?)
     on conflict (name) do update set value = excluded.value where counters.value < excluded.value`,
    [before],
  );
  await sql.run(
    'delete from security_forwards where (org_id, id) in (select org_id, id from security_log where at < ?)',
    [before],
  );
  return sql.run('delete from security_log where at < ?', [before]);
}
