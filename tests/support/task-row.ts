import { type Task, tasks } from '../../model/entities/task.ts';

/** A task with default values except those that a test sets. */
export function taskRow(change: Partial<Task> & { readonly id: string }): Task {
  return tasks.parse({
    v: 1,
    scope: 'project:p',
    project: 'p',
    card: 'c',
    rank: 'V',
    name: 'A task',
    description: '',
    flag: null,
    label: null,
    start_date: null,
    end_date: null,
    document: null,
    status: true,
    created_by: 'ada',
    created_at: '2026-01-01T00:00:00Z',
    assigned_to: null,
    assigned_users: [],
    ticks: {},
    asks: [],
    collaborators: [],
    is_completed: false,
    is_completed_at: null,
    is_completed_employee: false,
    is_completed_emp_at: null,
    ...change,
  });
}
