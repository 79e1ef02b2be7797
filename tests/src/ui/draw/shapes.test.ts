import { expect, it } from 'vitest';
import {
  beginShape,
  extendShape,
  isVisible,
  lineWidth,
  pathOf,
  readShapes,
  type Shape,
  writeShapes,
} from '../../../../src/ui/draw/shapes.ts';

const STYLE = { colour: 'red', width: 4 } as const;

it('reads the shapes that it wrote, and none of a text that is no drawing', () => {
  const shapes: readonly Shape[] = [
    { kind: 'pen', ...STYLE, points: [{ x: 1, y: 2 }] },
    { kind: 'arrow', ...STYLE, from: { x: 0, y: 0 }, to: { x: 100, y: 0 } },
    { kind: 'text', ...STYLE, at: { x: 5, y: 6 }, text: 'Here' },
  ];
  expect(readShapes(writeShapes(shapes))).toEqual(shapes);
  expect(writeShapes([])).toBe('');
  for (const text of ['', '{', '{}', '[{"kind":"pen"}]', '[{"kind":"star","colour":"red"}]']) {
    expect(readShapes(text)).toEqual([]);
  }
});

it('leaves out points of the pen that are closer than a quarter of its line', () => {
  const begun = beginShape('pen', STYLE, { x: 0, y: 0 });
  expect(begun).toBeDefined();
  if (begun === undefined) return;
  const near = extendShape(begun, { x: 0.5, y: 0 });
  expect(near).toBe(begun);
  expect(extendShape(near, { x: 1, y: 0 })).toMatchObject({
    points: [
      { x: 0, y: 0 },
      { x: 1, y: 0 },
    ],
  });
});

it('draws a tap with the pen as a dot, and nothing for a tap with another tool', () => {
  const at = { x: 10, y: 10 };
  const dot = beginShape('pen', STYLE, at);
  const line = beginShape('line', STYLE, at);
  expect(dot && isVisible(dot)).toBe(true);
  expect(dot && pathOf(dot)).toBe('M10 10L10 10');
  expect(line && isVisible(line)).toBe(false);
  expect(line && isVisible(extendShape(line, { x: 30, y: 10 }))).toBe(true);
  expect(beginShape('text', STYLE, at)).toBe(undefined);
});

it('points an arrow at the end of its line, with a head no longer than half of it', () => {
  const arrow = (x: number): Shape => ({
    kind: 'arrow',
    ...STYLE,
    from: { x: 0, y: 0 },
    to: { x, y: 0 },
  });
  expect(pathOf(arrow(100))).toBe('M0 0L100 0M82.4 -9.6L100 0L82.4 9.6');
  expect(pathOf(arrow(10))).toBe('M0 0L10 0M5.6 -2.4L10 0L5.6 2.4');
});

it('draws lines that look as wide on every picture', () => {
  expect(lineWidth({ width: 4_000, height: 3_000 }, false)).toBe(24);
  expect(lineWidth({ width: 1_000, height: 500 }, true)).toBe(12);
  expect(lineWidth({ width: 20, height: 10 }, false)).toBe(1);
});
