/** ENG-3: full jitter from 1 s up to 5 min. */
const FIRST = 1_000;
const LONGEST = 300_000;
/** ENG-4: while somebody looks and work waits, it has to go within 10 s of the network's return. */
export const LONGEST_WATCHED = 8_000;

/** Milliseconds until the next try after `failures` in a row; `dice` is evenly in [0, 1). */
export function backoff(failures: number, random: number, longest: number = LONGEST): number {
  const ceiling = Math.min(longest, LONGEST, FIRST * 2 ** Math.min(failures, 20));
  return Math.round(random * ceiling);
}

/** `Retry-After` wins only up to here: a date that somebody got wrong must not keep a device silent for days. */
const LONGEST_WISHED = 3_600_000;
/** So many who were given the same time do not come in the same moment. */
const SPREAD = 500;

export interface Wish {
  /** `Retry-After` in milliseconds. */
  readonly wished: number | undefined;
  readonly random: number;
  readonly longest?: number | undefined;
}

/** ENG-3: the server's wish wins; one of less than the first step says nothing of when, and its own back-off grows. */
export function waitAfter(failures: number, { wished = 0, random, longest }: Wish): number {
  const own = 100 + backoff(failures, random, longest);
  if (wished < FIRST) return Math.max(wished, own);
  return Math.min(wished, LONGEST_WISHED) + Math.round(random * SPREAD);
}
