import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  indexAt,
  neighboursOf,
  neighboursOfSeveral,
  stepPlacement,
  withPlacement,
} from '../../../../../src/features/board/drag/placement.ts';

const GAP = 8;

function measured(sizes: readonly (readonly [string, number])[]) {
  let start = 0;
  const rows = sizes.map(([key, size]) => {
    const row = { key, start, size };
    start += size + GAP;
    return row;
  });
  return {
    count: rows.length,
    indexOf: (id: string) => rows.findIndex((row) => row.key === id),
    at: (index: number) => rows[index],
  };
}

describe('placement of a dragged tile', () => {
  test('keeps a tile in its own slot, whatever the sizes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 40, max: 200 }), { minLength: 1, maxLength: 30 }),
        fc.nat(),
        (sizes, seed) => {
          const rows = measured(sizes.map((size, index) => [`t${index}`, size]));
          const own = seed % rows.count;
          const row = rows.at(own);
          expect(indexAt(rows, `t${own}`, row?.start ?? 0, GAP)).toBe(own);
        },
      ),
    );
  });

  test('inserts it after every tile whose middle its top edge has passed', () => {
    const rows = measured([
      ['a', 100],
      ['b', 100],
      ['c', 100],
    ]);
    expect(indexAt(rows, 'other', -20, GAP)).toBe(0);
    expect(indexAt(rows, 'other', 51, GAP)).toBe(1);
    expect(indexAt(rows, 'other', 5000, GAP)).toBe(3);
    expect(indexAt(rows, 'a', 49, GAP)).toBe(0);
    expect(indexAt(rows, 'a', 51, GAP)).toBe(1);
  });

  test('inserts it into an empty column', () => {
    expect(indexAt(measured([]), 'x', 300, GAP)).toBe(0);
  });

  test('lists the tile at its new position only', () => {
    const placement = { id: 'b', column: 'right', index: 1 };
    expect(withPlacement(['a', 'b', 'c'], 'left', placement)).toEqual(['a', 'c']);
    expect(withPlacement(['x', 'y'], 'right', placement)).toEqual(['x', 'b', 'y']);
    expect(withPlacement(['x', 'b', 'y'], 'right', placement)).toEqual(['x', 'b', 'y']);
  });

  test('applying a placement twice changes nothing', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string(), { maxLength: 12 }),
        fc.string(),
        fc.nat(),
        (ids, id, seed) => {
          const others = ids.filter((other) => other !== id);
          const placement = { id, column: 'l', index: seed % (others.length + 1) };
          const once = withPlacement(ids, 'l', placement);
          expect(withPlacement(once, 'l', placement)).toEqual(once);
          expect(once.indexOf(id)).toBe(placement.index);
        },
      ),
    );
  });

  test('finds the actual neighbours, and reports no move for a drop in place', () => {
    const ids = ['a', 'b', 'c', 'd'];
    expect(neighboursOf(ids, { id: 'a', column: 'l', index: 2 })).toEqual({
      before: 'c',
      after: 'd',
      unmoved: false,
    });
    expect(neighboursOf(ids, { id: 'z', column: 'l', index: 0 })).toEqual({
      before: undefined,
      after: 'a',
      unmoved: false,
    });
    expect(neighboursOf(ids, { id: 'b', column: 'l', index: 1 }).unmoved).toBe(true);
  });
});

describe('moves by arrow keys', () => {
  const count = (column: string) => ({ l: 3, m: 0, r: 9 })[column] ?? 0;
  const columns = ['l', 'm', 'r'];

  test('stop at the edges of the board and the column', () => {
    const first = { id: 't', column: 'l', index: 0 };
    expect(stepPlacement(first, 'up', columns, count)).toEqual(first);
    expect(stepPlacement(first, 'left', columns, count)).toEqual(first);
    const last = { id: 't', column: 'r', index: 9 };
    expect(stepPlacement(last, 'down', columns, count)).toEqual(last);
    expect(stepPlacement(last, 'right', columns, count)).toEqual(last);
  });

  test('go after the last tile of a shorter column', () => {
    expect(stepPlacement({ id: 't', column: 'l', index: 2 }, 'right', columns, count)).toEqual({
      id: 't',
      column: 'm',
      index: 0,
    });
  });
});

describe('a drop of several tiles', () => {
  const ids = ['a', 'b', 'c', 'd', 'e'];

  test('inserts them between other rows, never between each other', () => {
    const together = new Set(['b', 'd', 'x']);
    const at = (id: string, index: number) =>
      neighboursOfSeveral(ids, { id, column: 'l', index }, together);
    expect(at('d', 2)).toEqual({ before: 'a', after: 'c' });
    expect(at('x', 4)).toEqual({ before: 'c', after: 'e' });
    expect(at('x', 5)).toEqual({ before: 'e', after: undefined });
    expect(at('b', 0)).toEqual({ before: undefined, after: 'a' });
  });
});
