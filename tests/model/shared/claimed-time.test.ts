import { expect, it } from 'vitest';
import { claimedInstant, isPlausible } from '../../../model/shared/claimed-time.ts';

const NOW = Date.parse('2026-03-02T09:00:00Z');

it.each([
  ['a week of work without a network', '2026-02-23T09:00:00Z', true],
  ['a clock that runs an hour fast', '2026-03-02T10:00:00Z', true],
  ['a clock that stands at its beginning', '1970-01-01T00:00:12Z', false],
  ['the end of all four-digit years', '9999-12-31T23:59:59Z', false],
])('%s: %s', (_title, claimed, isKept) => {
  expect(claimedInstant(claimed, NOW)).toBe(isKept ? claimed : '2026-03-02T09:00:00Z');
});

it('rejects a number that is not a time', () => {
  for (const claimed of [4_000_000_000_000_000, 9_007_199_254_740_991, -1, Number.NaN]) {
    expect(isPlausible(claimed, NOW)).toBe(false);
  }
  expect(isPlausible(NOW - 1, NOW)).toBe(true);
});
