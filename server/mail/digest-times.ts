/** Local hour at which the mails of a day are written. */
const HOUR = 7;
const DAY_MS = 24 * 60 * 60_000;
/** Monday, as `Date.getUTCDay`. */
const WEEKLY_ON = 1;

/** When a person wants mails. */
export interface Rhythm {
  readonly digest: 'off' | 'daily' | 'weekly';
  /** Also on other days, when something is due on the day. */
  readonly reminders: boolean;
  readonly time_zone: string;
}

export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** The calendar date of an instant (milliseconds) in a time zone, `YYYY-MM-DD`. */
export function dateIn(at: number, timeZone: string): string {
  return localTime(at, timeZone).slice(0, 10);
}

/** Date `days` after a calendar date. */
export function daysAfter(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The kind of mail that belongs to a local morning; undefined: none. */
export function mailOf(rhythm: Rhythm, date: string): 'digest' | 'reminder' | undefined {
  const isWeekly = new Date(date).getUTCDay() === WEEKLY_ON;
  if (rhythm.digest === 'daily' || (rhythm.digest === 'weekly' && isWeekly)) return 'digest';
  return rhythm.reminders ? 'reminder' : undefined;
}

/** The first morning after an instant to which a mail belongs, in milliseconds; undefined: nothing is switched on. */
export function nextMorning(rhythm: Rhythm, after: number): number | undefined {
  const today = dateIn(after, rhythm.time_zone);
  for (let day = 0; day <= 8; day += 1) {
    const date = daysAfter(today, day);
    const at = morningOf(date, rhythm.time_zone);
    if (at > after && mailOf(rhythm, date) !== undefined) return at;
  }
  return undefined;
}

/** Instant of 7 o'clock on a date in a time zone: twice, because the offset at the guess may be that of another day. */
function morningOf(date: string, timeZone: string): number {
  const local = Date.parse(`${date}T00:00:00Z`) + HOUR * 60 * 60_000;
  let at = local;
  for (let round = 0; round < 2; round += 1) {
    at = local - (Date.parse(`${localTime(at, timeZone)}Z`) - Math.floor(at / 1000) * 1000);
  }
  return at;
}

/** Local time, `YYYY-MM-DDTHH:MM:SS`. */
function localTime(at: number, timeZone: string): string {
  const format = new Intl.DateTimeFormat('sv', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  return format.format(at).replace(' ', 'T');
}
