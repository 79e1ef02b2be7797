import * as v from 'valibot';
import { refuse, type Refusal } from './errors.ts';

/** A calendar date without a zone, `YYYY-MM-DD` (product.md, 8). */
export const calendarDateSchema = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d{2}-\d{2}$/, 'is not a date (YYYY-MM-DD)'),
  v.check((text) => isRealDate(text), 'is not a date of the calendar'),
);

/** An instant in UTC, ISO 8601, with or without milliseconds. */
export const instantSchema = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z$/, 'is not a UTC time'),
  v.check((text) => isRealInstant(text), 'is not a time of the calendar'),
);

export function isInstant(value: unknown): value is string {
  return v.is(instantSchema, value);
}

/**
 * Time of completion: ISO without milliseconds (board spec, 7 "Other"); milliseconds are removed.
 */
export const completionStampSchema = v.pipe(
  instantSchema,
  v.transform((text) => text.replace(/\.\d+Z$/, 'Z')),
);

interface DateRange {
  readonly start_date: string | null;
  readonly end_date: string | null;
}

/**
 * Refuses a start after the end. An edit may leave such dates unchanged: rows older than this rule
 * can still be edited and completed.
 */
export function refuseReversedDates(
  edited: { readonly [Name in keyof DateRange]?: string | null | undefined },
  before?: DateRange,
): Refusal | undefined {
  const { start_date: start = before?.start_date ?? null } = edited;
  const { end_date: end = before?.end_date ?? null } = edited;
  if (start === null || end === null || start <= end) return undefined;
  if (start === before?.start_date && end === before.end_date) return undefined;
  return refuse('invalid', /*i18n*/ 'The start date is after the end date', {
    field: 'start_date',
  });
}

/** ISO without milliseconds, as the completion stamps are sent (spec, board 7 "Other"). */
export function isoSeconds(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d{3}Z$/, 'Z');
}

/** The viewer's own day as a calendar date; `offsetMinutes` is `Date.getTimezoneOffset()` of the viewer. */
export function localDay(milliseconds: number, offsetMinutes: number): string {
  return new Date(milliseconds - offsetMinutes * 60_000).toISOString().slice(0, 10);
}

/** The calendar date `days` after `day`; before it when negative. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);
}

/** Milliseconds. */
const DAY = 86_400_000;

/** Overdue: past its end date by the viewer's day and not completed (spec, board 4; product.md, 8). */
export function isOverdue(
  task: { readonly end_date: string | null; readonly is_completed: boolean },
  today: string,
): boolean {
  return task.end_date !== null && !task.is_completed && task.end_date < today;
}

/** False for 30 February and 24:00, which `Date.parse` accepts as 2 March and as the next day. */
function isRealInstant(text: string): boolean {
  const time = Date.parse(text);
  return Number.isFinite(time) && isoSeconds(time).slice(0, 19) === text.slice(0, 19);
}

function isRealDate(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(text);
}
