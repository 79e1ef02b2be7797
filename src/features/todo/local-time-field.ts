import { instantAt, type OffsetAt } from '../../data/local-time.ts';

/** Date and time of an instant in milliseconds as the fields hold them, `2026-11-24T16:30`. */
export function localTime(instant: number, offsetAt: OffsetAt): string {
  return new Date(instant - offsetAt(instant) * 60_000).toISOString().slice(0, 16);
}

/** Instant of such a value in milliseconds; null for an empty or incomplete one. */
export function localInstant(value: string, offsetAt: OffsetAt): number | null {
  const [, day = '', hours = '', minutes = ''] =
    /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})/.exec(value) ?? [];
  if (day === '') return null;
  return instantAt(day, Number(hours) * 60 + Number(minutes), offsetAt);
}
