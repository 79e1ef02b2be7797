import { describe, expect, it } from 'vitest';
import { bulkMessage } from '../../../../../src/features/board/selection/bulk-messages.ts';
import { rangeOf, without } from '../../../../../src/features/board/selection/use-selection.ts';

describe('choosing several tasks', () => {
  const order = ['a', 'b', 'c', 'd'];

  it('a Shift click takes everything from the last one chosen, in either direction', () => {
    expect(rangeOf(order, 'b', 'd')).toEqual(['b', 'c', 'd']);
    expect(rangeOf(order, 'd', 'b')).toEqual(['b', 'c', 'd']);
    expect(rangeOf(order, 'b', 'b')).toEqual(['b']);
  });

  it('a Shift click on another card, or before anything is chosen, takes that task alone', () => {
    expect(rangeOf(order, 'elsewhere', 'c')).toEqual(['c']);
    expect(rangeOf(order, undefined, 'c')).toEqual(['c']);
  });

  it('what is no longer seen is let go, and nothing changes when all is seen', () => {
    const chosen = new Set(['a', 'b']);
    expect([...without(chosen, ['b', 'd'])]).toEqual(['a']);
    expect(without(chosen, ['d'])).toBe(chosen);
  });

  it('the toast says how many it was done to, how many were left out, and why', () => {
    const words = (done: number, reasons: readonly string[]) =>
      bulkMessage({ done: { length: done }, left: reasons.length, reasons }, 'archived');
    expect(words(3, [])).toBe('3 tasks archived');
    expect(words(1, ['Not yours'])).toBe('1 task archived. 1 left out: Not yours');
    expect(words(0, [])).toBe('Nothing to change: they are so already');
  });
});
