import type { ExpressionBuilder, Kysely } from 'kysely';
import type { Schema } from '../store/schema.ts';

/** First pause after a failed attempt, then doubled up to six hours. */
const FIRST_PAUSE_MS = 10_000;
const LONGEST_PAUSE_MS = 6 * 60 * 60_000;
/** A webhook that has accepted nothing for this time, from its first failed attempt on, is switched off. */
export const TRIED_MS = 3 * 24 * 60 * 60_000;
/** Deliveries are listed, and can be replayed, for this time. */
const KEPT_MS = 30 * 24 * 60 * 60_000;
/** Time for which one process claims a delivery while it sends it. */
const LEASE_MS = 150_000;
/** Deliveries of one claim, and most of one webhook among them: each may take the timeout of the sender. */
const BATCH = 50;
const BATCH_OF_ONE = 10;
/** Deliveries in a list. */
const LISTED = 100;

/** A delivery that this process sends, with its webhook. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly orgId: string;
  readonly webhook: string;
  readonly url: string;
  readonly body: string;
  readonly attempts: number;
  /** Secrets that are valid now, the newest first. */
  readonly sealed: readonly string[];
}

/** A delivery as administrators see it. Instants are milliseconds since 1970, UTC. */
export interface ListedDelivery {
  readonly id: string;
  readonly kind: string;
  readonly state: 'waiting' | 'delivered' | 'failed';
  readonly attempts: number;
  readonly created_at: number;
  /** Time of the last attempt; null: none was made. */
  readonly tried_at: number | null;
  /** Status of its response, or the code of the error; null: none was made. */
  readonly outcome: string | null;
  /** Time of the next attempt; null: it does not wait, or its webhook is switched off. */
  readonly next_at: number | null;
  /** What is sent. */
  readonly body: string;
}

/** Outcome of the newest delivery of a webhook that was tried. */
export type LastDelivery = Pick<ListedDelivery, 'state' | 'tried_at' | 'outcome'>;

/** A webhook of an organisation. */
interface HookPlace {
  readonly orgId: string;
  readonly webhook: string;
}

/**
 * Claims due deliveries for a while, so that no other process sends them: none of a webhook to which some process sends
 * now, so that its deliveries keep their order. Runs in a write transaction.
 */
export async function claimDeliveries(
  db: Kysely<Schema>,
  now: number,
): Promise<readonly ClaimedDelivery[]> {
  const claimed: ClaimedDelivery[] = [];
  /** Webhooks whose deliveries another process has claimed since they were read. */
  const lost = new Set<string>();
  for (const row of await dueDeliveries(db, now)) {
    if (lost.has(row.webhook)) continue;
    const { numUpdatedRows } = await db
      .updateTable('webhook_deliveries')
      .set({ next_at: now + LEASE_MS })
      .where('org_id', '=', row.org_id)
      .where('id', '=', row.id)
      .where('state', '=', 'waiting')
      .where('next_at', '=', row.next_at)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) {
      lost.add(row.webhook);
      continue;
    }
    const former = (row.former_until ?? 0) > now ? row.former_secret : null;
    claimed.push({
      id: row.id,
      orgId: row.org_id,
      webhook: row.webhook,
      url: row.url,
      body: row.body,
      attempts: row.attempts,
      sealed: former === null ? [row.secret] : [row.secret, former],
    });
  }
  return claimed;
}

/**
 * The first due deliveries of each webhook, in their order. Every webhook has one before any has a second, those that
 * have been due for the longest time first: the backlog of one organisation delays no other.
 */
