import { i18n } from '../../i18n/i18n.ts';
import { locale as ownLocale, onFirstUse } from './locale.ts';

type OffsetAt = (instant: number) => number;

/**
 * Dates as text (look.md, Words): Today, Tomorrow, a weekday within a week, otherwise day and short month, in the order
 * and with the clock of the locale. Calendar dates are `YYYY-MM-DD`; `today` is the viewer's own day.
 */
export interface DateFormat {
  readonly formatDate: (date: string, today: string) => string;
  /** Full date for tooltips: `Saturday, 21 November 2026`. */
  readonly dateInFull: (date: string) => string;
  /** Date of a table: `07/03/2026` in English, whatever the region (sessions spec, 2 "Home dashboard"). */
  readonly dateInTable: (date: string) => string;
  /**
   * Instant by the clock of its place: `14:05` today, `Yesterday 14:05`, otherwise `21 Nov 14:05`. `offsetAt` gives the
   * minutes from local time to UTC at an instant; without it they are those of the device.
   */
  readonly formatInstant: (iso: string, now: number, offsetAt?: OffsetAt) => string;
  /** The same within a sentence: `yesterday 14:05`. */
  readonly instantInSentence: DateFormat['formatInstant'];
}

const OWN = onFirstUse(() => dateFormat(ownLocale()));

export const formatDate: DateFormat['formatDate'] = (date, today) => OWN().formatDate(date, today);
export const dateInFull: DateFormat['dateInFull'] = (date) => OWN().dateInFull(date);
export const dateInTable: DateFormat['dateInTable'] = (date) => OWN().dateInTable(date);
export const formatInstant: DateFormat['formatInstant'] = (iso, now, offsetAt) =>
  OWN().formatInstant(iso, now, offsetAt);
export const instantInSentence: DateFormat['instantInSentence'] = (iso, now, offsetAt) =>
  OWN().instantInSentence(iso, now, offsetAt);

const deviceOffset: OffsetAt = (instant) => new Date(instant).getTimezoneOffset();

/** Milliseconds. */
const DAY = 86_400_000;

export function dateFormat(locale: string): DateFormat {
  const by = (options: Intl.DateTimeFormatOptions) =>
    onFirstUse(() => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }));
  const weekday = by({ weekday: 'short' });
  const dayMonth = by({ day: 'numeric', month: 'short' });
  const dayMonthYear = by({ day: 'numeric', month: 'short', year: 'numeric' });
  const full = by({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  const digits = onFirstUse(() => digitsOf(locale));
  const clock = onFirstUse(() => clockOf(locale));
  const formatDate: DateFormat['formatDate'] = (date, today) => {
    const days = daysBetween(today, date);
    if (days === 0) return i18n.t('Today');
    if (days === 1) return i18n.t('Tomorrow');
    if (days === -1) return i18n.t('Yesterday');
    const value = dayOf(date);
    if (value === undefined) return date;
    if (days > 1 && days < 7) return weekday().format(value);
    const isSameYear = date.slice(0, 4) === today.slice(0, 4);
    return (isSameYear ? dayMonth() : dayMonthYear()).format(value);
  };
  const instant =
    (textOfDay: DateFormat['formatDate']): DateFormat['formatInstant'] =>
    (iso, now, offsetAt = deviceOffset) => {
      const at = Date.parse(iso);
      if (Number.isNaN(at)) return iso;
      // Each has its own: between them the clocks may have changed to daylight-saving time.
      const local = new Date(at - offsetAt(at) * 60_000);
      const today = new Date(now - offsetAt(now) * 60_000).toISOString().slice(0, 10);
      const time = clock().format(local);
      const day = local.toISOString().slice(0, 10);
      return day === today ? time : `${textOfDay(day, today)} ${time}`;
    };
  return {
    formatDate,
    dateInFull: (date) => {
      const value = dayOf(date);
      if (value === undefined) return date;
      // Browsers disagree about the comma after the weekday.
      return full()
        .format(value)
        .replace(/^([^\s,]+) (?=\d)/, '$1, ');
    },
    dateInTable: (date) => {
      const value = dayOf(date);
      return value === undefined ? date : digits().format(value);
    },
    formatInstant: instant(formatDate),
    instantInSentence: instant((day, today) =>
      daysBetween(today, day) === -1 ? i18n.t('yesterday') : formatDate(day, today),
    ),
  };
}

function digitsOf(locale: string): Intl.DateTimeFormat {
  const day = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
  const isEnglish = locale.toLowerCase().split('-')[0] === 'en';
  return new Intl.DateTimeFormat(isEnglish ? 'en-GB' : locale, { timeZone: 'UTC', ...day });
}

/** Two digits of the hour where a day has 24. */
export function clockOf(locale: string): Intl.DateTimeFormat {
  const { hour12 } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions();
  const hour = hour12 === true ? 'numeric' : '2-digit';
  return new Intl.DateTimeFormat(locale, { timeZone: 'UTC', hour, minute: '2-digit' });
}

function dayOf(date: string): Date | undefined {
  const value = new Date(`${date}T00:00:00Z`);
  return Number.isNaN(value.getTime()) ? undefined : value;
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY);
}
