import { expect, test } from 'vitest';
import { matchesWords } from '../../../../src/ui/text/match-words.ts';

test.each([
  ['Sofia Marsh', 'sof', true],
  ['Sofia Marsh', 'marsh so', true],
  ['Zoë Ängström', 'ang zoe', true],
  ['Sofia Marsh', 'fia', false],
  ['Sofia Marsh', 'sofia ben', false],
  ['Sofia Marsh', '  ', true],
  ['', 'a', false],
])('"%s" is found by "%s": %s', (text, query, isFound) => {
  expect(matchesWords(text, query)).toBe(isFound);
});