function dueDeliveries(db: Kysely<Schema>, now: number) {
  const ranked = db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhooks as w', (join) =>
      join.onRef('w.org_id', '=', 'd.org_id').onRef('w.id', '=', 'd.webhook'),
    )
    .select(['d.id', 'd.org_id', 'd.webhook', 'd.body', 'd.attempts', 'd.next_at', 'd.version'])
    .select(['w.url', 'w.secret', 'w.former_secret', 'w.former_until'])
    .select(({ fn }) =>
      fn
        .agg<number>('row_number')
        .over((over) =>
          over.partitionBy(['d.org_id', 'd.webhook']).orderBy('d.version').orderBy('d.id'),
        )
        .as('place'),
    )
    .select((eb) =>
      eb.fn
        .max(claimedUntil(eb, now))
        .over((over) => over.partitionBy(['d.org_id', 'd.webhook']))
        .as('free_at'),
    )
    .where('d.state', '=', 'waiting')
    .where('w.active', '=', 1)
    .where('w.paused_until', '<=', now);
  return db
    .selectFrom(ranked.as('due'))
    .selectAll()
    .where('free_at', '<=', now)
    .where('place', '<=', BATCH_OF_ONE)
    .orderBy('place')
    .orderBy('next_at')
    .orderBy('version')
    .orderBy('id')
    .limit(BATCH)
    .execute();
}

/**
 * Time up to which a process has claimed a delivery, in SQL: a delivery waits for a later time only then. One that waits
 * for longer than a claim lasts was written while the clock was ahead, and holds nothing up.
 */
function claimedUntil(
  eb: ExpressionBuilder<{ d: Schema['webhook_deliveries'] }, 'd'>,
  now: number,
) {
  return eb
    .case()
    .when('d.next_at', '<=', now + LEASE_MS)
    .then(eb.ref('d.next_at'))
    .else(0)
    .end();
}

/**
 * Stores the outcome of an attempt. After a failed one the webhook pauses, twice as long each time, and its deliveries
 * wait behind the failed one. A webhook whose attempts have all failed for `TRIED_MS` is switched off: the delivery is
 * given up, and what waits behind it fails too, to be replayed. Returns true then.
 */
export async function settleDelivery(
  db: Kysely<Schema>,
  { id, orgId, webhook, attempts }: ClaimedDelivery,
  { outcome, isDelivered, now }: Outcome,
): Promise<boolean> {
  const tried = { attempts: attempts + 1, tried_at: now, outcome };
  const own = db.updateTable('webhook_deliveries').where('org_id', '=', orgId);
  const one = own.where('id', '=', id);
  const hook = db.updateTable('webhooks').where('org_id', '=', orgId).where('id', '=', webhook);
  if (isDelivered) {
    await one.set({ ...tried, state: 'delivered' }).execute();
    await hook.set({ failing_since: null }).where('failing_since', 'is not', null).execute();
    return false;
  }
  const since = (await failingSince(db, { orgId, webhook })) ?? now;
  if (now - since < TRIED_MS) {
    const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempts, 20));
    // The webhook alone pauses: when it is changed, this delivery is tried at once, before those behind it.
    await one.set({ ...tried, next_at: now }).execute();
    await hook.set({ paused_until: now + pause, failing_since: since }).execute();
    return false;
  }
  await one.set({ ...tried, state: 'failed' }).execute();
  await hook.set({ active: 0, failing_since: null }).execute();
  const others = own.where('webhook', '=', webhook).where('state', '=', 'waiting');
  await others.set({ state: 'failed' }).execute();
  return true;
}

/** Time of the first attempt of a webhook since which all have failed. */
async function failingSince(
  db: Kysely<Schema>,
  { orgId, webhook }: HookPlace,
): Promise<number | null> {
  const row = await db
    .selectFrom('webhooks')
    .select('failing_since')
    .where('org_id', '=', orgId)
    .where('id', '=', webhook)
    .executeTakeFirst();
  return row?.failing_since ?? null;
}

interface Outcome {
  readonly outcome: string;
  readonly isDelivered: boolean;
  readonly now: number;
}

/** True while the webhook of a claimed delivery is switched on and has the same address. */
export async function isStillSent(
  db: Kysely<Schema>,
  { orgId, webhook, url }: ClaimedDelivery,
): Promise<boolean> {
  const row = await db
    .selectFrom('webhooks')
    .select('url')
    .where('org_id', '=', orgId)
    .where('id', '=', webhook)
    .where('active', '=', 1)
    .executeTakeFirst();
  return row?.url === url;
}

