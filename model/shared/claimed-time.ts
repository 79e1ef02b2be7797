import { isoSeconds } from './dates.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Lower limit of claimed times. */
const EARLIEST = Date.UTC(2000, 0, 1);

/**
 * True if a device's claimed time is plausible (ID-3): days of offline work and slightly fast
 * clocks are ordinary, a time before 2000 or more than a day ahead of the server's clock is not.
 * Milliseconds since 1970, UTC.
 */
export function isPlausible(claimed: number, now: number): boolean {
  return claimed >= EARLIEST && claimed <= now + DAY_MS;
}

/** The instant that a client claimed, unchanged; `now` if it claimed none or an implausible one. */
export function claimedInstant(claimed: string | null | undefined, now: number): string {
  return claimed && isPlausible(Date.parse(claimed), now) ? claimed : isoSeconds(now);
}

/** The same for a time that is not later than `now`. */
export function pastInstant(claimed: string | undefined, now: number): string {
  return claimed && isPlausible(Date.parse(claimed), now) && Date.parse(claimed) <= now
    ? claimed
    : new Date(now).toISOString();
}
