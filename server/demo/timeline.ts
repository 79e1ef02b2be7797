import type { AttachedFile } from './attachments.ts';

/** An action of a person: one call of the API, at a time. */
export interface DemoEvent {
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
  /** Organisation user. */
  readonly who: string;
  readonly method: 'POST' | 'PATCH';
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Files of the form, by the field that contains them. */
  readonly files?: Readonly<Record<string, AttachedFile>>;
}

export const HOUR_MS = 60 * 60_000;
export const DAY_MS = 24 * HOUR_MS;
/** Age of the demo's oldest event, in days. */
export const DAYS = 60;

/** A time before the present: `3d 08:15` is that time of the day three days ago, `40m` is forty minutes ago. */
export type Ago = `${number}d ${number}:${number}` | `${number}m`;

/** Milliseconds since 1970 of a time before `now`, by the clock of this machine. */
export function timeOf(now: number, ago: Ago): number {
  const minutes = /^(\d+)m$/.exec(ago)?.[1];
  if (minutes !== undefined) return now - Number(minutes) * 60_000;
  const [, days, hour, minute] = /^(\d+)d (\d+):(\d+)$/.exec(ago) ?? [];
  const time = new Date(now - Number(days) * DAY_MS);
  time.setHours(Number(hour), Number(minute), 0, 0);
  return Math.min(time.getTime(), now - 60_000);
}

/** The calendar date `days` after today (before it when negative), on this machine. */
export function dayAfter(now: number, days: number): string {
  const time = new Date(now);
  time.setDate(time.getDate() + days);
  const [year, month, day] = [time.getFullYear(), time.getMonth() + 1, time.getDate()];
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
