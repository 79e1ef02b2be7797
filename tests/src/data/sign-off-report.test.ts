import { expect, it } from 'vitest';
import type { TaskStep } from '../../../model/entities/task-step.ts';
import { isInReport } from '../../../src/data/sign-off-report.ts';
import { stepNotes } from '../../../src/data/step-texts.ts';
import { subjectOf } from '../../../src/features/sign-off/report-search.ts';

const step: TaskStep = {
  id: 's',
  scope: 'project:p',
  v: 3,
  project: 'p',
  task: 'gate',
  kind: 'done',
  people: ['7'],
  remark: '',
  done_at: '2026-11-24T12:00:00Z',
  arrived_at: '2026-11-26T09:12:00Z',
  clock_offset: 0,
  photos: [],
  signature: null,
  signed_as: null,
  missing: [],
  created_by: '7',
};
const all = { task: undefined, card: undefined, from: undefined, to: undefined };

it('a report lists a step on the day on which it was done, not on which it arrived', () => {
  expect(isInReport(step, undefined, { ...all, from: '2026-11-24', to: '2026-11-24' })).toBe(true);
  expect(isInReport(step, undefined, { ...all, from: '2026-11-26' })).toBe(false);
  expect(isInReport(step, undefined, { ...all, to: '2026-11-23' })).toBe(false);
});

it('a report is about a task, the tasks of a card, or the project', () => {
  const of = { card: 'c' };
  expect(isInReport(step, of, { ...all, ...subjectOf('all') })).toBe(true);
  expect(isInReport(step, of, { ...all, ...subjectOf('task:gate') })).toBe(true);
  expect(isInReport(step, of, { ...all, ...subjectOf('task:other') })).toBe(false);
  expect(isInReport(step, of, { ...all, ...subjectOf('card:c') })).toBe(true);
  expect(isInReport(step, of, { ...all, ...subjectOf('card:d') })).toBe(false);
});

it('the times of a step are mentioned when they differ by more than minutes', () => {
  const when = (iso: string) => iso;
  expect(stepNotes(step, when)).toEqual(['arrived 2026-11-26T09:12:00Z']);
  const soon = { ...step, arrived_at: '2026-11-24T12:01:00Z', clock_offset: 20 };
  expect(stepNotes(soon, when)).toEqual([]);
  expect(stepNotes({ ...step, arrived_at: null }, when)).toEqual(['not sent yet']);
  const fast = { ...step, arrived_at: '2026-11-24T09:00:30Z', clock_offset: 3 * 3_600 };
  expect(stepNotes(fast, when)).toEqual([
    'the clock of the device was 3 h fast',
    '2026-11-24T09:00:00Z by the server’s clock',
  ]);
});
