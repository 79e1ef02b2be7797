import { describe, expect, it } from 'vitest';
import { snoozeChoices, snoozeEnd } from '../../../../src/features/home/today/snooze-choices.ts';
import { offsetIn } from '../../../support/time-zone.ts';

const BERLIN = offsetIn('Europe/Berlin');

function choicesAt(now: string, offsetAt = BERLIN) {
  return snoozeChoices(Date.parse(now), offsetAt).map(
    ({ label, until, hint }) => `${label} ${hint} ${new Date(until).toISOString()}`,
  );
}

describe('the times to snooze a task until', () => {
  it('are three hours from now, the next day and the next Monday', () => {
    expect(choicesAt('2026-11-24T12:05:00Z')).toEqual([
      'Later today 16:30 2026-11-24T15:30:00.000Z',
      'Tomorrow Wed 2026-11-24T23:00:00.000Z',
      'Next week Mon 2026-11-29T23:00:00.000Z',
    ]);
  });

  it('have no later today when that is another day on this device', () => {
    const labels = (now: string) => choicesAt(now).map((text) => text.split(' ')[0]);
    expect(labels('2026-11-24T19:29:00Z')).toEqual(['Later', 'Tomorrow', 'Next']);
    expect(labels('2026-11-24T19:31:00Z'), 'it would end at midnight').toEqual([
      'Tomorrow',
      'Next',
    ]);
    expect(labels('2026-11-24T22:59:59Z')).toEqual(['Tomorrow', 'Next']);
    expect(labels('2026-11-24T23:00:00Z'), 'the next day has begun').toHaveLength(3);
  });

  it('end at the local midnight of a day on which the clocks change', () => {
    expect(choicesAt('2026-03-28T11:00:00Z')[1]).toContain('2026-03-28T23:00:00.000Z');
    expect(choicesAt('2026-03-28T11:00:00Z')[2]).toContain('2026-03-29T22:00:00.000Z');
    expect(choicesAt('2026-10-25T11:00:00Z')[1]).toContain('2026-10-25T23:00:00.000Z');
  });

  it('on a Monday the next week begins seven days later, on a Sunday the day after', () => {
    expect(choicesAt('2026-11-23T08:00:00Z')[2]).toContain('2026-11-29T23:00:00.000Z');
    expect(choicesAt('2026-11-29T08:00:00Z')[2]).toContain('2026-11-29T23:00:00.000Z');
  });

  it('are shown as a time today and as a day later on', () => {
    const now = Date.parse('2026-11-24T12:00:00Z');
    const end = (until: string) => snoozeEnd(Date.parse(until), now, BERLIN);
    expect(end('2026-11-24T15:30:00Z')).toBe('16:30');
    expect(end('2026-11-24T23:00:00Z')).toBe('tomorrow');
    expect(end('2026-12-30T23:00:00Z')).toBe('31 Dec');
  });
});
