import { expect, it } from 'vitest';
import { readPlace, writePlace } from '../../../model/shared/place.ts';

it('writes a place as an address of the scheme geo, and reads it', () => {
  const text = writePlace({ latitude: 46.558_123_9, longitude: -8.5, accuracy: 8.2 });
  expect(text).toBe('geo:46.55812,-8.5;u=9');
  expect(readPlace(text)).toEqual({ latitude: 46.55812, longitude: -8.5, accuracy: 9 });
  const tiny = writePlace({ latitude: 0.000_000_4, longitude: -0.000_001, accuracy: 0 });
  expect(readPlace(tiny)).toEqual({ latitude: 0, longitude: 0, accuracy: 0 });
});

it('reads no place that does not exist', () => {
  for (const text of [
    'geo:90.1,0;u=1',
    'geo:0,180.5;u=1',
    'geo:0,0',
    'geo:0,0;u=-1',
    'geo:1e1,0;u=1',
    'https://example.org',
    '',
  ]) {
    expect(readPlace(text)).toBe(undefined);
  }
});
