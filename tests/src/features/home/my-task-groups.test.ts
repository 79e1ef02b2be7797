import { describe, expect, it } from 'vitest';
import { byDueDate, homeDate, tabOf } from '../../../../src/features/home/my-task-groups.ts';

const TODAY = '2026-11-21';
const task = (change: {
  readonly start_date?: string;
  readonly end_date?: string;
  readonly is_completed?: boolean;
}) => ({ start_date: null, end_date: null, is_completed: false, ...change });

describe('my tasks on the home dashboard', () => {
  it('lists a task that is due today under Current', () => {
    expect(tabOf(task({ end_date: TODAY }), TODAY)).toBe('Current');
  });

  it('lists a task past its end date under Overdue, even one that started late', () => {
    expect(tabOf(task({ start_date: '2026-12-01', end_date: '2026-11-20' }), TODAY)).toBe(
      'Overdue',
    );
  });

  it('lists a task that has not started under Upcoming', () => {
    expect(tabOf(task({ start_date: '2026-11-22' }), TODAY)).toBe('Upcoming');
  });

  it('lists a completed task under Completed, however late it was', () => {
    expect(tabOf(task({ end_date: '2026-11-01', is_completed: true }), TODAY)).toBe('Completed');
  });

  it('orders by due date, tasks without a date last', () => {
    const dates = [null, '2026-11-25', '2026-11-22', null].map((end_date) => ({ end_date }));
    expect(dates.toSorted(byDueDate).map((row) => row.end_date)).toEqual([
      '2026-11-22',
      '2026-11-25',
      null,
      null,
    ]);
  });

  it('formats dates as dd/mm/yyyy and a missing one as ---', () => {
    expect(homeDate('2026-03-07')).toBe('07/03/2026');
    expect(homeDate(null)).toBe('---');
  });
});
