import { expect, test } from 'vitest';
import { defaultFlagOf } from '../../../src/data/flags.ts';

const flags = (...names: readonly string[]) => names.map((name) => ({ id: name, name }));

test.each([
  [['Urgent', 'High', 'medium', 'Low', 'None'], 'medium'],
  [['Now', 'Soon', 'Later'], 'Soon'],
  [[], undefined],
])('of the priorities %j a new task gets %s', (names, name) => {
  expect(defaultFlagOf(flags(...names))?.name).toBe(name);
});
