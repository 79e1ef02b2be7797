import type { Kysely } from 'kysely';
import { orgStream } from '../../model/entities/scopes.ts';
import type { Holdings } from '../../model/protocol/device-holdings.ts';
import type { Schema } from '../store/schema.ts';

/**
 * HOLD-2: what each device of a person holds, by session: the sum over the organisations of which they are an active
 * member, because a device removes the data of the others by itself. Sessions without a report are missing.
 */
export async function ownHoldings(
  db: Kysely<Schema>,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, Holdings>> {
  if (sessionIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('device_holdings as held')
    .innerJoin('org_users as person', (join) =>
      join.onRef('person.org_id', '=', 'held.org_id').onRef('person.id', '=', 'held.person'),
    )
    .selectAll('held')
    .where('held.session_id', 'in', [...sessionIds])
    .where('person.active', '=', 1)
    .execute();
  const reports: Report[] = [];
  for (const row of rows) {
    reports.push({
      ...row,
      sessionId: row.session_id,
      encrypted: row.encrypted === 1,
      persistent: row.persistent === 1,
      ...(await progressOf(db, row)),
    });
  }
  const bySession = Map.groupBy(reports, ({ sessionId }) => sessionId);
  return new Map([...bySession].map(([session, own]) => [session, own.reduce(joined)]));
}

type Report = Holdings & { readonly sessionId: string };

function joined(left: Report, right: Report): Report {
  const untils = [left, right].filter(({ up_to_date }) => !up_to_date).map(({ until }) => until);
  return {
    sessionId: left.sessionId,
    items: left.items + right.items,
    files: left.files + right.files,
    // Each report has the storage of the whole browser.
    megabytes: (left.reported_at > right.reported_at ? left : right).megabytes,
    unsent: left.unsent + right.unsent,
    encrypted: left.encrypted && right.encrypted,
    persistent: left.persistent && right.persistent,
    reported_at: Math.max(left.reported_at, right.reported_at),
    up_to_date: left.up_to_date && right.up_to_date,
    until: untils.some((until) => until === null)
      ? null
      : untils.reduce<number | null>(
          (least, until) => (least === null || (until !== null && until < least) ? until : least),
          null,
        ),
  };
}

/** Whether the reported version is the newest one, and when it was written otherwise. */
async function progressOf(
  db: Kysely<Schema>,
  held: { readonly org_id: string; readonly epoch: string; readonly cursor: number },
): Promise<Pick<Holdings, 'up_to_date' | 'until'>> {
  const name = orgStream(held.org_id);
  const stream = await db
    .selectFrom('streams')
    .select(['epoch', 'head'])
    .where('org_id', '=', held.org_id)
    .where('stream', '=', name)
    .executeTakeFirst();
  if (stream === undefined || stream.epoch !== held.epoch)
    return { up_to_date: false, until: null };
  if (held.cursor >= stream.head) return { up_to_date: true, until: null };
  const written = await db
    .selectFrom('activity')
    .select('at')
    .where('org_id', '=', held.org_id)
    .where('stream', '=', name)
    .where('v', '=', held.cursor)
    .limit(1)
    .executeTakeFirst();
  return { up_to_date: false, until: written?.at ?? null };
}
