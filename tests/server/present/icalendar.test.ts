import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type CalendarEvent, writeCalendar } from '../../../server/present/icalendar.ts';

const EVENT: CalendarEvent = {
  uid: '0198c5e2-7d10-7a01-8f00-000000000004@cairn.test',
  sequence: 7,
  createdAt: '2026-03-02T09:00:00.250Z',
  date: '2026-12-31',
  summary: 'Dig, then test; the \\ well',
  description: 'First line\nSecond line',
  category: 'Wells',
  url: 'https://cairn.test/workspace/wells?task=4',
};

it('an event is written as RFC 5545 has it: a whole day, escaped texts, CRLF', () => {
  const text = writeCalendar({ name: 'Cairn: Wells', events: [EVENT] });
  expect(text.split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Cairn//Due dates//EN',
    'CALSCALE:GREGORIAN',
    'NAME:Cairn: Wells',
    'X-WR-CALNAME:Cairn: Wells',
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    'BEGIN:VEVENT',
    'UID:0198c5e2-7d10-7a01-8f00-000000000004@cairn.test',
    'DTSTAMP:20260302T090000Z',
    'CREATED:20260302T090000Z',
    'SEQUENCE:7',
    'DTSTART;VALUE=DATE:20261231',
    'DTEND;VALUE=DATE:20270101',
    String.raw`SUMMARY:Dig\, then test\; the \\ well`,
    String.raw`DESCRIPTION:First line\nSecond line`,
    'CATEGORIES:Wells',
    'URL:https://cairn.test/workspace/wells?task=4',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

it('any text comes back as it was: no line is longer than 75 octets, and none cuts a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (summary) => {
      const text = writeCalendar({ name: 'Cairn', events: [{ ...EVENT, summary }] });
      const lines = text.split('\r\n');
      for (const line of lines) {
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        expect(line.isWellFormed()).toBe(true);
        expect(line).not.toContain('\n');
      }
      const unfolded = text.replaceAll('\r\n ', '').split('\r\n');
      const [read = ''] = unfolded.filter((line) => line.startsWith('SUMMARY:'));
      expect(unescaped(read.slice('SUMMARY:'.length))).toBe(storable(summary));
    }),
  );
});

/** What remains of a text: line ends are one character, other control characters are removed. */
function storable(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(/(?![\n\t])\p{Cc}/gu, (one) =>
    // The second block of control characters is text in UTF-8.
    one > '\u007F' ? one : '',
  );
}

function unescaped(text: string): string {
  return text.replaceAll(/\\([\\;,nN])/g, (_match, one: string) =>
    one.toLowerCase() === 'n' ? '\n' : one,
  );
}
