import type { Kysely } from 'kysely';
import type { Schema } from '../store/schema.ts';
import type { Sql } from '../store/sql.ts';
import { digestOfSecret } from '../shared/secrets.ts';

/** A token bucket per key: `burst` attempts at once, then one each `refillMs` milliseconds. */
export interface BucketRule {
  readonly burst: number;
  readonly refillMs: number;
}

/** One bucket: `key` names its subject and purpose; only its digest is stored. */
export interface Bucket {
  readonly key: string;
  readonly rule: BucketRule;
}

/**
 * Uses one attempt of each bucket. Returns 0 when all had one left, otherwise the milliseconds until the first empty
 * one has one; the buckets after it stay as they are. The rows are locked in the order of their keys, so that two
 * calls with the same buckets cannot deadlock. Runs in a write transaction.
 */
export async function claimAttempts(
  db: Kysely<Schema>,
  buckets: readonly Bucket[],
  now: number,
): Promise<number> {
  const waits = new Map<Bucket, number>();
  for (const bucket of inLockOrder(buckets)) waits.set(bucket, await claimAttempt(db, bucket, now));
  const empty = buckets.findIndex((bucket) => waits.get(bucket) !== 0);
  const first = buckets[empty];
  if (first === undefined) return 0;
  const later = buckets.slice(empty + 1).filter((bucket) => waits.get(bucket) === 0);
  await giveBackAttempts(db, later);
  return waits.get(first) ?? 0;
}

/** Returns one attempt to each bucket, locking in the same order. Runs in a write transaction. */
export async function giveBackAttempts(
  db: Kysely<Schema>,
  buckets: readonly Bucket[],
): Promise<void> {
  for (const bucket of inLockOrder(buckets)) await giveBackAttempt(db, bucket);
}

/** Deletes full buckets, which have no meaning. Skips locked rows. Runs in a write transaction. */
export async function sweepBuckets(
  sql: Sql,
  kind: 'sqlite' | 'postgres',
  now: number,
): Promise<void> {
  const lock = kind === 'postgres' ? ' for update skip locked' : '';
  await sql.run(
    `delete from rate_limits where key in (select key from rate_limits where free_at <= ?${lock})`,
    [now],
  );
}

function inLockOrder(buckets: readonly Bucket[]): readonly Bucket[] {
  const keyed = buckets.map((bucket) => ({ bucket, digest: digestOfSecret(bucket.key) }));
  return keyed
    .toSorted((left, right) => (left.digest < right.digest ? -1 : 1))
    .map(({ bucket }) => bucket);
}

/**
 * Uses one attempt of a bucket. Returns 0 when there was one left, otherwise the milliseconds until there is one; then
 * nothing is used. The buckets are rows of the database, so that they limit all processes together and survive a
 * restart. A bucket is one number, the instant at which it is full again; one statement reads and moves it, behind the
 * row's lock. Runs in a write transaction.
 */
export async function claimAttempt(
  db: Kysely<Schema>,
  { key, rule: { burst, refillMs } }: Bucket,
  now: number,
): Promise<number> {
  const digest = digestOfSecret(key);
  const full = burst * refillMs;
  // Further ahead than any attempt can move it: the clock was set back. Counting starts again, or nobody could sign in.
  await db
    .deleteFrom('rate_limits')
    .where('key', '=', digest)
    .where('free_at', '>', now + 2 * full)
    .execute();
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('rate_limits')
    .values({ key: digest, free_at: now + refillMs })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet((row) => ({
          free_at: row
            .case()
            .when('rate_limits.free_at', '<', now)
            .then(now + refillMs)
            .else(row('rate_limits.free_at', '+', refillMs))
            .end(),
        }))
        .where('rate_limits.free_at', '<=', now + full - refillMs),
    )
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 1n) return 0;
  const row = await db
    .selectFrom('rate_limits')
    .select('free_at')
    .where('key', '=', digest)
    .executeTakeFirst();
  return Math.max(1, (row?.free_at ?? now) + refillMs - full - now);
}

/** Returns one attempt that proved harmless. Runs in a write transaction. */
export async function giveBackAttempt(
  db: Kysely<Schema>,
  { key, rule: { refillMs } }: Bucket,
): Promise<void> {
  await db
    .updateTable('rate_limits')
    .set((row) => ({ free_at: row('free_at', '-', refillMs) }))
    .where('key', '=', digestOfSecret(key))
    .execute();
}
