import type { SummaryTask } from '../../../model/protocol/summary-tasks.ts';

/** An open task with nothing but an id, and these changes. */
export const summaryTask = (id: string, change: Partial<SummaryTask> = {}): SummaryTask => ({
  id,
  name: id,
  project: 'p',
  card: 'c',
  label: null,
  flag: null,
  assigned_to: null,
  assigned_users: [],
  ticks: {},
  asks: [],
  collaborators: [],
  created_by: 'ada',
  created_at: '2026-11-16T09:00:00Z',
  start_date: null,
  end_date: null,
  is_completed: false,
  is_completed_at: null,
  is_completed_employee: false,
  is_completed_emp_at: null,
  ...change,
});
