import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { compareRanked, rankBetween, ranksAfter, rankSchema } from '../../../model/shared/rank.ts';

const rank = fc
  .stringMatching(/^[0-9A-Za-z]{0,8}[1-9A-Za-z]$/)
  .filter((text) => v.is(rankSchema, text));

describe('ranks', () => {
  it('[invariant 17] a new rank lies strictly between two different neighbours', () => {
    fc.assert(
      fc.property(rank, rank, (left, right) => {
        fc.pre(left !== right);
        const [low, high] = left < right ? [left, right] : [right, left];
        const between = rankBetween(low, high);
        expect(v.is(rankSchema, between)).toBe(true);
        expect(between > low && between < high).toBe(true);
      }),
    );
  });

  it('[invariant 17] a rank exists before the first and behind the last row', () => {
    fc.assert(
      fc.property(rank, (only) => {
        const before = rankBetween(undefined, only);
        const after = rankBetween(only, undefined);
        expect(before < only && only < after).toBe(true);
        expect(v.is(rankSchema, before) && v.is(rankSchema, after)).toBe(true);
      }),
    );
  });

  it('[invariant 17] keys stay short after 20,000 rows appended and 20,000 prepended', () => {
    const appended = ranksAfter(undefined, 20_000);
    expect(Math.max(...appended.map((key) => key.length))).toBeLessThanOrEqual(3);
    expect(appended.toSorted()).toEqual(appended);
    let first: string | undefined;
    for (let index = 0; index < 20_000; index += 1) {
      const next: string = rankBetween(undefined, first);
      if (first !== undefined) expect(next < first).toBe(true);
      first = next;
    }
    expect(first?.length).toBeLessThanOrEqual(3);
  });

  it('[invariant 17] an exhausted gap gives equal ranks, which sort by id, and never an invalid key', () => {
    const low = 'V';
    let high = 'W';
    for (let index = 0; index < 3_000; index += 1) {
      high = rankBetween(low, high);
      expect(v.is(rankSchema, high)).toBe(true);
      expect(high.length).toBeLessThanOrEqual(120);
    }
    expect(rankBetween('V', 'V')).toBe('V');
    expect(rankBetween('W', 'V')).toBe('W');
    expect(
      [
        { rank: 'V', id: 'b' },
        { rank: 'V', id: 'a' },
        { rank: 'F', id: 'c' },
      ].toSorted(compareRanked),
    ).toEqual([
      { rank: 'F', id: 'c' },
      { rank: 'V', id: 'a' },
      { rank: 'V', id: 'b' },
    ]);
  });

  it('[invariant 17] a very long rank from another client leaves room for rows before and after it', () => {
    for (const only of ['z'.repeat(200), `${'0'.repeat(199)}1`, `V${'0'.repeat(198)}z`]) {
      expect(v.is(rankSchema, only)).toBe(true);
      const first = rankBetween(undefined, only);
      const last = rankBetween(only, undefined);
      expect([first, last].map((one) => v.is(rankSchema, one))).toEqual([true, true]);
      expect(first <= only && last >= only).toBe(true);
    }
  });
});
