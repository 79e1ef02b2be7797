import { expect, test } from 'vitest';
import { matchesQuery } from '../../../../src/ui/text/match-query.ts';

test.each([
  ['Sofia Marsh', 'sof', true],
  ['Sofia Marsh', 'marsh so', true],
  ['Zoë Ängström', 'ang zoe', true],
  ['Sofia Marsh', 'fia', false],
  ['Sofia Marsh', 'sofia ben', false],
  ['Sofia Marsh', '  ', true],
  ['', 'a', false],
])('"%s" is found by "%s": %s', (text, query, isFound) => {
  expect(matchesQuery(text, query)).toBe(isFound);
});
