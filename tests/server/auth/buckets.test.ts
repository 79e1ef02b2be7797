import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createBuckets } from '../../../server/auth/buckets.ts';
import { networkOf } from '../../../server/auth/throttle.ts';

it('a bucket lets its burst through, then one attempt each refill time', () => {
  let now = 0;
  const buckets = createBuckets({ burst: 3, refillMs: 1_000 }, () => now);
  expect([1, 2, 3].map(() => buckets.take('a'))).toEqual([0, 0, 0]);
  expect(buckets.take('a')).toBe(1_000);
  expect(buckets.take('b')).toBe(0);
  now = 400;
  expect(buckets.take('a')).toBe(600);
  now = 1_000;
  expect(buckets.take('a')).toBe(0);
  expect(buckets.take('a')).toBe(1_000);
});

it('an attempt that is given back can be taken again, and never makes more than the burst', () => {
  const buckets = createBuckets({ burst: 1, refillMs: 1_000 }, () => 0);
  expect(buckets.take('a')).toBe(0);
  buckets.giveBack('a');
  buckets.giveBack('a');
  expect(buckets.take('a')).toBe(0);
  expect(buckets.take('a')).toBe(1_000);
});

it('whatever the order of attempts, no more pass than burst and refills allow, and waiting as told helps', () => {
  const schedule = fc.array(fc.integer({ min: 0, max: 2_000 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(schedule, fc.integer({ min: 1, max: 5 }), (pauses, burst) => {
      let now = 0;
      let passed = 0;
      const buckets = createBuckets({ burst, refillMs: 1_000 }, () => now);
      for (const pause of pauses) {
        now += pause;
        if (buckets.take('a') === 0) passed += 1;
        expect(passed).toBeLessThanOrEqual(burst + now / 1_000 + 1e-9);
      }
      const wait = buckets.take('a');
      now += wait;
      if (wait > 0) expect(buckets.take('a')).toBe(0);
    }),
    // Thousandths that did not add up to one.
    { examples: [[[0, 138, 324], 2]] },
  );
});

it('a flood of keys does not grow the memory without end, and a clock that goes back does not lock anybody out', () => {
  let now = 1_000_000;
  const buckets = createBuckets({ burst: 2, refillMs: 1_000 }, () => now);
  for (let key = 0; key < 120_000; key += 1) buckets.take(`key ${key}`);
  expect(buckets.take('key 119999')).toBe(0);
  expect(buckets.take('key 119999')).toBe(1_000);
  expect(buckets.take('key 0')).toBe(0);
  now = 0;
  expect(buckets.take('key 119999')).toBe(1_000);
  now = 1_000;
  expect(buckets.take('key 119999')).toBe(0);
});

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['demo 1', 'demo 1'],
])('an address counts for its network: %s as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
