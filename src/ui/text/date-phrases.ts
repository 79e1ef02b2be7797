import { i18n } from '../../i18n/i18n.ts';
import { addDays, isCalendarDate } from './calendar-date.ts';
import { germanInEnglish } from './german-date-phrases.ts';

/** Date phrase in a text: its place, and the calendar date that it means. */
export interface DatePhrase {
  readonly from: number;
  readonly to: number;
  readonly date: string;
}

const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
const MONTHS = [
  'jan',
  'feb',
  'mar',
  'apr',
  'may',
  'jun',
  'jul',
  'aug',
  'sep',
  'oct',
  'nov',
  'dec',
] as const;

const WEEKDAY =
  /^(?:(next) )?(sun(?:day)?|mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:rs(?:day)?)?|fri(?:day)?|sat(?:urday)?)$/;
const MONTH_NAME =
  '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(?:uary|ruary|ch|il|e|y|ust|(?<=sep)t(?:ember)?|ober|ember)?';
const DAY_MONTH = new RegExp(`^(\\d{1,2})\\.? ${MONTH_NAME}\\.?(?: (\\d{4}))?$`);
const MONTH_DAY = new RegExp(`^${MONTH_NAME}\\.? (\\d{1,2})(?:,? (\\d{4}))?$`);
const IN_DAYS = /^(?:in (\d{1,3}) (day|week)s?|\+(\d{1,3})([dw]))$/;

/** Number of spaced parts in the longest phrase: "by 24 december 2027". */
const LONGEST = 4;

/**
 * Date phrase at the end of a text: today, tomorrow, a weekday, "next week", "24 dec", "in 3 days", an ISO
 * date; "by", "on" or "due" before it belongs to it. Only at the end, so that "Sun cream for the hut" keeps
 * its name; undefined when the text has nothing else.
 */
export function dateAtEnd(text: string, today: string): DatePhrase | undefined {
  const end = text.trimEnd().length;
  const words = [...text.slice(0, end).matchAll(/\S+/g)];
  for (let count = Math.min(LONGEST, words.length - 1); count > 0; count -= 1) {
    const from = words[words.length - count]?.index ?? 0;
    const phrase = text.slice(from, end).toLowerCase().replaceAll(/\s+/g, ' ');
    const date = dateOf(phrase, today);
    if (date !== undefined) return { from, to: end, date };
  }
  return undefined;
}

/**
 * Calendar date that a phrase in lower case means; undefined when it is no date. `today` is `YYYY-MM-DD`. English is read
 * in every language, German beside it where the texts are German.
 */
export function dateOf(phrase: string, today: string): string | undefined {
  const english = i18n.locale === 'de' ? germanInEnglish(phrase) : phrase;
  return englishDate(english.replace(/^(?:(?:by|on|due) )+/, ''), today);
}

function englishDate(phrase: string, today: string): string | undefined {
  if (phrase === 'today') return today;
  if (phrase === 'tomorrow' || phrase === 'tmr') return addDays(today, 1);
  if (phrase === 'next week') return addDays(mondayOf(today), 7);
  if (isCalendarDate(phrase)) return phrase;
  return weekday(phrase, today) ?? daysFrom(phrase, today) ?? dayOfMonth(phrase, today);
}

/** The next such day after today; with "next", the one of the week after this one. */
function weekday(phrase: string, today: string): string | undefined {
  const [, next, name] = WEEKDAY.exec(phrase) ?? [];
  const wanted = WEEKDAYS.findIndex((day) => name?.startsWith(day) === true);
  if (wanted === -1) return undefined;
  if (next !== undefined) return addDays(mondayOf(today), 7 + ((wanted + 6) % 7));
  return addDays(today, ((wanted - weekdayOf(today) + 6) % 7) + 1);
}

function daysFrom(phrase: string, today: string): string | undefined {
  const [, count, unit, shortCount, shortUnit] = IN_DAYS.exec(phrase) ?? [];
  const number = count ?? shortCount;
  if (number === undefined) return undefined;
  return addDays(today, Number(number) * ((unit ?? shortUnit ?? '').startsWith('w') ? 7 : 1));
}

/** A day and a month; without a year, the next one from today on. */
function dayOfMonth(phrase: string, today: string): string | undefined {
  const first = DAY_MONTH.exec(phrase);
  const second = MONTH_DAY.exec(phrase);
  const [day, name, year] =
    first === null ? [second?.[2], second?.[1], second?.[3]] : [first[1], first[2], first[3]];
  if (day === undefined || name === undefined) return undefined;
  const month = String(MONTHS.findIndex((one) => one === name) + 1).padStart(2, '0');
  const of = (one: string) => `${one}-${month}-${day.padStart(2, '0')}`;
  const thisYear = today.slice(0, 4);
  const date = of(year ?? thisYear);
  const next = year === undefined && date < today ? of(String(Number(thisYear) + 1)) : date;
  return isCalendarDate(next) ? next : undefined;
}

/** 0 is Sunday. */
function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

function mondayOf(day: string): string {
  return addDays(day, -((weekdayOf(day) + 6) % 7));
}
