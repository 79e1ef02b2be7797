import { addDays, addMonths, isCalendarDate } from './calendar-date.ts';
import { dateOf } from './date-phrases.ts';
import { locale as ownLocale } from './locale.ts';

interface Context {
  /** The viewer's day, `YYYY-MM-DD`. */
  readonly today: string;
  /** Latest date of the field: a date typed without its year is then the last such one, and not the next. */
  readonly max?: string | undefined;
  readonly locale?: string;
}

/** Two numbers with one sign between them, and a year of two or four digits. */
const NUMBERS = /^(\d{1,2})([./-]) ?(\d{1,2})(?:\2 ?(\d{4}|\d{2})?)?$/;
const DAY_AND_MONTH = /^(?:\d{1,2}\.? \p{L}+\.?|\p{L}+\.? \d{1,2}|\d{1,2}[./-] ?\d{1,2}[./-]?)$/u;

/**
 * Calendar date that a person typed or pasted: `2026-12-24`, numbers in the order of the locale (`24/12/2026` in British,
 * `12/24/2026` in American English, `24.12.` in German), a date as the product shows it, or a phrase of `dateOf`
 * ("tomorrow", "fri"). Undefined when the text is none.
 */
export function typedDate(text: string, { today, max, locale }: Context): string | undefined {
  const phrase = text.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  const read = (from: string) => numbered(phrase, from, locale) ?? dateOf(phrase, from);
  const date = read(today);
  if (date === undefined || max === undefined || date <= max || !DAY_AND_MONTH.test(phrase)) {
    return date;
  }
  return read(addDays(addMonths(max, -12), 1));
}

function numbered(phrase: string, today: string, locale: string | undefined): string | undefined {
  const [, first, , second, typedYear] = NUMBERS.exec(phrase) ?? [];
  if (first === undefined || second === undefined) return undefined;
  const [day, month] = isDayFirst(locale ?? ownLocale()) ? [first, second] : [second, first];
  const of = (year: string) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const year = Number(today.slice(0, 4));
  const dates =
    typedYear === undefined
      ? [of(String(year)), of(String(year + 1))].filter((date) => date >= today)
      : [of(typedYear.padStart(4, '20'))];
  return dates.find(isCalendarDate);
}

function isDayFirst(locale: string): boolean {
  const parts = new Intl.DateTimeFormat(locale).formatToParts(0).map(({ type }) => type);
  return parts.indexOf('day') < parts.indexOf('month');
}
