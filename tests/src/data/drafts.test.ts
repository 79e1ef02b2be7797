import { describe, expect, it } from 'vitest';
import { changesOf, isWorthKeeping, readEdit, writeEdit } from '../../../src/data/drafts.ts';

describe('half-typed text', () => {
  const start = { name: 'Hut', description: '' };
  const values = { name: 'Hut', description: 'Above the' };

  it('a half-typed description does not take back a rename of a colleague', () => {
    const edit = readEdit(writeEdit({ start, values }), { name: 'Lodge', description: '' });
    expect(edit && changesOf(edit)).toEqual({ description: 'Above the' });
  });

  it('text that was kept by an older build is an edit of what is there now', () => {
    const edit = readEdit(JSON.stringify({ ...values, gone: 'x' }), start);
    expect(edit).toEqual({ start, values });
  });

  it('what the edit started from stays its base', () => {
    const based = { start: { text: 'a', base: 'a' }, values: { text: 'ab', base: 'a' } };
    expect(readEdit(writeEdit(based), { text: 'b', base: 'b' })).toEqual(based);
  });

  it('nothing kept, nothing changed, and what cannot be read are no edit', () => {
    expect(readEdit(undefined, start)).toBeUndefined();
    expect(readEdit(writeEdit({ start, values: start }), start)).toBeUndefined();
    expect(readEdit('{"name":', start)).toBeUndefined();
  });

  it('closing a form asks about words, not about spaces or what the row says by now', () => {
    expect(isWorthKeeping({ start, values }, start)).toBe(true);
    expect(isWorthKeeping({ start, values: { name: 'Hut ', description: '  ' } }, start)).toBe(
      false,
    );
    const renamed = { start, values: { ...start, name: 'Lodge' } };
    expect(isWorthKeeping(renamed, start)).toBe(true);
    expect(isWorthKeeping(renamed, { name: 'Lodge', description: '' })).toBe(false);
    expect(isWorthKeeping({ start, values: { ...start, name: '' } }, start)).toBe(true);
  });
});
