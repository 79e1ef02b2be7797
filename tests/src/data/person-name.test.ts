import { describe, expect, it } from 'vitest';
import { nameIn, nameOfPerson } from '../../../src/data/person-name.ts';

describe('the name of a person', () => {
  const ada = { display_name: 'Ada Field', active: true };

  it('is empty while the row is being read, and "Unknown person" only when the row does not exist', () => {
    expect(nameOfPerson(undefined)).toBe('');
    expect(nameOfPerson(null)).toBe('Unknown person');
    expect(nameIn(undefined, '1')).toBe('');
    expect(nameIn(new Map(), '1')).toBe('Unknown person');
  });

  it('shows that a person has left', () => {
    expect(nameIn(new Map([['1', ada]]), '1')).toBe('Ada Field');
    expect(nameOfPerson({ ...ada, active: false })).toBe('Ada Field (deactivated)');
  });
});
