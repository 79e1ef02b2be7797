import * as v from 'valibot';

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
  v.check((text) => Number.isFinite(Date.parse(text)), 'is not a time'),
);

/** ISO without milliseconds, as the completion stamps are sent (spec, board 7 "Other"). */
export function isoSeconds(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d{3}Z$/, 'Z');
}

/** The viewer's own day as a calendar date; `offsetMinutes` is `Date.getTimezoneOffset()` of the viewer. */
export function localDay(milliseconds: number, offsetMinutes: number): string {
  return new Date(milliseconds - offsetMinutes * 60_000).toISOString().slice(0, 10);
}

/** Overdue: past its end date by the viewer's day and not completed (spec, board 4; product.md, 8). */
export function isOverdue(
  task: { readonly end_date: string | null; readonly is_completed: boolean },
  today: string,
): boolean {
  return task.end_date !== null && !task.is_completed && task.end_date < today;
}

function isRealDate(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(text);
}
