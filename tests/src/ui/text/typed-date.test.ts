import { afterEach, describe, expect, it } from 'vitest';
import { i18n } from '../../../../src/i18n/i18n.ts';
import { fieldFormat } from '../../../../src/ui/text/field-format.ts';
import { typedDate } from '../../../../src/ui/text/typed-date.ts';

/** A Wednesday. */
const TODAY = '2026-11-25';

afterEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));

describe('a typed date', () => {
  it.each([
    ['en-GB', '2026-12-24', '2026-12-24'],
    ['en-GB', ' 24/12/2026 ', '2026-12-24'],
    ['en-GB', '24/12/26', '2026-12-24'],
    ['en-GB', '24.12.2026', '2026-12-24'],
    ['en-GB', '24-12-2026', '2026-12-24'],
    ['en-GB', '5/12', '2026-12-05'],
    ['en-GB', '5/3', '2027-03-05'],
    ['en-GB', '12/24/2026', undefined],
    ['en-GB', 'Tomorrow', '2026-11-26'],
    ['en-GB', 'fri', '2026-11-27'],
    ['en-GB', '24  Dec', '2026-12-24'],
    ['en-GB', 'by friday', '2026-11-27'],
    ['en-US', '12/24/2026', '2026-12-24'],
    ['en-US', '5/12', '2027-05-12'],
    ['en-US', '24/12/2026', undefined],
    ['de-DE', '24.12.2026', '2026-12-24'],
    ['de-DE', '24.12.', '2026-12-24'],
    ['de-DE', '24. 12. 2026', '2026-12-24'],
    ['de-DE', '24.12.26', '2026-12-24'],
    ['de-DE', '1.3.', '2027-03-01'],
    ['de-DE', '2026-12-24', '2026-12-24'],
    ['de-DE', 'bis Freitag', '2026-11-27'],
    ['de-DE', '31.2.', undefined],
    ['en-GB', '30/2/2026', undefined],
    ['en-GB', '2026-02-30', undefined],
    ['en-GB', '2026-12', undefined],
    ['en-GB', 'soon', undefined],
    ['en-GB', '', undefined],
  ])('in %s, %j', (locale, text, date) => {
    i18n.loadAndActivate({ locale: locale.slice(0, 2), messages: {} });
    expect(typedDate(text, { today: TODAY, locale })).toBe(date);
  });

  it.each([
    ['24 oct', '2026-10-24'],
    ['24 dec', '2025-12-24'],
    ['dec 24', '2025-12-24'],
    ['25/11', '2026-11-25'],
    ['26/11', '2025-11-26'],
    ['24 dec 2026', '2026-12-24'],
    ['tomorrow', '2026-11-26'],
  ])('without its year is the last one where the field ends today: %s', (text, date) => {
    expect(typedDate(text, { today: TODAY, max: TODAY, locale: 'en-GB' })).toBe(date);
  });
});

describe('a date as the fields show it', () => {
  const months = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'));
  const locales = ['en-GB', 'en-US', 'en-CA', 'en-AU', 'en-IN', 'en-ZA', 'de', 'de-AT', 'de-CH'];
  it.each(locales)('is read back in %s', (locale) => {
    i18n.loadAndActivate({ locale: locale.slice(0, 2), messages: {} });
    const dates = months.map((month) => `2031-${month}-09`);
    const shown = dates.map((date) => fieldFormat(locale).dateWithYear(date));
    expect(shown.map((text) => typedDate(text, { today: TODAY, locale }))).toEqual(dates);
  });

  it('names its month', () => {
    expect(fieldFormat('en-GB').dateWithYear('2026-11-24')).toBe('24 Nov 2026');
    expect(fieldFormat('en-US').dateWithYear('2026-11-24')).toBe('Nov 24, 2026');
    expect(fieldFormat('de-DE').dateWithYear('2026-11-24')).toBe('24. Nov. 2026');
  });
});
