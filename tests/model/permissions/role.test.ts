import { describe, expect, it } from 'vitest';
import { isReservedLevel } from '../../../model/permissions/role.ts';

describe('a name that reads like one of the first three levels', () => {
  it.each([
    'Level 1',
    'level  2',
    'LEVEL3',
    ' Level 1 ',
    'Ｌｅｖｅｌ　１',
    'Level\u200B1',
    'Le\u00ADvel 2',
  ])('%j is reserved', (name) => {
    expect(isReservedLevel(name)).toBe(true);
  });

  it.each(['Level 4', 'Level 12', 'Lovel 1', 'Sub Level 1'])('%j is free', (name) => {
    expect(isReservedLevel(name)).toBe(false);
  });
});
