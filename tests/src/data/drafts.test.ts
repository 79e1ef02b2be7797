import { describe, expect, it } from 'vitest';
import { changesOf, isWorthKeeping, readEdit, writeEdit } from '../../../src/data/drafts.ts';

describe('form drafts', () => {
  const start = { name: 'Hut', description: '' };
  const values = { name: 'Hut', description: 'Above the' };

  it("a description draft does not revert a colleague's rename", () => {
    const edit = readEdit(writeEdit({ start, values }), { name: 'Lodge', description: '' });
    expect(edit && changesOf(edit)).toEqual({ description: 'Above the' });
  });

  it('a draft of an older build is an edit of the current row', () => {
    const edit = readEdit(JSON.stringify({ ...values, gone: 'x' }), start);
    expect(edit).toEqual({ start, values });
  });

  it('the base of an edit stays the value it started from', () => {
    const based = { start: { text: 'a', base: 'a' }, values: { text: 'ab', base: 'a' } };
    expect(readEdit(writeEdit(based), { text: 'b', base: 'b' })).toEqual(based);
  });

  it('an absent, unchanged or unreadable draft is no edit', () => {
    expect(readEdit(undefined, start)).toBeUndefined();
    expect(readEdit(writeEdit({ start, values: start }), start)).toBeUndefined();
    expect(readEdit('{"name":', start)).toBeUndefined();
  });

  it('closing a form asks about text, not about spaces or the current value of the row', () => {
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
