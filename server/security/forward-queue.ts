import type { Kysely } from 'kysely';
import type { Schema } from '../store/schema.ts';
import type { SecurityLogTable } from '../store/tables/security.ts';

/** First pause after a failed attempt, then doubled up to an hour. */
const FIRST_PAUSE_MS = 10_000;
const LONGEST_PAUSE_MS = 60 * 60_000;
/** Time for which one process claims events while it sends them. */
const LEASE_MS = 120_000;
const BATCH = 100;

/** Claims the oldest due events of a target, so that no other process sends them. Runs in a write transaction. */
export async function claimForwards(
  db: Kysely<Schema>,
  target: string,
  now: number,
): Promise<readonly SecurityLogTable[]> {
  const rows = await db
    .selectFrom('security_forwards as forward')
    .innerJoin('security_log as event', (join) =>
      join.onRef('event.org_id', '=', 'forward.org_id').onRef('event.id', '=', 'forward.id'),
    )
    .selectAll('event')
    .where('forward.target', '=', target)
    .where('forward.next_at', '<=', now)
    .orderBy('forward.id')
    .limit(BATCH)
    .execute();
  if (rows.length === 0) return [];
  // Of two processes the second waits for the rows of the first and finds them claimed.
  const claimed = await db
    .updateTable('security_forwards')
    .set({ next_at: now + LEASE_MS })
    .where('target', '=', target)
    .where('id', 'in', idsOf(rows))
    .where('next_at', '<=', now)
    .returning('id')
    .execute();
  const ids = new Set(claimed.map(({ id }) => id));
  return rows.filter(({ id }) => ids.has(id));
}

/** Removes events that the target has accepted from its queue. */
export async function forwardsAccepted(
  db: Kysely<Schema>,
  target: string,
  events: readonly SecurityLogTable[],
): Promise<void> {
  await db
    .deleteFrom('security_forwards')
    .where('target', '=', target)
    .where('id', 'in', idsOf(events))
    .execute();
}

/** Schedules the next attempt; the pause doubles with each one. */
export async function forwardsFailed(
  db: Kysely<Schema>,
  target: string,
  { events, now }: { readonly events: readonly SecurityLogTable[]; readonly now: number },
): Promise<void> {
  const rows = await db
    .selectFrom('security_forwards')
    .select(['id', 'attempts'])
    .where('target', '=', target)
    .where('id', 'in', idsOf(events))
    .execute();
  // One pause for the batch: its events are sent together again.
  const attempts = Math.max(0, ...rows.map((row) => row.attempts));
  const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempts, 20));
  await db
    .updateTable('security_forwards')
    .set({ attempts: attempts + 1, next_at: now + pause })
    .where('target', '=', target)
    .where('id', 'in', idsOf(events))
    .execute();
}

function idsOf(events: readonly SecurityLogTable[]): readonly string[] {
  return events.map(({ id }) => id);
}
