import { describe, expect, it } from 'vitest';
import { rowSlots } from '../../../../src/features/overview/row-slots.ts';

const page = (...ids: readonly string[]) => ids.map((id) => ({ id }));
const places = (slots: ReadonlyMap<string, number>) => Object.fromEntries(slots);

describe('the slots of table rows', () => {
  it('are numbered from the top at first', () => {
    expect(places(rowSlots(new Map(), page('a', 'b', 'c')))).toEqual({ a: 0, b: 1, c: 2 });
  });

  it('stay with a remaining row wherever it moves, and are reused after a removed one', () => {
    const before = rowSlots(new Map(), page('a', 'b', 'c'));
    expect(places(rowSlots(before, page('c', 'x', 'a')))).toEqual({ c: 2, x: 1, a: 0 });
    expect(places(rowSlots(before, page('new', 'a', 'b', 'c')))).toEqual({
      new: 3,
      a: 0,
      b: 1,
      c: 2,
    });
  });

  it('are not reused while the same page changes: an added row gets a new slot', () => {
    const before = rowSlots(new Map(), page('a', 'b', 'c'));
    expect(places(rowSlots(before, page('x', 'a', 'c'), true))).toEqual({ x: 3, a: 0, c: 2 });
  });

  it('are never shared by two rows, and never outnumber the rows', () => {
    let slots: ReadonlyMap<string, number> = new Map();
    for (let turn = 0; turn < 40; turn += 1) {
      const ids = Array.from({ length: 1 + ((turn * 7) % 10) }, (_, at) => `${turn * 3 + at * 2}`);
      slots = rowSlots(slots, page(...ids));
      expect(new Set(slots.values()).size).toBe(ids.length);
      expect(Math.max(...slots.values())).toBeLessThan(10);
    }
  });
});
