import { describe, expect, it } from 'vitest';
import type { TaskSummary } from '../../../../src/data/all-tasks.ts';
import {
  addFigures,
  figuresOf,
  NONE,
  weekOf,
  WEEKS,
  weekStarts,
} from '../../../../src/features/dashboard/figures.ts';
import { type Names, sortedTasks } from '../../../../src/features/dashboard/list-columns.ts';
import { stepOf } from '../../../../src/features/dashboard/weeks-chart.tsx';
import { summaryTask } from '../../data/summary-task.ts';

const task = (id: string, change: Partial<TaskSummary> = {}) =>
  summaryTask(id, { assigned_to: 'ada', ...change });

const viewer = { today: '2026-11-21', offsetAt: () => 0 };
const done = { is_completed: true, is_completed_at: '2026-11-20T10:00:00Z' };

describe('the figures of a dashboard', () => {
  it('[OUT-6] add those of the server for projects that are not on the device', () => {
    const own = figuresOf([task('open'), task('late', { end_date: '2026-11-20' })], viewer);
    const figures = addFigures(own, {
      overdue: 1,
      pending: 2,
      completed: 3,
      waiting: 1,
      by_flag: [{ key: 'high', count: 6 }],
      by_project: [{ key: 'q', count: 6 }],
      by_assignee: [
        { key: 'ada', count: 1 },
        { key: 'ben', count: 2 },
      ],
      created: [...Array.from({ length: WEEKS - 1 }, () => 0), 6],
      completed_in: Array.from({ length: WEEKS }, () => 0),
    });
    expect(figures).toMatchObject({ total: 8, open: 5, overdue: 2, waiting: 1, completed: 3 });
    expect(figures.byStatus).toEqual([
      { key: 'Completed', count: 3 },
      { key: 'Over Due', count: 2 },
      { key: 'WIP', count: 3 },
    ]);
    expect(figures.byAssignee).toEqual([
      { key: 'ada', count: 3 },
      { key: 'ben', count: 2 },
    ]);
    expect(figures.byProject).toEqual([
      { key: 'q', count: 6 },
      { key: 'p', count: 2 },
    ]);
    expect(figures.byFlag[0]).toEqual({ key: 'high', count: 6 });
    expect(figures.weeks.at(-1)).toMatchObject({ created: 8, completed: 0 });
  });

  it('ask the server for weeks that begin at midnight of the viewer', () => {
    const weeks = weekStarts({ today: '2026-11-21', offsetAt: () => -60 });
    expect(weeks).toHaveLength(WEEKS + 1);
    expect(weeks.at(-2)).toBe('2026-11-15T23:00:00.000Z');
    expect(weeks.at(-1)).toBe('2026-11-22T23:00:00.000Z');
  });

  it('count each task once: open, overdue, waiting for the creator, completed', () => {
    const figures = figuresOf(
      [
        task('open'),
        task('late', { end_date: '2026-11-20' }),
        task('due', { end_date: '2026-11-21' }),
        task('waiting', { is_completed_employee: true }),
        task('done', { ...done, end_date: '2026-01-01', is_completed_employee: true }),
      ],
      viewer,
    );
    expect(figures).toMatchObject({ total: 5, open: 4, overdue: 1, waiting: 1, completed: 1 });
    expect(figures.byStatus).toEqual([
      { key: 'Completed', count: 1 },
      { key: 'Over Due', count: 1 },
      { key: 'WIP', count: 3 },
    ]);
  });

  it('count open tasks by assignee, and unassigned ones', () => {
    const shared = task('a', { assigned_to: null, assigned_users: ['ada', 'ben'] });
    const nobody = task('b', { assigned_to: null });
    const { byAssignee } = figuresOf([shared, nobody, task('c', done)], viewer);
    expect(byAssignee).toEqual([
      { key: 'ada', count: 1 },
      { key: 'ben', count: 1 },
      { key: NONE, count: 1 },
    ]);
  });

  it('assign created and completed tasks to weeks by the viewer’s day', () => {
    const sunday = task('a', { created_at: '2026-11-15T23:30:00Z' });
    const inParis = figuresOf([sunday], { ...viewer, offsetAt: () => -60 });
    const inLondon = figuresOf([sunday], viewer);
    const created = (figures: typeof inParis) =>
      figures.weeks.flatMap((week) => (week.created > 0 ? [week.start] : []));
    expect(created(inLondon)).toEqual(['2026-11-09']);
    expect(created(inParis)).toEqual(['2026-11-16']);
    const { weeks } = figuresOf([task('b', done)], viewer);
    expect(weeks).toHaveLength(WEEKS);
    expect(weeks.at(-1)).toEqual({ start: '2026-11-16', created: 1, completed: 1 });
    // Done a week before it was accepted.
    const earlier = { is_completed_employee: true, is_completed_emp_at: '2026-11-10T16:50:00Z' };
    const accepted = figuresOf([task('c', { ...done, ...earlier })], viewer).weeks;
    expect(accepted.slice(-2).map(({ completed }) => completed)).toEqual([1, 0]);
  });

  it('determine the Monday of every day of a week', () => {
    expect(weekOf('2026-11-16')).toBe('2026-11-16');
    expect(weekOf('2026-11-22')).toBe('2026-11-16');
    expect(weekOf('2027-01-01')).toBe('2026-12-28');
  });

  it('have an axis of at most five round steps', () => {
    expect([1, 5, 6, 23, 480].map(stepOf)).toEqual([1, 1, 2, 5, 100]);
  });
});

describe('the list of a project', () => {
  const names: Names = {
    people: new Map([
      ['ada', 'Ada'],
      ['ben', 'Ben'],
    ]),
    labels: new Map(),
    cards: new Map([
      ['z', { name: 'A first column', order: 1 }],
      ['c', { name: 'Z is the start', order: 0 }],
    ]),
    flags: new Map(),
    today: '2026-11-21',
  };
  const ids = (tasks: readonly TaskSummary[]) => tasks.map(({ id }) => id);

  it('sorts columns in board order, and missing values last in both directions', () => {
    const cards = [task('a', { card: 'z' }), task('b')];
    expect(ids(sortedTasks(cards, { sort: 'stage', dir: 'asc' }, names))).toEqual(['b', 'a']);
    const dated = [task('none'), task('soon', { end_date: '2026-12-01' })];
    for (const dir of ['asc', 'desc'] as const) {
      expect(ids(sortedTasks(dated, { sort: 'due', dir }, names))).toEqual(['soon', 'none']);
    }
  });

  it('orders ties newest first, then by id', () => {
    const equal = [task('b'), task('a'), task('c', { created_at: '2026-11-17T00:00:00Z' })];
    expect(ids(sortedTasks(equal, { sort: 'status', dir: 'desc' }, names))).toEqual([
      'c',
      'a',
      'b',
    ]);
  });
});
