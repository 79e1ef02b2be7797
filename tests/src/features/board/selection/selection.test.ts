import { describe, expect, it } from 'vitest';
import { bulkMessage, withReasons } from '../../../../../src/data/bulk-messages.ts';
import { rangeOf, without } from '../../../../../src/features/board/selection/use-selection.ts';

describe('selecting several tasks', () => {
  const order = ['a', 'b', 'c', 'd'];

  it('a Shift click selects everything since the last selected task, in either direction', () => {
    expect(rangeOf(order, 'b', 'd')).toEqual(['b', 'c', 'd']);
    expect(rangeOf(order, 'd', 'b')).toEqual(['b', 'c', 'd']);
    expect(rangeOf(order, 'b', 'b')).toEqual(['b']);
  });

  it('a Shift click in another column, or without a selection, selects that task alone', () => {
    expect(rangeOf(order, 'elsewhere', 'c')).toEqual(['c']);
    expect(rangeOf(order, undefined, 'c')).toEqual(['c']);
  });

  it('hidden tasks leave the selection, and the reference stays when none is hidden', () => {
    const chosen = new Set(['a', 'b']);
    expect([...without(chosen, ['b', 'd'])]).toEqual(['a']);
    expect(without(chosen, ['d'])).toBe(chosen);
  });

  it('the toast shows the number of changed tasks, the number left out, and the reasons', () => {
    const words = (done: number, reasons: readonly string[]) =>
      bulkMessage({ done: { length: done }, left: reasons.length, reasons }, 'archived');
    expect(words(3, [])).toBe('3 tasks archived');
    expect(words(1, ['Not yours'])).toBe('1 task archived. 1 left out: Not yours');
    expect(words(0, [])).toBe('Nothing to change: they are so already');
  });

  it('the toast shows the reasons for parts that were left out of changed tasks', () => {
    const parts = { left: 0, reasons: ['Not yours'] };
    expect(bulkMessage({ done: { length: 2 }, ...parts }, 'duplicated')).toBe(
      '2 tasks duplicated, but not all of it: Not yours',
    );
    expect(withReasons('Task duplicated', parts)).toBe(
      'Task duplicated, but not all of it: Not yours',
    );
    expect(withReasons('Task duplicated', { left: 0, reasons: [] })).toBe('Task duplicated');
  });
});
