import { afterEach, expect, it, vi } from 'vitest';
import { whileDeleting } from '../../../sync/client/deletion-lock.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Locks that are never released. */
function neverReleased(): Pick<LockManager, 'request'> {
  const request = (_name: string, options: LockOptions) =>
    new Promise((_resolve, reject) => {
      options.signal?.addEventListener('abort', () => reject(options.signal?.reason));
    });
  return Object.assign(Object.create(null), { request });
}

it('[ENG-2.1] signing out waits 20 s for a tab that holds the lock, and continues without it', async () => {
  const wait = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(wait.signal);
  vi.stubGlobal('navigator', { locks: neverReleased() });
  const work = vi.fn(async () => 'done');
  const leaving = whileDeleting(work);
  expect(work).not.toHaveBeenCalled();
  expect(timeout).toHaveBeenCalledWith(20_000);
  wait.abort();
  expect(await leaving).toBe('done');
  expect(work).toHaveBeenCalledTimes(1);
});

it('[ENG-2.1] work that fails under the lock is not repeated', async () => {
  const request = async (_name: string, _options: LockOptions, work: () => Promise<unknown>) =>
    work();
  vi.stubGlobal('navigator', { locks: { request } });
  const work = vi.fn(() => Promise.reject(new Error('the disk is full')));
  await expect(whileDeleting(work)).rejects.toThrow('the disk is full');
  expect(work).toHaveBeenCalledTimes(1);
});
