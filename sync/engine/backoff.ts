/** ENG-3: full jitter from 1 s up to 5 min. */
const FIRST = 1_000;
const LONGEST = 300_000;
/** ENG-4: while somebody looks and work waits, it has to go within 10 s of the network's return. */
export const LONGEST_WATCHED = 8_000;

/** Milliseconds until the next try after `failures` in a row; `dice` is evenly in [0, 1). */
export function backoff(failures: number, dice: number, longest: number = LONGEST): number {
  const ceiling = Math.min(longest, LONGEST, FIRST * 2 ** Math.min(failures, 20));
  return Math.round(dice * ceiling);
}
