import { expect, it } from 'vitest';
import { type AppliedFilter, fitsFilter, isFiltering } from '../../../src/data/task-filter.ts';
import { taskRow } from '../../support/task-row.ts';

const task = taskRow({
  id: 't',
  name: 'Prüfe die Seile',
  description: 'Alle zwölf, am Crête-Grat',
  flag: '2',
  label: 'l1',
  end_date: '2026-03-04',
  created_by: '1',
  created_at: '2026-03-01T10:00:00Z',
  assigned_to: '7',
  collaborators: ['8'],
});
const fits = (filter: Omit<AppliedFilter, 'today'>, today = '2026-03-04', change: object = {}) =>
  fitsFilter({ ...task, ...change }, { ...filter, today });

it('finds a person as assignee or collaborator, and unassigned tasks', () => {
  expect([fits({ who: '7' }), fits({ who: '8' }), fits({ who: '9' })]).toEqual([true, true, false]);
  expect(fits({ who: 'none' })).toBe(false);
  expect(fits({ who: 'none' }, undefined, { assigned_to: null })).toBe(true);
  expect([fits({ own: '8' }), fits({ own: '1' })]).toEqual([true, false]);
});

it('evaluates overdue, today and this week by the viewer’s day; a completed task is not overdue', () => {
  expect(fits({ due: 'today' })).toBe(true);
  expect(fits({ due: 'overdue' })).toBe(false);
  expect(fits({ due: 'overdue' }, '2026-03-05')).toBe(true);
  expect(fits({ due: 'overdue' }, '2026-03-05', { is_completed: true })).toBe(false);
  expect(fits({ due: 'week' }, '2026-02-26')).toBe(true);
  expect(fits({ due: 'week' }, '2026-02-25')).toBe(false);
  expect(fits({ due: 'none' })).toBe(false);
  expect(fits({ due: 'none' }, undefined, { end_date: null })).toBe(true);
});

it('requires every word, in name or description, ignoring case and accents', () => {
  expect(fits({ q: 'SEILE crete' })).toBe(true);
  expect(fits({ q: 'prufe' })).toBe(true);
  expect(fits({ q: 'seile huette' })).toBe(false);
});

it('combines filters with "and"; without any filter every task matches', () => {
  expect(fits({ flag: '2', label: 'l1', who: '7', q: 'seil' })).toBe(true);
  expect(fits({ flag: '2', label: 'l2' })).toBe(false);
  expect(isFiltering({})).toBe(false);
  expect(isFiltering({ q: '' })).toBe(false);
  expect(isFiltering({ due: 'overdue' })).toBe(true);
});
