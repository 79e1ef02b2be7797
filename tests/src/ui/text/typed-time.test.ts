import { expect, it } from 'vitest';
import { fieldFormat } from '../../../../src/ui/text/field-format.ts';
import { typedTime } from '../../../../src/ui/text/typed-time.ts';

it.each([
  ['9', '09:00'],
  ['9:30', '09:30'],
  ['930', '09:30'],
  ['1630', '16:30'],
  ['16.30 Uhr', '16:30'],
  ['16 h', '16:00'],
  ['4:30 pm', '16:30'],
  ['4pm', '16:00'],
  ['12 am', '00:00'],
  ['12 p.m.', '12:00'],
  ['00:00', '00:00'],
  ['24:00', undefined],
  ['13 pm', undefined],
  ['9:60', undefined],
  ['noon', undefined],
  ['', undefined],
])('the typed time %j is %s', (text, time) => {
  expect(typedTime(text)).toBe(time);
});

it.each(['en-GB', 'en-US', 'en-AU', 'de-DE'])(
  'a time as the field shows it is read back in %s',
  (locale) => {
    for (const time of ['00:05', '09:30', '12:00', '16:45']) {
      expect(typedTime(fieldFormat(locale).timeOfDay(time))).toBe(time);
    }
  },
);
