import { expect, it } from 'vitest';
import {
  isWithin,
  newToBring,
  opensWhole,
  rowOfNew,
  segmentOf,
} from '../../../../src/features/chat/message-segment.ts';

/** 900 to 1,000 are the window; two pieces lie before it. */
const CONTEXT = {
  from: 900,
  last: 1_000,
  pieces: [
    { from: 1, to: 91 },
    { from: 400, to: 490 },
  ],
};
const NEWEST = { from: 900, to: 1_000, isNewest: true };

it('shows what is here without a gap around a message, and only that', () => {
  expect(segmentOf(CONTEXT, 50)).toEqual({ from: 1, to: 91, isNewest: false });
  expect(segmentOf(CONTEXT, 490)).toEqual({ from: 400, to: 490, isNewest: false });
  expect(segmentOf(CONTEXT, 900)).toEqual(NEWEST);
});

it('shows the newest where no message is named, one has no number yet, or it is not here any more', () => {
  for (const seq of [undefined, 0, 300]) expect(segmentOf(CONTEXT, seq)).toEqual(NEWEST);
});

it('a message between two pieces has to be brought first; one without a number is here', () => {
  const here = [0, 1, 91, 400, 900, 1_000].map((seq) => isWithin(CONTEXT, seq));
  expect(here).not.toContain(false);
  expect([92, 399, 491, 899].map((seq) => isWithin(CONTEXT, seq))).not.toContain(true);
});

it('more new messages than are here: those around the first one are brought, and nothing when it is here', () => {
  expect(newToBring(CONTEXT, { seen: 700 })).toBe(681);
  expect(newToBring({ ...CONTEXT, pieces: [] }, { seen: 3 })).toBe(1);
  // The last one before the window is the first that is missing.
  expect(newToBring(CONTEXT, { seen: 898 })).toBe(879);
  for (const seen of [10, 420, 899, 950]) expect(newToBring(CONTEXT, { seen })).toBeUndefined();
  expect(newToBring(CONTEXT, 'none')).toBeUndefined();
});

it('opens with the last seen message at the top, and at the oldest one here where that one is not here', () => {
  expect(rowOfNew(NEWEST, { seen: 950 })).toBe(51);
  // All that is here is new: the row before the first message.
  expect(rowOfNew(NEWEST, { seen: 899 })).toBe(0);
  expect(rowOfNew(NEWEST, { seen: 700 })).toBe(0);
  expect(rowOfNew({ from: 1, to: 30, isNewest: true }, { seen: 0 })).toBe(0);
});

it('opening the newest messages has seen them only when nothing new lies before them', () => {
  expect(opensWhole(NEWEST, 'none')).toBe(true);
  expect(opensWhole(NEWEST, { seen: 899 })).toBe(true);
  expect(opensWhole(NEWEST, { seen: 898 })).toBe(false);
  expect(opensWhole({ from: 400, to: 490, isNewest: false }, { seen: 420 })).toBe(false);
});
