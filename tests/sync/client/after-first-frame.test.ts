import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { afterFirstFrame } from '../../../sync/client/after-first-frame.ts';

let frames: (() => void)[];

beforeEach(() => {
  frames = [];
  vi.useFakeTimers();
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => frames.push(callback));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('begins at once where no account is expected', () => {
  const work = vi.fn<() => void>();
  afterFirstFrame({ isExpected: false }).run(work);
  expect(work).toHaveBeenCalledOnce();
});

it('begins after the frame that shows the account', async () => {
  const work = vi.fn<() => void>();
  const later = afterFirstFrame({ isExpected: true });
  later.run(work);
  later.opened();
  await nextFrame();
  expect(work).not.toHaveBeenCalled();
  await nextFrame();
  expect(work).toHaveBeenCalledOnce();
  later.run(work);
  await vi.advanceTimersByTimeAsync(0);
  expect(work).toHaveBeenCalledTimes(2);
});

it('begins without a frame in a page that is hidden', async () => {
  const work = vi.fn<() => void>();
  const later = afterFirstFrame({ isExpected: true });
  later.run(work);
  later.opened();
  await vi.advanceTimersByTimeAsync(1_100);
  expect(work).toHaveBeenCalledOnce();
});

async function nextFrame(): Promise<void> {
  for (const callback of frames.splice(0)) callback();
  await vi.advanceTimersByTimeAsync(0);
}
