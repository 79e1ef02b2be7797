import type { HistoryFacts } from '../../data/chat.ts';

/** Messages that follow one another without a gap on this device: those shown in one list. */
export interface Segment {
  readonly from: number;
  readonly to: number;
  /** It goes up to the newest one. */
  readonly isNewest: boolean;
}

/** Whether the message of a number is on this device, in the window or a piece before it; 0 is one without a number. */
export function isWithin({ from, pieces }: HistoryFacts, seq: number): boolean {
  return seq === 0 || seq >= from || pieces.some((piece) => seq >= piece.from && seq <= piece.to);
}

/** The messages without a gap around a number; the newest ones where none is named, or it is not here any more. */
export function segmentOf({ from, last, pieces }: HistoryFacts, seq: number | undefined): Segment {
  const newest = { from, to: last, isNewest: true };
  if (seq === undefined || seq === 0 || seq >= from) return newest;
  const piece = pieces.find((one) => seq >= one.from && seq <= one.to);
  return piece === undefined ? newest : { ...piece, isNewest: false };
}
