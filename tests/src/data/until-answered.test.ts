import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CairnError, refuse } from '../../../model/shared/errors.ts';
import { untilAnswered } from '../../../src/data/until-answered.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it.each([
  ['a server that is overloaded', new CairnError(refuse('unavailable', 'Overloaded'))],
  ['an ended session', new CairnError(refuse('unauthenticated', 'Sign in again'))],
  ['a worker that was replaced', new Error('The worker has ended')],
])('reads again after %s', async (_title, problem) => {
  let reads = 0;
  void untilAnswered(async () => {
    reads += 1;
    if (reads < 3) throw problem;
  }, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(0);
  expect(reads).toBe(1);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(reads).toBe(3);
});

it.each([
  ['a refusal that stays', new CairnError(refuse('forbidden', 'Not yours')), 1],
  ['a success', undefined, 1],
])('does not read again after %s', async (_title, problem, times) => {
  let reads = 0;
  void untilAnswered(async () => {
    reads += 1;
    if (problem !== undefined) throw problem;
  }, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(reads).toBe(times);
});

it('does not read again once the screen is closed', async () => {
  const stop = new AbortController();
  let reads = 0;
  void untilAnswered(async () => {
    reads += 1;
    throw new Error('No connection');
  }, stop.signal);
  await vi.advanceTimersByTimeAsync(0);
  stop.abort();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(reads).toBe(1);
});
