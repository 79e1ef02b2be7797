import { expect, it } from 'vitest';
import { mayStillArrive } from '../../../src/data/downloading.ts';

it('reports a missing row only when the first download is known to have finished', () => {
  // Reload during the download: its state is read first, and the download continues.
  expect(mayStillArrive(undefined, true)).toBe(true);
  expect(mayStillArrive(true, true)).toBe(true);
  expect(mayStillArrive(false, true)).toBe(false);
});

it('reports a missing row at once when offline', () => {
  expect(mayStillArrive(true, false)).toBe(false);
  expect(mayStillArrive(undefined, false)).toBe(false);
});
