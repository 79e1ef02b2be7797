import { afterEach, describe, expect, it } from 'vitest';
import { erasedPerson, storedName } from '../../../model/shared/erased-person.ts';
import { nameIn, nameOfPerson, shownName, shownPerson } from '../../../src/data/person-name.ts';
import { i18n } from '../../../src/i18n/i18n.ts';

afterEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));

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

  it('is in the language of the reader for a person who was erased, and stored in English', () => {
    const messages = { 'Deleted person {number}': 'Gelöschte Person {number}', Tasks: 'Aufgaben' };
    i18n.loadAndActivate({ locale: 'de', messages });
    const erased = { id: '12', ...erasedPerson('12') };
    expect(shownPerson(erased).display_name).toBe('Gelöschte Person 12');
    expect(storedName(shownPerson(erased))).toBe('Deleted person 12');
    // A name that happens to be a text of a screen is a name.
    expect(shownName('Tasks')).toBe('Tasks');
    expect(shownName('Deleted person Ada')).toBe('Deleted person Ada');
  });
});
