import { isoSeconds } from './dates.ts';

const DAY_MS = 24 * 60 * 60_000;
/** No device did anything in Cairn before this. */
const EARLIEST = Date.UTC(2000, 0, 1);

/**
 * Whether what a device's clock claimed can be believed (ID-3): days of work without a network and clocks that run a
 * little fast are ordinary, a time before 2000 or more than a day ahead of the server's clock is not. Milliseconds since
 * 1970, UTC.
 */
export function isBelievable(claimed: number, now: number): boolean {
  return claimed >= EARLIEST && claimed <= now + DAY_MS;
}

/** The instant that a client claimed, as it wrote it; `now` where it claimed none or one that cannot be believed. */
export function claimedInstant(claimed: string | null | undefined, now: number): string {
  return claimed && isBelievable(Date.parse(claimed), now) ? claimed : isoSeconds(now);
}
