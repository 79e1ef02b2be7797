import type { MessageContext } from '../../data/chat.ts';

/** Messages that follow one another without a gap on this device: those shown in one list. */
export interface Segment {
  readonly from: number;
  readonly to: number;
  /** It goes up to the newest one. */
  readonly isNewest: boolean;
}

/** Number of the last message seen before a conversation was opened; messages behind it are new. */
export type Unread = { readonly seen: number } | 'none';

/** Whether the message of a number is on this device, in the window or a piece before it; 0 is one without a number. */
export function isWithin({ from, pieces }: MessageContext, seq: number): boolean {
  return seq === 0 || seq >= from || pieces.some((piece) => seq >= piece.from && seq <= piece.to);
}

/** The messages without a gap around a number; the newest ones where none is named, or it is not here any more. */
export function segmentOf(
  { from, last, pieces }: MessageContext,
  seq: number | undefined,
): Segment {
  const newest = { from, to: last, isNewest: true };
  if (seq === undefined || seq === 0 || seq >= from) return newest;
  const piece = pieces.find((one) => seq >= one.from && seq <= one.to);
  return piece === undefined ? newest : { ...piece, isNewest: false };
}

/** Seen messages that come along before the first new one, so that it does not stand without what it answers. */
const BEFORE_NEW = 20;

/** From which number on messages have to be brought so that the first new one is here; undefined when it is. */
export function newToBring(context: MessageContext, unread: Unread): number | undefined {
  if (unread === 'none' || isWithin(context, unread.seen + 1)) return undefined;
  return Math.max(1, unread.seen + 1 - BEFORE_NEW);
}

/**
 * The row that stands at the top when a list opens at what is new: the last message that was seen. Where that is not in
 * the list it is what stands before its first one: then all of it is new.
 */
export function rowOfNew({ from, to }: Segment, { seen }: { readonly seen: number }): number {
  return Math.min(Math.max(0, seen - from + 1), Math.max(0, to - from + 1));
}

/** Who opens a list has its messages before them up to the newest one, unless new ones lie before it. */
export function opensWhole({ from, isNewest }: Segment, unread: Unread): boolean {
  return isNewest && (unread === 'none' || unread.seen + 1 >= from);
}
