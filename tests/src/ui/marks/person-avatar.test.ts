import { describe, expect, it } from 'vitest';
import { initialsOf, toneOf } from '../../../../src/ui/marks/person-avatar.tsx';

describe('initials', () => {
  it('are those of the first two words', () => {
    expect(initialsOf('North Ridge Surveys')).toBe('NR');
    expect(initialsOf('  maya   lindqvist ')).toBe('ML');
    expect(initialsOf('Cairn')).toBe('C');
  });

  it('keep a letter outside the basic plane whole', () => {
    expect(initialsOf('𝒜da Ö')).toBe('𝒜Ö');
  });

  it('give a person the same colour every time', () => {
    expect(toneOf('Maya')).toBe(toneOf('Maya'));
    expect(toneOf('')).toMatch(/^#/);
  });
});
