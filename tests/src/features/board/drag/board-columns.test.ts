import { expect, test } from 'vitest';
import { pull } from '../../../../../src/features/board/drag/board-columns.ts';

test('scrolls towards an edge near it, faster when nearer, and not in the middle', () => {
  expect(pull(500, 0, 1000)).toBe(0);
  expect(pull(40, 0, 1000)).toBeLessThan(0);
  expect(pull(5, 0, 1000)).toBeLessThan(pull(40, 0, 1000));
  expect(pull(960, 0, 1000)).toBeGreaterThan(0);
  expect(pull(1200, 0, 1000)).toBeGreaterThanOrEqual(pull(990, 0, 1000));
});

test('never scrolls a list without height', () => {
  expect(pull(10, 10, 10)).toBe(0);
});
