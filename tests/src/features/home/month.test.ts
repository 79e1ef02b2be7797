import { describe, expect, it } from 'vitest';
import { isInMonth, monthChoices } from '../../../../src/features/home/month.ts';

const viewer = { today: '2026-11-21', offsetAt: () => -60 };
const task = (change: {
  readonly start_date?: string;
  readonly end_date?: string;
  readonly is_completed?: boolean;
  readonly is_completed_at?: string;
  readonly is_completed_employee?: boolean;
  readonly is_completed_emp_at?: string;
}) => ({
  start_date: null,
  end_date: null,
  is_completed: false,
  is_completed_at: null,
  is_completed_employee: false,
  is_completed_emp_at: null,
  ...change,
});

describe('"My month" on the home dashboard', () => {
  it('the current month contains every open task, whatever its dates', () => {
    for (const open of [{}, { end_date: '2026-01-01' }, { start_date: '2027-05-01' }]) {
      expect(isInMonth(task(open), '2026-11', viewer)).toBe(true);
    }
  });

  it('another month contains tasks whose dates lie in it, and none without a date', () => {
    const spanning = task({ start_date: '2026-11-20', end_date: '2027-01-10' });
    expect(
      ['2026-12', '2027-01', '2027-02'].map((month) => isInMonth(spanning, month, viewer)),
    ).toEqual([true, true, false]);
    expect(isInMonth(task({}), '2026-12', viewer)).toBe(false);
  });

  it('a completed task belongs to the month of its completion, by the viewer’s day', () => {
    const done = task({ is_completed: true, is_completed_at: '2026-10-31T23:30:00Z' });
    expect(isInMonth(done, '2026-11', viewer)).toBe(true);
    expect(isInMonth(done, '2026-10', viewer)).toBe(false);
    expect(isInMonth(done, 'all', viewer)).toBe(true);
  });

  it('a task that was accepted later belongs to the month in which its assignee did it', () => {
    const done = task({
      is_completed: true,
      is_completed_at: '2026-11-20T10:00:00Z',
      is_completed_employee: true,
      is_completed_emp_at: '2026-10-20T16:50:00Z',
    });
    expect(isInMonth(done, '2026-10', viewer)).toBe(true);
    expect(isInMonth(done, '2026-11', viewer)).toBe(false);
  });

  it('offers all months, then those around the current one across the turn of the year', () => {
    const valuesOf = (chosen: string) =>
      monthChoices('2026-11-30', chosen).map(({ value }) => value);
    const values = valuesOf('2026-11');
    expect(values.slice(0, 2)).toEqual(['all', '2026-05']);
    expect(values.at(-1)).toBe('2027-05');
    expect(values).toHaveLength(14);
    expect(valuesOf('all')).toEqual(values);
    expect(valuesOf('2025-01'), 'one that an address names').toEqual([
      'all',
      '2025-01',
      ...values.slice(1),
    ]);
  });
});
