/**
 * Dates as text (look.md, Words): Today, Tomorrow, a weekday within a week, otherwise day and short month.
 * Calendar dates are `YYYY-MM-DD`; `today` is the viewer's own day. English, as the rest of the product.
 */
const DAY = 86_400_000;

// Own tables: creating one of the platform's formatters takes as long as rendering ten tiles.
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

export function formatDate(date: string, today: string): string {
  const days = daysBetween(today, date);
  if (days === 0) return 'Today';
  if (days === 1) return 'Tomorrow';
  if (days === -1) return 'Yesterday';
  const value = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(value.getTime())) return date;
  if (days > 1 && days < 7) return weekday(value).slice(0, 3);
  const dayMonth = `${value.getUTCDate()} ${shortMonth(value)}`;
  const sameYear = date.slice(0, 4) === today.slice(0, 4);
  return sameYear ? dayMonth : `${dayMonth} ${value.getUTCFullYear()}`;
}

/** Full date for tooltips: `Saturday, 21 November 2026`. */
export function dateInFull(date: string): string {
  const value = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(value.getTime())) return date;
  return `${weekday(value)}, ${value.getUTCDate()} ${month(value)} ${value.getUTCFullYear()}`;
}

/**
 * Instant in the viewer's time zone: `14:05` today, `Yesterday 14:05`, otherwise `21 Nov 14:05`.
 * `offsetMinutes` as `Date.getTimezoneOffset()`.
 */
export function formatInstant(iso: string, now: number, offsetMinutes: number): string {
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return iso;
  const local = new Date(at - offsetMinutes * 60_000).toISOString();
  const today = new Date(now - offsetMinutes * 60_000).toISOString().slice(0, 10);
  const time = local.slice(11, 16);
  const day = local.slice(0, 10);
  return day === today ? time : `${formatDate(day, today)} ${time}`;
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY);
}

function weekday(day: Date): string {
  return WEEKDAYS[day.getUTCDay()] ?? '';
}

function month(day: Date): string {
  return MONTHS[day.getUTCMonth()] ?? '';
}

/** British abbreviation: three letters, four for September. */
function shortMonth(day: Date): string {
  const name = month(day);
  return name.slice(0, name === 'September' ? 4 : 3);
}
