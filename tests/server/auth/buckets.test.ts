import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type BucketRule,
  giveBackAttempt,
  sweepBuckets,
  claimAttempt,
  claimAttempts,
} from '../../../server/auth/buckets.ts';
import { networkOf } from '../../../server/auth/throttle.ts';
import type { Database } from '../../../server/store/database.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';

/** The buckets of a database with a clock that the test sets. */
function bucketsOf({ kind, writer }: Database, rule: BucketRule, clock: { now: number }) {
  const inTransaction = async <T>(work: () => Promise<T>): Promise<T> => {
    await writer.begin();
    const result = await work();
    await writer.commit();
    return result;
  };
  return {
    claim: (key: string) => inTransaction(() => claimAttempt(writer.db, { key, rule }, clock.now)),
    claimAll: (...keys: readonly string[]) =>
      inTransaction(() =>
        claimAttempts(
          writer.db,
          keys.map((key) => ({ key, rule })),
          clock.now,
        ),
      ),
    sweep: () => inTransaction(() => sweepBuckets(writer, kind, clock.now)),
    giveBack: (key: string) => inTransaction(() => giveBackAttempt(writer.db, { key, rule })),
  };
}

forEachDatabase('a rate limit', (open) => {
  it('allows its burst, then one attempt each refill time', async () => {
    const clock = { now: 1_000_000 };
    const buckets = bucketsOf(await open(), { burst: 3, refillMs: 1_000 }, clock);
    for (let attempt = 0; attempt < 3; attempt += 1) expect(await buckets.claim('a')).toBe(0);
    expect(await buckets.claim('a')).toBe(1_000);
    expect(await buckets.claim('b')).toBe(0);
    clock.now += 400;
    expect(await buckets.claim('a')).toBe(600);
    clock.now += 600;
    expect(await buckets.claim('a')).toBe(0);
    expect(await buckets.claim('a')).toBe(1_000);
  });

  it('returns a harmless attempt, and never allows more than the burst', async () => {
    const buckets = bucketsOf(await open(), { burst: 1, refillMs: 1_000 }, { now: 1_000_000 });
    expect(await buckets.claim('a')).toBe(0);
    await buckets.giveBack('a');
    await buckets.giveBack('a');
    expect(await buckets.claim('a')).toBe(0);
    expect(await buckets.claim('a')).toBe(1_000);
  });

  it('allows no more than burst and refills, in any order, and the returned wait is long enough', async () => {
    const database = await open();
    const schedule = fc.array(fc.integer({ min: 0, max: 2_000 }), { minLength: 1, maxLength: 25 });
    let round = 0;
    await fc.assert(
      fc.asyncProperty(schedule, fc.integer({ min: 1, max: 5 }), async (pauses, burst) => {
        const clock = { now: 1_000_000 };
        const buckets = bucketsOf(database, { burst, refillMs: 1_000 }, clock);
        const key = `schedule ${(round += 1)}`;
        let passed = 0;
        for (const pause of pauses) {
          clock.now += pause;
          if ((await buckets.claim(key)) === 0) passed += 1;
          expect(passed).toBeLessThanOrEqual(burst + (clock.now - 1_000_000) / 1_000 + 1e-9);
        }
        const wait = await buckets.claim(key);
        clock.now += wait;
        if (wait > 0) expect(await buckets.claim(key)).toBe(0);
      }),
      // Thousandths whose sum was not one.
      { numRuns: 20, examples: [[[0, 138, 324], 2]] },
    );
  });

  it('uses one attempt of all buckets or, where one is empty, of none after it, in any order of the locks', async () => {
    const buckets = bucketsOf(await open(), { burst: 2, refillMs: 1_000 }, { now: 1_000_000 });
    const pairs = Array.from({ length: 8 }, (_, index) => [`a ${index}`, `b ${index}`] as const);
    for (const [first, second] of pairs) {
      expect(await buckets.claimAll(first, second)).toBe(0);
      await buckets.claim(first);
      expect(await buckets.claimAll(first, second)).toBe(1_000);
      expect(await buckets.claim(second)).toBe(0);
      await buckets.giveBack(first);
      // The bucket before an empty one is used all the same.
      expect(await buckets.claimAll(first, second)).toBe(1_000);
      expect(await buckets.claim(first)).toBe(1_000);
    }
  });

  it('locks its rows in one order, whatever the order of the names', async () => {
    const { writer } = await open();
    const rule = { burst: 5, refillMs: 1_000 };
    const keys = Array.from({ length: 6 }, (_, index) => ({ key: `key ${index}`, rule }));
    const ordered = async (buckets: typeof keys) => {
      const seen: string[] = [];
      const db = writer.db.withPlugin({
        transformQuery: ({ node }) => {
          if (node.kind === 'InsertQueryNode') {
            seen.push(/[0-9a-f]{64}|[\w-]{43}/.exec(JSON.stringify(node.values))?.[0] ?? '');
          }
          return node;
        },
        transformResult: async ({ result }) => result,
      });
      await writer.begin();
      await claimAttempts(db, buckets, 1_000_000);
      await writer.commit();
      return seen;
    };
    const forwards = await ordered(keys);
    expect(new Set(forwards).size).toBe(6);
    expect(await ordered(keys.toReversed())).toEqual(forwards);
  });

  it('leaves no row behind when it is unused again, and survives a clock that goes back', async () => {
    const database = await open();
    const clock = { now: 1_000_000 };
    const buckets = bucketsOf(database, { burst: 2, refillMs: 1_000 }, clock);
    for (let key = 0; key < 50; key += 1) await buckets.claim(`key ${key}`);
    clock.now += 1_000;
    await buckets.claim('key 0');
    await buckets.sweep();
    const rows = await database.snapshot((sql) => sql.all('select key from rate_limits'));
    expect(rows).toHaveLength(1);
    expect(await buckets.claim('key 0')).toBe(0);
    expect(await buckets.claim('key 0')).toBe(1_000);
    clock.now = 0;
    expect(await buckets.claim('key 0')).toBe(0);
  });
});

describe('an address counts as its network', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['demo 1', 'demo 1'],
  ])('%s as %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
