import { localDay } from '../../model/shared/dates.ts';

/** `Date.getTimezoneOffset` of an instant in milliseconds: minutes from local time to UTC. */
export type OffsetAt = (instant: number) => number;

/** Offset of this device's time zone. */
export const deviceOffset: OffsetAt = (instant) => new Date(instant).getTimezoneOffset();

/** Local day (`YYYY-MM-DD`) of an instant in milliseconds. */
export function dayAt(instant: number, offsetAt: OffsetAt): string {
  return localDay(instant, offsetAt(instant));
}

/**
 * Instant in milliseconds of a wall-clock time of a local day (`YYYY-MM-DD`), `minutes` after midnight. A time that a
 * change to daylight-saving time leaves out is moved to the later side of the gap.
 */
export function instantAt(day: string, minutes: number, offsetAt: OffsetAt): number {
  const local = Date.parse(`${day}T00:00:00Z`) + minutes * MINUTE;
  const first = local + offsetAt(local) * MINUTE;
  const second = local + offsetAt(first) * MINUTE;
  return offsetAt(second) === offsetAt(first) ? second : Math.max(first, second);
}

/** Milliseconds. */
const MINUTE = 60_000;
