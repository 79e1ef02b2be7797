import { expect, it } from 'vitest';
import { isWithin, segmentOf } from '../../../../src/features/chat/history-segment.ts';

/** 900 to 1,000 are the window; two pieces lie before it. */
const FACTS = {
  from: 900,
  last: 1_000,
  pieces: [
    { from: 1, to: 91 },
    { from: 400, to: 490 },
  ],
};
const NEWEST = { from: 900, to: 1_000, isNewest: true };

it('shows what is here without a gap around a message, and only that', () => {
  expect(segmentOf(FACTS, 50)).toEqual({ from: 1, to: 91, isNewest: false });
  expect(segmentOf(FACTS, 490)).toEqual({ from: 400, to: 490, isNewest: false });
  expect(segmentOf(FACTS, 900)).toEqual(NEWEST);
});

it('shows the newest where no message is named, one has no number yet, or it is not here any more', () => {
  for (const seq of [undefined, 0, 300]) expect(segmentOf(FACTS, seq)).toEqual(NEWEST);
});

it('a message between two pieces has to be brought first; one without a number is here', () => {
  const here = [0, 1, 91, 400, 900, 1_000].map((seq) => isWithin(FACTS, seq));
  expect(here).not.toContain(false);
  expect([92, 399, 491, 899].map((seq) => isWithin(FACTS, seq))).not.toContain(true);
});
