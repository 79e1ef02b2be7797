import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CairnError } from '../../../model/shared/errors.ts';
import { createPace } from '../../../server/realtime/pace.ts';
import { createSyncLoad } from '../../../server/sync/sync-load.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Seconds of `Retry-After`; undefined when the request was accepted. */
function refused(request: () => unknown): number | undefined {
  try {
    request();
    return undefined;
  } catch (error) {
    if (!(error instanceof CairnError)) throw error;
    expect(error.status).toBe(429);
    return Number(error.details['retry_after']);
  }
}

it('[PULL-7.5] pulls beyond what one process sends within a second get 429 with a time for the next attempt', () => {
  const load = createSyncLoad();
  for (let count = 0; count < 300; count += 1) {
    expect(refused(load.requirePull)).toBeUndefined();
    load.countLargePull();
  }
  const waits = Array.from({ length: 900 }, () => refused(load.requirePull) ?? 0);
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(1);
  expect(Math.max(...waits)).toBeLessThanOrEqual(5);
  // Spread, so that they do not all come at the same time.
  expect(new Set(waits).size).toBeGreaterThan(2);
  vi.advanceTimersByTime(1_000);
  expect(refused(load.requirePull)).toBeUndefined();
});

it('[PULL-7.5] downloads beyond those that run at the same time get 429 with a time for the next attempt', () => {
  const load = createSyncLoad();
  const ends = Array.from({ length: 50 }, () => load.beginDownload());
  expect(refused(load.beginDownload)).toBeGreaterThanOrEqual(1);
  ends[0]?.();
  // An end that is reported twice makes room once.
  ends[0]?.();
  expect(refused(load.beginDownload)).toBeUndefined();
  expect(refused(load.beginDownload)).toBeGreaterThanOrEqual(1);
});

it('[PULL-7.5] devices that have to pull receive their events a few at a time, and all of them in the end', () => {
  const pace = createPace();
  let waiting = 500;
  const publish = () => {
    while (waiting > 0 && pace.mayPull(publish)) waiting -= 1;
  };
  publish();
  expect(waiting).toBe(480);
  vi.advanceTimersByTime(300);
  expect(waiting).toBe(460);
  vi.advanceTimersByTime(24 * 300);
  expect(waiting).toBe(0);
  pace.stop();
});
