import { describe, expect, test } from 'vitest';
import { dateFormat } from '../../../../src/ui/text/date-format.ts';
import { englishOf, localeOf } from '../../../../src/ui/text/locale.ts';

const { dateInFull, formatDate, formatInstant, instantInSentence } = dateFormat('en-GB');

describe('dates as text', () => {
  test.each([
    ['2026-11-21', 'Today'],
    ['2026-11-22', 'Tomorrow'],
    ['2026-11-20', 'Yesterday'],
    ['2026-11-23', 'Mon'],
    ['2026-11-27', 'Fri'],
    ['2026-11-28', '28 Nov'],
    ['2026-11-19', '19 Nov'],
    ['2027-01-03', '3 Jan 2027'],
  ])('on 21 November 2026 the date %s reads %s', (date, words) => {
    expect(formatDate(date, '2026-11-21')).toBe(words);
  });

  test('counts whole days across a change to daylight saving time', () => {
    expect(formatDate('2026-03-30', '2026-03-29')).toBe('Tomorrow');
  });

  test('formats every day of three years in British English', () => {
    const words = (day: Date, options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options }).format(day);
    for (let at = Date.UTC(2027, 0, 1); at < Date.UTC(2030, 0, 1); at += 86_400_000) {
      const day = new Date(at);
      const date = day.toISOString().slice(0, 10);
      const twoDaysBefore = new Date(at - 2 * 86_400_000).toISOString().slice(0, 10);
      const dayMonth = { day: 'numeric', month: 'short' } as const;
      expect(formatDate(date, twoDaysBefore)).toBe(words(day, { weekday: 'short' }));
      expect(formatDate(date, '2020-05-05')).toBe(words(day, { ...dayMonth, year: 'numeric' }));
      const farInYear = `${date.slice(0, 4)}-${day.getUTCMonth() < 6 ? '12-20' : '01-05'}`;
      expect(formatDate(date, farInYear)).toBe(words(day, dayMonth));
    }
  });

  test('the tooltip shows the full date', () => {
    expect(dateInFull('2026-11-21')).toBe('Saturday, 21 November 2026');
  });

  test("an instant is formatted in the viewer's time zone", () => {
    const now = Date.parse('2026-11-21T12:00:00Z');
    expect(formatInstant('2026-11-21T09:05:00Z', now, () => -60)).toBe('10:05');
    expect(formatInstant('2026-11-20T23:30:00Z', now, () => 0)).toBe('Yesterday 23:30');
    expect(formatInstant('2026-11-20T23:30:00Z', now, () => -60)).toBe('00:30');
    expect(formatInstant('2026-10-02T08:00:00Z', now, () => 0)).toBe('2 Oct 08:00');
  });

  test('an instant of the other half of the year has the time that the clocks showed then', () => {
    const summer = Date.parse('2026-03-29T01:00:00Z');
    const berlin = (at: number) => (at < summer ? -60 : -120);
    const july = Date.parse('2026-07-15T12:00:00Z');
    expect(formatInstant('2026-01-15T13:05:00Z', july, berlin)).toBe('15 Jan 14:05');
    expect(formatInstant('2026-01-15T23:30:00Z', july, berlin)).toBe('16 Jan 00:30');
    expect(formatInstant('2026-07-14T22:30:00Z', july, berlin)).toBe('00:30');
  });

  test('an instant within a sentence begins with a small letter', () => {
    const now = Date.parse('2026-11-21T12:00:00Z');
    expect(instantInSentence('2026-11-20T23:30:00Z', now, () => 0)).toBe('yesterday 23:30');
    expect(instantInSentence('2026-11-21T09:05:00Z', now, () => 0)).toBe('09:05');
    expect(instantInSentence('2026-10-02T08:00:00Z', now, () => 0)).toBe('2 Oct 08:00');
  });

  test('follow the order and the clock of the locale', () => {
    const american = dateFormat('en-US');
    expect(american.formatDate('2026-11-28', '2026-11-21')).toBe('Nov 28');
    expect(american.dateInFull('2026-11-21')).toBe('Saturday, November 21, 2026');
    // The specification names the form of dates in tables.
    expect(american.dateInTable('2026-03-07')).toBe('07/03/2026');
    expect(dateFormat('de-DE').dateInTable('2026-03-07')).toBe('07.03.2026');
    const now = Date.parse('2026-11-21T12:00:00Z');
    expect(american.formatInstant('2026-11-21T14:05:00Z', now, () => 0)).toMatch(/^2:05\sPM$/);
  });

  test.each([
    [['de-DE', 'en-US', 'en'], 'en-US'],
    [['en'], 'en'],
    [['de', 'fr'], 'en-GB'],
    [[], 'en-GB'],
  ])('a browser that prefers %j gets %s', (languages, locale) => {
    expect(englishOf(languages)).toBe(locale);
  });

  test.each([
    [['fr', 'de-AT', 'de'], 'de-AT'],
    [['en-US'], 'de'],
  ])('German texts for a browser that prefers %j get %s', (languages, locale) => {
    expect(localeOf('de', languages)).toBe(locale);
  });
});
