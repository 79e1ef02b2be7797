import { orgStream } from '../../model/entities/scopes.ts';
import { numberOf, type Sql, textOf } from '../store/sql.ts';
import type { EraseDeps } from '../writer/erase-tasks.ts';

/** Versions whose entries one transaction erases; other writes of the stream wait for it. */
const AT_ONCE = 500;

/**
 * Erases the entries of an organisation's streams that were written before the floor (milliseconds). One empty entry of
 * each version stays, with its time: cursors are compared with it (PULL-4.3). Returns the number of erased entries.
 */
export async function eraseOldActivity(
  { database, writer }: EraseDeps,
  { orgId, floor }: { readonly orgId: string; readonly floor: number },
): Promise<number> {
  const streams = await database.snapshot((sql) =>
    sql.all('select stream from streams where org_id = ? order by stream', [orgId]),
  );
  let erased = 0;
  for (const row of streams) {
    const stream = textOf(row, 'stream');
    for (let isDone = false; !isDone;) {
      const range = await database.snapshot((sql) => nextRange(sql, { orgId, stream, floor }));
      isDone = range === undefined;
      if (range === undefined) continue;
      erased += await writer.session([orgStream(orgId), stream], ({ sql }) =>
        eraseRange(sql, { orgId, stream, floor, ...range }),
      );
    }
  }
  return erased;
}

interface Place {
  readonly orgId: string;
  readonly stream: string;
  readonly floor: number;
}

/** The next versions to erase: above the note of the last run, all older than the floor. */
async function nextRange(sql: Sql, { orgId, stream, floor }: Place) {
  const [noted] = await sql.all(
    `select up_to from erasures where org_id = ? and kind = 'activity' and id = ?`,
    [orgId, stream],
  );
  const from = noted === undefined ? 0 : numberOf(noted, 'up_to');
  const some = await sql.all(
    `select v, max(at) as at from activity where org_id = ? and stream = ? and v > ? group by v order by v limit ${String(AT_ONCE)}`,
    [orgId, stream, from],
  );
  const newer = some.findIndex((row) => numberOf(row, 'at') >= floor);
  const last = some.at(newer === -1 ? -1 : newer - 1);
  if (newer === 0 || last === undefined) return undefined;
  return { from, to: numberOf(last, 'v') };
}

async function eraseRange(
  sql: Sql,
  { orgId, stream, from, to }: Place & { readonly from: number; readonly to: number },
): Promise<number> {
  const within = [orgId, stream, from, to];
  await sql.run(
    `insert into activity (org_id, stream, v, tbl, row_id, field, org_user, at, claimed_at, old, new)
     select org_id, stream, v, '', '', '', '', min(at), null, null, null from activity
     where org_id = ? and stream = ? and v > ? and v <= ? group by org_id, stream, v on conflict do nothing`,
    within,
  );
  const gone = await sql.all(
    `select count(*) as n from activity where org_id = ? and stream = ? and v > ? and v <= ? and tbl <> ''`,
    within,
  );
  await sql.run(
    `delete from activity where org_id = ? and stream = ? and v > ? and v <= ? and tbl <> ''`,
    within,
  );
  await sql.run(
    `insert into erasures (org_id, kind, id, up_to) values (?, 'activity', ?, ?)
     on conflict (org_id, kind, id) do update set up_to = excluded.up_to`,
    [orgId, stream, to],
  );
  return gone[0] === undefined ? 0 : numberOf(gone[0], 'n');
}
