import { expect, it } from 'vitest';
import { mayStillCome } from '../../../src/data/downloading.ts';

it('reports a missing row only when the first download is known to have finished', () => {
  // Reload during the download: its state is read first, and the download continues.
  expect(mayStillCome(undefined, true)).toBe(true);
  expect(mayStillCome(true, true)).toBe(true);
  expect(mayStillCome(false, true)).toBe(false);
});

it('reports a missing row at once when offline', () => {
  expect(mayStillCome(true, false)).toBe(false);
  expect(mayStillCome(undefined, false)).toBe(false);
});
