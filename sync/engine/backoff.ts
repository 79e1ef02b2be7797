/** ENG-3: full jitter from 1 s up to 5 min. */
const FIRST = 1_000;
const LONGEST = 300_000;
/** ENG-4: in a visible tab with pending mutations a pass runs within 10 s of the network's return. */
export const LONGEST_WATCHED = 8_000;

/** Milliseconds until the next attempt after `failures` consecutive failures; `random` is uniform in [0, 1). */
export function backoff(failures: number, random: number, longest: number = LONGEST): number {
  const ceiling = Math.min(longest, LONGEST, FIRST * 2 ** Math.min(failures, 20));
  return Math.round(random * ceiling);
}

/** Upper bound for `Retry-After`: a wrong date must not silence a device for days. */
const LONGEST_RETRY_AFTER = 3_600_000;
/** Spreads devices that received the same `Retry-After`. */
const SPREAD = 500;

export interface RetryDelay {
  /** `Retry-After` in milliseconds. */
  readonly retryAfter: number | undefined;
  readonly random: number;
  readonly longest?: number | undefined;
}

/**
 * ENG-3: `Retry-After` takes precedence. A value below the first step gives no usable time, so the device's own
 * back-off grows.
 */
export function waitAfter(
  failures: number,
  { retryAfter = 0, random, longest }: RetryDelay,
): number {
  const own = 100 + backoff(failures, random, longest);
  if (retryAfter < FIRST) return Math.max(retryAfter, own);
  return Math.min(retryAfter, LONGEST_RETRY_AFTER) + Math.round(random * SPREAD);
}
