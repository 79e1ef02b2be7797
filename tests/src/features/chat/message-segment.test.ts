import { expect, it } from 'vitest';
import {
  isWithin,
  firstToFetch,
  opensWhole,
  rowOfNew,
  segmentOf,
} from '../../../../src/features/chat/message-segment.ts';

/** The newest range is 900 to 1,000; two loaded ranges lie before it. */
const CONTEXT = {
  from: 900,
  last: 1_000,
  earlier: [
    { from: 1, to: 91 },
    { from: 400, to: 490 },
  ],
};
const NEWEST = { from: 900, to: 1_000, isNewest: true };

it('shows the loaded range around a message, and only that range', () => {
  expect(segmentOf(CONTEXT, 50)).toEqual({ from: 1, to: 91, isNewest: false });
  expect(segmentOf(CONTEXT, 490)).toEqual({ from: 400, to: 490, isNewest: false });
  expect(segmentOf(CONTEXT, 900)).toEqual(NEWEST);
});

it('shows the newest range for no message, an unnumbered one, or one that is not on the device', () => {
  for (const seq of [undefined, 0, 300]) expect(segmentOf(CONTEXT, seq)).toEqual(NEWEST);
});

it('fetches a message between two loaded ranges; an unnumbered one is on the device', () => {
  const here = [0, 1, 91, 400, 900, 1_000].map((seq) => isWithin(CONTEXT, seq));
  expect(here).not.toContain(false);
  expect([92, 399, 491, 899].map((seq) => isWithin(CONTEXT, seq))).not.toContain(true);
});

it('fetches the messages around the first new one, and none when it is on the device', () => {
  expect(firstToFetch(CONTEXT, { seen: 700 })).toBe(681);
  expect(firstToFetch({ ...CONTEXT, earlier: [] }, { seen: 3 })).toBe(1);
  // The message before the newest range is the first missing one.
  expect(firstToFetch(CONTEXT, { seen: 898 })).toBe(879);
  for (const seen of [10, 420, 899, 950]) expect(firstToFetch(CONTEXT, { seen })).toBeUndefined();
  expect(firstToFetch(CONTEXT, 'none')).toBeUndefined();
});

it('opens with the last seen message at the top, or at the oldest loaded one when it is missing', () => {
  expect(rowOfNew(NEWEST, { seen: 950 })).toBe(51);
  // All loaded messages are new: the row before the first message.
  expect(rowOfNew(NEWEST, { seen: 899 })).toBe(0);
  expect(rowOfNew(NEWEST, { seen: 700 })).toBe(0);
  expect(rowOfNew({ from: 1, to: 30, isNewest: true }, { seen: 0 })).toBe(0);
});

it('counts opening the newest messages as seen only when no new message lies before them', () => {
  expect(opensWhole(NEWEST, 'none')).toBe(true);
  expect(opensWhole(NEWEST, { seen: 899 })).toBe(true);
  expect(opensWhole(NEWEST, { seen: 898 })).toBe(false);
  expect(opensWhole({ from: 400, to: 490, isNewest: false }, { seen: 420 })).toBe(false);
});