/** Gives back claimed deliveries that were not tried. */
export async function releaseDeliveries(
  db: Kysely<Schema>,
  claimed: readonly ClaimedDelivery[],
  now: number,
): Promise<void> {
  for (const { id: delivery, orgId } of claimed) {
    await db
      .updateTable('webhook_deliveries')
      .set({ next_at: now })
      .where('org_id', '=', orgId)
      .where('id', '=', delivery)
      .where('state', '=', 'waiting')
      .execute();
  }
}

/** The newest deliveries of a webhook of the organisation. */
export async function listDeliveries(
  db: Kysely<Schema>,
  { orgId, webhook }: HookPlace,
): Promise<readonly ListedDelivery[]> {
  const hook = await db
    .selectFrom('webhooks')
    .select(['active', 'paused_until'])
    .where('org_id', '=', orgId)
    .where('id', '=', webhook)
    .executeTakeFirst();
  const rows = await deliveriesOf(db, { orgId, webhook })
    .select(['id', 'kind', 'state', 'attempts', 'created_at', 'tried_at', 'outcome', 'body'])
    .select('next_at')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(LISTED)
    .execute();
  return rows.map((row) => ({
    ...row,
    next_at:
      row.state === 'waiting' && hook?.active === 1
        ? Math.max(row.next_at, hook.paused_until)
        : null,
  }));
}

/** Number of deliveries of a webhook that wait. */
export async function countWaiting(db: Kysely<Schema>, place: HookPlace): Promise<number> {
  const { count } = await deliveriesOf(db, place)
    .select(({ fn }) => fn.countAll().as('count'))
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The newest delivery of a webhook that was tried; null: there is none. */
export async function lastDelivery(
  db: Kysely<Schema>,
  place: HookPlace,
): Promise<LastDelivery | null> {
  const row = await deliveriesOf(db, place)
    .select(['state', 'tried_at', 'outcome'])
    .where('tried_at', 'is not', null)
    .orderBy('tried_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

function deliveriesOf(db: Kysely<Schema>, { orgId, webhook }: HookPlace) {
  return db
    .selectFrom('webhook_deliveries')
    .where('org_id', '=', orgId)
    .where('webhook', '=', webhook);
}

/** Sends a delivery once more, with the same id; false when the organisation has none with this id. */
export async function replayDelivery(
  db: Kysely<Schema>,
  { orgId, id, now }: { readonly orgId: string; readonly id: string; readonly now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_deliveries')
    // It is listed, and can be replayed again, for as long as a new one.
    .set({ state: 'waiting', attempts: 0, next_at: now, created_at: now })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Time from which a delivery can be claimed, if one waits. */
export async function nextDeliveryAt(db: Kysely<Schema>, now: number): Promise<number | undefined> {
  const hooks = db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhooks as w', (join) =>
      join.onRef('w.org_id', '=', 'd.org_id').onRef('w.id', '=', 'd.webhook'),
    )
    .select('w.paused_until')
    .select((eb) => eb.fn.max(claimedUntil(eb, now)).as('free_at'))
    .where('d.state', '=', 'waiting')
    .where('w.active', '=', 1)
    .groupBy(['d.org_id', 'd.webhook', 'w.paused_until']);
  const row = await db
    .selectFrom(hooks.as('hook'))
    .select(({ fn, eb }) =>
      fn
        .min(
          eb
            .case()
            .when('paused_until', '>', eb.ref('free_at'))
            .then(eb.ref('paused_until'))
            .else(eb.ref('free_at'))
            .end(),
        )
        .as('at'),
    )
    .executeTakeFirst();
  return row === undefined || row.at === null ? undefined : Number(row.at);
}

/** Deletes deliveries that are no longer listed. */
export async function sweepDeliveries(db: Kysely<Schema>, now: number): Promise<void> {
  await db
    .deleteFrom('webhook_deliveries')
    .where('created_at', '<', now - KEPT_MS)
    .execute();
}
