import { expect, it } from 'vitest';
import { mayStillCome } from '../../../src/data/downloading.ts';

it('nothing is said to be missing while the first download may still bring it, and it is once that is known done', () => {
  // A reload in the middle of it: whether it runs is read first, and the download goes on.
  expect(mayStillCome(undefined, true)).toBe(true);
  expect(mayStillCome(true, true)).toBe(true);
  expect(mayStillCome(false, true)).toBe(false);
});

it('without a network nothing comes, and the page says what is not here', () => {
  expect(mayStillCome(true, false)).toBe(false);
  expect(mayStillCome(undefined, false)).toBe(false);
});
