import { afterEach, expect, it, vi } from 'vitest';
import { queueWorker } from '../../../server/shared/queue-worker.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('a queue that cannot be worked off is tried again after a pause, and at once when it is woken', async () => {
  vi.useFakeTimers();
  let runs = 0;
  const failures: unknown[] = [];
  const worker = queueWorker({
    drain: () => {
      runs += 1;
      return Promise.reject(new Error('The database is read-only'));
    },
    // Something has been due for long.
    nextAt: () => Promise.resolve(0),
    now: () => Date.now(),
    failed: (error) => failures.push(error),
  });
  worker.wake();
  await vi.advanceTimersByTimeAsync(9_999);
  expect(runs).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(runs).toBe(2);
  worker.wake();
  await vi.advanceTimersByTimeAsync(0);
  expect(runs).toBe(3);
  expect(failures).toHaveLength(3);
  await worker.close();
});
