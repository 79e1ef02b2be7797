import { afterEach, describe, expect, it } from 'vitest';
import { dateAtEnd, dateOf } from '../../../../src/ui/text/date-phrases.ts';
import { i18n } from '../../../../src/i18n/i18n.ts';

/** A Wednesday. */
const TODAY = '2026-11-25';

afterEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));

describe('date phrases where the texts are German', () => {
  it.each([
    ['heute', '2026-11-25'],
    ['morgen', '2026-11-26'],
    ['übermorgen', '2026-11-27'],
    ['fr', '2026-11-27'],
    ['bis freitag', '2026-11-27'],
    ['nächsten dienstag', '2026-12-01'],
    ['nächste woche', '2026-11-30'],
    ['in 3 tagen', '2026-11-28'],
    ['in 2 wochen', '2026-12-09'],
    ['am 24. dezember', '2026-12-24'],
    ['bis zum 24.12.', '2026-12-24'],
    ['1.3.2027', '2027-03-01'],
    ['1.3.', '2027-03-01'],
    ['24.12.2027', '2027-12-24'],
    ['tomorrow', '2026-11-26'],
    ['31.2.', undefined],
    ['version 2.1', undefined],
  ])('%s', (phrase, date) => {
    i18n.loadAndActivate({ locale: 'de', messages: {} });
    expect(dateOf(phrase, TODAY)).toBe(date);
  });

  it('a phrase at the end of a name is read, and one within it is not', () => {
    i18n.loadAndActivate({ locale: 'de', messages: {} });
    expect(dateAtEnd('Seil prüfen bis nächsten Freitag', TODAY)?.date).toBe('2026-12-04');
    expect(dateAtEnd('Morgen anrufen', TODAY)).toBeUndefined();
  });

  it('are no dates where the texts are English', () => {
    expect(dateOf('morgen', TODAY)).toBeUndefined();
    expect(dateOf('do', TODAY)).toBeUndefined();
  });
});
