/** Calendar dates without a zone, `YYYY-MM-DD`; the components of src/ui know no module of the domain. */

/** Milliseconds. */
const DAY = 86_400_000;

/** False for 30 February, which `Date.parse` accepts as 2 March. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && isoDay(time) === text;
}

/** The date `days` after `day`; before it when negative. */
export function addDays(day: string, days: number): string {
  return isoDay(Date.parse(`${day}T00:00:00Z`) + days * DAY);
}

/** The same day of another month, or the last one of a shorter month: a month after 31 January is 28 February. */
export function addMonths(day: string, months: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  const wanted = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months + 1, 0);
  date.setUTCDate(Math.min(wanted, date.getUTCDate()));
  return isoDay(date.getTime());
}

/** The viewer's own day. */
export function currentDay(): string {
  const now = Date.now();
  return isoDay(now - new Date(now).getTimezoneOffset() * 60_000);
}

function isoDay(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}
