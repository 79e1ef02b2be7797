import { expect, it } from 'vitest';
import { BARS, clockOf, heightsOf, peaksOf } from '../../../src/ui/voice/peaks.ts';

it('draws the loudest moment of each bar, the loudest of all in full height', () => {
  const levels: number[] = Array.from({ length: BARS * 4 }, (_, at) => (at < BARS * 2 ? 0.1 : 0.4));
  levels[1] = 0.2;
  const peaks = peaksOf(levels);
  expect(peaks).toHaveLength(BARS);
  expect(peaks.slice(0, 3)).toBe('844');
  expect(peaks.endsWith('ff')).toBe(true);
  expect(heightsOf('0f')).toEqual([0, 1]);
});

it('draws short recordings with fewer bars, and noise as silence', () => {
  expect(peaksOf([])).toBe('0');
  expect(peaksOf([0.5])).toBe('f');
  expect(peaksOf([0.0005, 0.0004])).toBe('00');
});

it('writes minutes and seconds', () => {
  expect([0, 6_600, 59_499, 60_000, 600_000].map(clockOf)).toEqual([
    '0:00',
    '0:07',
    '0:59',
    '1:00',
    '10:00',
  ]);
});
