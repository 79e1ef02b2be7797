import { describe, expect, it } from 'vitest';
import {
  dayAfter,
  monthAfter,
  monthOf,
  formatMonth,
  shownOf,
  stepOf,
  tasksByDay,
  weeksOf,
} from '../../../../../src/features/board/calendar/calendar-days.ts';
import { taskRow } from '../../../../support/task-row.ts';

describe('the calendar', () => {
  it('shows whole weeks from Monday that contain the month', () => {
    const weeks = weeksOf('2026-11');
    expect(weeks).toHaveLength(6);
    expect(weeks[0]?.[0]).toBe('2026-10-26');
    expect(weeks.at(-1)?.at(-1)).toBe('2026-12-06');
    expect(weeksOf('2027-02').map((week) => week[0])).toEqual([
      '2027-02-01',
      '2027-02-08',
      '2027-02-15',
      '2027-02-22',
    ]);
  });

  it('steps days and months across years and leap days', () => {
    expect(dayAfter('2028-02-28', 1)).toBe('2028-02-29');
    expect(dayAfter('2027-01-01', -1)).toBe('2026-12-31');
    expect(monthAfter('2026-12', 1)).toBe('2027-01');
    expect(monthAfter('2026-01', -1)).toBe('2025-12');
    expect(formatMonth('2026-11')).toBe('November 2026');
  });

  it('falls back to the current month for an invalid address', () => {
    expect(monthOf('2026-13', '2026-11-21')).toBe('2026-11');
    expect(monthOf('2026-02', '2026-11-21')).toBe('2026-02');
    expect(monthOf(undefined, '2026-11-21')).toBe('2026-11');
  });

  it('lists tasks on their end date, completed ones last, and a moved task on its target day', () => {
    const done = taskRow({ id: '1', end_date: '2026-11-21', is_completed: true });
    const open = taskRow({ id: '2', end_date: '2026-11-21' });
    const undated = taskRow({ id: '3' });
    const still = tasksByDay([done, open, undated], undefined);
    expect([...still].map(([day, all]) => [day, all.map(({ id }) => id)])).toEqual([
      ['2026-11-21', ['2', '1']],
    ]);
    const moving = tasksByDay([done, open], { task: open, day: '2026-11-25' });
    expect(moving.get('2026-11-25')).toEqual([open]);
    expect(moving.get('2026-11-21')).toEqual([done]);
  });

  it('shows the tasks that fit, always including the moved one', () => {
    const full = ['1', '2', '3', '4'].map((id) => taskRow({ id, end_date: '2026-11-21' }));
    const shown = (room: number, moving?: string) =>
      shownOf(full, room, moving).map(({ id }) => id);
    expect(shown(4, '4')).toEqual(['1', '2', '3', '4']);
    expect(shown(3)).toEqual(['1', '2']);
    expect(shown(3, '2')).toEqual(['1', '2']);
    expect(shown(3, '4')).toEqual(['1', '4']);
    expect(shown(2, '4')).toEqual(['4']);
  });

  it('moves a task by days and weeks with the arrow keys', () => {
    expect(stepOf('ArrowRight')).toBe(1);
    expect(stepOf('ArrowUp')).toBe(-7);
    expect(stepOf('x')).toBeUndefined();
  });
});
