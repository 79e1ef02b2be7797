import { describe, expect, test } from 'vitest';
import { answerSchema } from '../../../../model/mutations/context/answer-context.ts';
import { parseAt } from '../../../../model/shared/parse.ts';
import { pathOf, strokesOf } from '../../../../src/ui/forms/signature-path.ts';

describe('the path of a drawn signature', () => {
  test('contains each stroke, and a dot as a line to itself', () => {
    const path = pathOf([
      [
        { x: 1.4, y: 2.6 },
        { x: 9, y: 9 },
      ],
      [{ x: 5, y: 5 }],
    ]);
    expect(path).toBe('M1 3L9 9M5 5L5 5');
    expect(pathOf(strokesOf(path))).toBe(path);
    expect(strokesOf('')).toEqual([]);
  });

  test('stays in the box, also where the finger leaves it', () => {
    const path = pathOf([
      [
        { x: -20, y: 40 },
        { x: 500, y: 300 },
      ],
    ]);
    expect(path).toBe('M0 40L400 150');
  });

  test('is short enough for the server however long somebody draws, and keeps every stroke', () => {
    const scribble = Array.from({ length: 40 }, (_, stroke) =>
      Array.from({ length: 400 }, (_point, index) => ({
        x: 200 + 190 * Math.sin(index / 7 + stroke),
        y: 75 + 70 * Math.cos(index / 5),
      })),
    );
    const path = pathOf(scribble);
    expect(strokesOf(path)).toHaveLength(40);
    expect(parseAt(answerSchema, { signature: path })).toEqual({ signature: path });
  });
});
