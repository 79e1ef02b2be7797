import { describe, expect, it } from 'vitest';
import { instantAt } from '../../../src/data/local-time.ts';
import { offsetIn } from '../../support/time-zone.ts';

const iso = (day: string, minutes: number, zone: string) =>
  new Date(instantAt(day, minutes, offsetIn(zone))).toISOString();

describe('a wall-clock time of a local day', () => {
  it('is an instant of the zone, in winter and in summer', () => {
    expect(iso('2026-01-15', 9 * 60, 'Europe/Berlin')).toBe('2026-01-15T08:00:00.000Z');
    expect(iso('2026-07-15', 9 * 60, 'Europe/Berlin')).toBe('2026-07-15T07:00:00.000Z');
    expect(iso('2026-01-15', 0, 'Pacific/Auckland')).toBe('2026-01-14T11:00:00.000Z');
  });

  it('keeps its hour on the days on which the clocks change', () => {
    expect(iso('2026-03-29', 0, 'Europe/Berlin')).toBe('2026-03-28T23:00:00.000Z');
    expect(iso('2026-03-29', 9 * 60, 'Europe/Berlin')).toBe('2026-03-29T07:00:00.000Z');
    expect(iso('2026-10-25', 0, 'Europe/Berlin')).toBe('2026-10-24T22:00:00.000Z');
    expect(iso('2026-10-25', 9 * 60, 'Europe/Berlin')).toBe('2026-10-25T08:00:00.000Z');
    expect(iso('2026-11-01', 0, 'America/New_York')).toBe('2026-11-01T04:00:00.000Z');
    expect(iso('2026-04-05', 9 * 60, 'Australia/Lord_Howe')).toBe('2026-04-04T22:30:00.000Z');
  });

  it('is the first instant of a day whose midnight is left out', () => {
    expect(iso('2018-11-04', 0, 'America/Sao_Paulo')).toBe('2018-11-04T03:00:00.000Z');
    expect(iso('2018-11-03', 0, 'America/Sao_Paulo')).toBe('2018-11-03T03:00:00.000Z');
  });
});
