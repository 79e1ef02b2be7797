/** Numbers of messages, both ends included. */
export interface MessageRange {
  readonly from: number;
  readonly to: number;
}

/** Requested messages: those below a number, from a number on, or around one of them. */
export type RangeRequest =
  | { readonly before: number }
  | { readonly from: number }
  | { readonly around: string };

/** Messages of a scope that are complete on this device. */
export interface LoadedRanges {
  /** Number from which on no message is missing (WIN-1). */
  readonly from: number;
  /** Earlier ranges, lowest numbers first; no two of them, nor the last one and `from`, touch (WIN-5). */
  readonly earlier: readonly MessageRange[];
}

/** Adds a range to the loaded ranges and joins those that touch. */
export function withRange(
  { from: begin, earlier }: LoadedRanges,
  range: MessageRange,
): LoadedRanges {
  const { from, to } = range;
  if (to < from) return { from: begin, earlier };
  const apart = earlier.filter((one) => one.to + 1 < from || one.from > to + 1);
  const touched = earlier.filter((one) => !apart.includes(one));
  const low = Math.min(from, ...touched.map((one) => one.from));
  const high = Math.max(to, ...touched.map((one) => one.to));
  if (high + 1 < begin) {
    const all = [...apart, { from: low, to: high }];
    return { from: begin, earlier: all.toSorted((one, other) => one.from - other.from) };
  }
  return { from: Math.min(low, begin), earlier: apart.filter((one) => one.to < low) };
}
