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

  it('keep an emoji, a flag and a letter with a separate accent whole', () => {
    expect(initialsOf('👩🏽‍🚒 Crew')).toBe('👩🏽‍🚒C');
    expect(initialsOf('🇨🇭🇫🇷 🏳️‍🌈')).toBe('🇨🇭🏳️‍🌈');
    expect(initialsOf('e\u0301lan o\u0308l')).toBe('E\u0301O\u0308');
  });

  it('skip an invisible character before the first letter', () => {
    expect(initialsOf('\u202Emaya \u200Blind')).toBe('ML');
    expect(initialsOf('\u0301')).toBe('');
  });

  it('give a person the same colour every time', () => {
    expect(toneOf('Maya')).toBe(toneOf('Maya'));
    expect(toneOf('')).toMatch(/^#/);
  });
});
