/** Files of forms are stored on this device before they are attached (decision 0114). */
import { expect, test } from 'vitest';
import { keepOnce, keptFirst } from '../../../src/data/keeping.ts';

test('a drawing that is offered and attached at once is stored once, and again when storing it failed', async () => {
  const drawing = new File(['strokes'], 'well (drawing).png');
  const stored: string[] = [];
  let refusal: string | undefined = 'The disk is full';
  const keep = async () => {
    await Promise.resolve();
    if (refusal === undefined) stored.push(drawing.name);
    return refusal;
  };
  keepOnce(drawing, keep);
  await keptFirst(drawing);
  expect(stored).toEqual([]);
  refusal = undefined;
  keepOnce(drawing, keep);
  keepOnce(drawing, keep);
  await keptFirst(drawing);
  expect(stored).toEqual(['well (drawing).png']);
});
