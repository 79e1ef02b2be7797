import { describe, expect, it } from 'vitest';
import type { TaskSummary } from '../../../../src/data/all-tasks.ts';
import { myTaskRows, rolesIn } from '../../../../src/features/my-tasks/my-tasks-rows.ts';
import type { MyTasksSearch } from '../../../../src/features/my-tasks/my-tasks-search.ts';
import { summaryTask } from '../../data/summary-task.ts';

const task = (id: string, change: Partial<TaskSummary> = {}) =>
  summaryTask(id, {
    assigned_to: 'me',
    created_by: 'other',
    created_at: '2026-11-01T00:00:00Z',
    ...change,
  });

const context = {
  me: 'me',
  today: '2026-11-21',
  projects: new Map([
    ['p', 'Paths'],
    ['h', 'Huts'],
  ]),
  flags: new Map([['f', { name: 'High', order: 2 }]]),
};

const none: MyTasksSearch = {
  role: undefined,
  state: undefined,
  group: undefined,
  of: undefined,
  words: undefined,
};

function listed(tasks: readonly TaskSummary[], search: Partial<MyTasksSearch> = {}) {
  return myTaskRows(tasks, { ...none, ...search }, context).map((row) =>
    row.kind === 'group' ? `${row.title} (${row.count})` : row.task.id,
  );
}

describe('my tasks', () => {
  it('include tasks as assignee, creator or collaborator, with every role', () => {
    const shared = task('a', { assigned_to: null, assigned_users: ['x', 'me'], created_by: 'me' });
    expect(rolesIn(shared, 'me')).toEqual(['assignee', 'creator']);
    expect(rolesIn(task('b', { assigned_to: 'x', collaborators: ['me'] }), 'me')).toEqual([
      'collaborator',
    ]);
    expect(listed([task('c', { assigned_to: 'x' })])).toEqual([]);
  });

  it('are grouped by due date, soonest first, without a date last', () => {
    const tasks = [
      task('undated'),
      task('later', { end_date: '2026-12-24' }),
      task('late', { end_date: '2026-11-20' }),
      task('today', { end_date: '2026-11-21' }),
      task('soon', { end_date: '2026-11-28' }),
    ];
    expect(listed(tasks)).toEqual([
      'Overdue (1)',
      'late',
      'Today (1)',
      'today',
      'Next 7 days (1)',
      'soon',
      'Later (1)',
      'later',
      'No due date (1)',
      'undated',
    ]);
  });

  it('omit completed tasks by default, and archived or unknown projects', () => {
    const done = task('done', { is_completed: true });
    const gone = task('gone', { project: 'archived' });
    expect(listed([done, gone], { group: 'none' })).toEqual([]);
    expect(listed([done, gone], { group: 'none', state: 'completed' })).toEqual(['done']);
  });

  it('combine the filters by role, project, state and words', () => {
    const tasks = [
      task('Rope', { created_by: 'me', project: 'h', is_completed_employee: true }),
      task('Ropes', { project: 'h', is_completed_employee: true }),
      task('Peg', { created_by: 'me', project: 'h' }),
    ];
    const search = { role: 'creator', of: 'h', state: 'waiting', words: 'ROPE' } as const;
    expect(listed(tasks, { ...search, group: 'none' })).toEqual(['Rope']);
  });

  it('are grouped by project and by priority', () => {
    const tasks = [task('a'), task('b', { project: 'h', flag: 'f' })];
    expect(listed(tasks, { group: 'project' })).toEqual(['Huts (1)', 'b', 'Paths (1)', 'a']);
    expect(listed(tasks, { group: 'flag' })).toEqual(['High (1)', 'b', 'No priority (1)', 'a']);
  });
});
