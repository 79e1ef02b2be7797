import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readOnChanges } from '../../../src/data/read-on-changes.ts';

const LOOK = 10_000;

let cursor: number;
let isVisible: boolean;
let takes: number;
let fails: boolean;
let reads: number;
let stop: AbortController;

beforeEach(() => {
  vi.useFakeTimers();
  [cursor, isVisible, takes, fails, reads] = [7, true, 10, false, 0];
  stop = new AbortController();
});
afterEach(() => {
  stop.abort();
  vi.useRealTimers();
});

function start(): void {
  void readOnChanges(
    {
      cursor: () => Promise.resolve(cursor),
      read: async () => {
        reads += 1;
        await new Promise((resolve) => setTimeout(resolve, takes));
        if (fails) throw new Error('No connection');
      },
      isVisible: () => isVisible,
      now: () => Date.now(),
    },
    stop.signal,
  );
}

const after = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

it('reads at once, and again only when the organisation has changed', async () => {
  start();
  await after(10 * LOOK);
  expect(reads).toBe(1);
  cursor = 8;
  await after(LOOK);
  expect(reads).toBe(2);
  await after(10 * LOOK);
  expect(reads).toBe(2);
});

it('reads again what changed while it was being read', async () => {
  takes = 100;
  start();
  await after(50);
  cursor = 8;
  await after(LOOK + 100);
  expect(reads).toBe(2);
});

it('waits until the page is visible', async () => {
  start();
  await after(100);
  [cursor, isVisible] = [8, false];
  await after(10 * LOOK);
  expect(reads).toBe(1);
  isVisible = true;
  await after(LOOK);
  expect(reads).toBe(2);
});

it('asks a slow server less often', async () => {
  takes = 6_000;
  start();
  await after(takes);
  cursor = 8;
  await after(100_000);
  expect(reads).toBe(1);
  await after(20_000);
  expect(reads).toBe(2);
});

it('repeats a read that failed, and ends when it is no longer wanted', async () => {
  fails = true;
  start();
  await after(2 * LOOK + 100);
  expect(reads).toBe(3);
  stop.abort();
  await after(10 * LOOK);
  expect(reads).toBe(3);
});
