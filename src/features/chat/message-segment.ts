import type { MessageContext } from '../../data/chat.ts';

/** Range of consecutive messages on this device; one list shows one segment. */
export interface Segment {
  readonly from: number;
  readonly to: number;
  /** True when the segment ends with the newest message. */
  readonly isNewest: boolean;
}

/** Number of the last message seen before the conversation was opened; messages after it are new. */
export type Unread = { readonly seen: number } | 'none';

/**
 * True when the message number lies in a loaded range. Number 0 stands for an unnumbered own message, which
 * is always here.
 */
export function isWithin({ from, earlier }: MessageContext, seq: number): boolean {
  return seq === 0 || seq >= from || earlier.some((range) => seq >= range.from && seq <= range.to);
}

/** Segment that contains the number; the newest segment when no number is given or the message is not on the device. */
export function segmentOf(
  { from, last, earlier }: MessageContext,
  seq: number | undefined,
): Segment {
  const newest = { from, to: last, isNewest: true };
  if (seq === undefined || seq === 0 || seq >= from) return newest;
  const range = earlier.find((one) => seq >= one.from && seq <= one.to);
  return range === undefined ? newest : { ...range, isNewest: false };
}

/** Seen messages fetched before the first new one, to give it context. */
const BEFORE_NEW = 20;

/** First message number to fetch so that the first new message is on the device; undefined when it is already here. */
export function firstToFetch(context: MessageContext, unread: Unread): number | undefined {
  if (unread === 'none' || isWithin(context, unread.seen + 1)) return undefined;
  return Math.max(1, unread.seen + 1 - BEFORE_NEW);
}

/**
 * Index of the row at the top when a list opens at the first new message: the last seen message, or row 0
 * when the segment begins after it.
 */
export function rowOfNew({ from, to }: Segment, { seen }: { readonly seen: number }): number {
  return Math.min(Math.max(0, seen - from + 1), Math.max(0, to - from + 1));
}

/** True when the list opens with every message up to the newest one; false when new messages lie before the segment. */
export function opensWhole({ from, isNewest }: Segment, unread: Unread): boolean {
  return isNewest && (unread === 'none' || unread.seen + 1 >= from);
}
