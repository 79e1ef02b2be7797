import { describe, expect, it } from 'vitest';
import type { Task } from '../../../model/entities/task.ts';
import type { Todo } from '../../../model/entities/todo.ts';
import type { Actor } from '../../../model/permissions/actor.ts';
import { remindersOf } from '../../../src/data/reminder-times.ts';
import { offsetIn } from '../../support/time-zone.ts';

const BERLIN = offsetIn('Europe/Berlin');
const actor: Actor = {
  orgId: '1',
  orgUserId: '7',
  userId: '3',
  level: 'Member',
  specialRole: false,
  get_access: true,
  post_access: true,
  patch_access: true,
  delete_access: false,
};
type Input = Parameters<typeof remindersOf>[0];

function task(change: Partial<Task> = {}): Task {
  return {
    id: 'rope',
    scope: 'project:p',
    v: 1,
    project: 'p',
    card: 'c',
    rank: 'V',
    name: 'Check the rope',
    description: '',
    flag: null,
    label: null,
    start_date: null,
    end_date: '2026-11-25',
    assigned_to: '7',
    assigned_users: [],
    collaborators: [],
    asks: [],
    ticks: {},
    is_completed: false,
    is_completed_at: null,
    is_completed_employee: false,
    is_completed_emp_at: null,
    deleted_at: null,
    status: true,
    document: null,
    created_by: '8',
    created_at: '2026-11-01T08:00:00Z',
    ...change,
  };
}

function todo(change: Partial<Todo> = {}): Todo {
  return {
    id: 'stove',
    scope: 'personal',
    v: 1,
    name: 'Clean the stove',
    status: false,
    rank: 'V',
    made_at: '2026-11-01T08:00:00Z',
    due_date: null,
    remind_at: null,
    created_by: '7',
    created_at: '2026-11-01T08:00:00Z',
    ...change,
  };
}

function at(now: string, change: Partial<Input>) {
  const input: Input = {
    tasks: [],
    todos: [],
    snoozes: [],
    reads: [],
    mutedTasks: new Set(),
    mutedProjects: new Set(),
    actor,
    projects: new Map([['p', 1]]),
    now: Date.parse(now),
    offsetAt: BERLIN,
    ...change,
  };
  return remindersOf(input).map(
    (one) =>
      `${one.name}, due ${one.due ?? 'never'}: ${new Date(one.at).toISOString().slice(5, 16)}${one.isRead ? ' read' : ''}`,
  );
}

describe('reminders of a due date', () => {
  const tasks = [task()];

  it('come at nine by the clock of the device, the day before and on the day', () => {
    expect(at('2026-11-24T07:59:00Z', { tasks })).toEqual([]);
    expect(at('2026-11-24T08:00:00Z', { tasks })).toEqual([
      'Check the rope, due 2026-11-25: 11-24T08:00',
    ]);
    expect(at('2026-11-25T07:59:00Z', { tasks })).toEqual([
      'Check the rope, due 2026-11-25: 11-24T08:00',
    ]);
    expect(at('2026-11-25T08:00:00Z', { tasks })).toEqual([
      'Check the rope, due 2026-11-25: 11-25T08:00',
    ]);
    expect(at('2026-11-26T08:00:00Z', { tasks })).toEqual([
      'Check the rope, due 2026-11-25: 11-25T08:00',
    ]);
    expect(at('2026-12-02T08:01:00Z', { tasks }), 'a week later').toEqual([]);
  });

  it('are one entry a task: a read one is unread again on the day itself', () => {
    const reads = [{ id: 'rope', scope: 'personal', v: 1, read_at: '2026-11-24T08:00:00.000Z' }];
    expect(at('2026-11-24T12:00:00Z', { tasks, reads })).toEqual([
      'Check the rope, due 2026-11-25: 11-24T08:00 read',
    ]);
    expect(at('2026-11-25T08:00:00Z', { tasks, reads })).toEqual([
      'Check the rope, due 2026-11-25: 11-25T08:00',
    ]);
  });

  it('do not look back before the task existed', () => {
    const young = [task({ created_at: '2026-11-24T10:00:00Z' })];
    expect(at('2026-11-24T12:00:00Z', { tasks: young })).toEqual([]);
    expect(at('2026-11-25T12:00:00Z', { tasks: young })).toHaveLength(1);
  });

  it.each([
    ['ticked by the person', { tasks: [task({ is_completed_employee: true })] }],
    [
      'ticked by the person among several',
      { tasks: [task({ assigned_to: null, assigned_users: ['7', '9'], ticks: { 7: 'x' } })] },
    ],
    ['assigned to somebody else', { tasks: [task({ assigned_to: '9' })] }],
    ['in an archived project', { tasks, projects: new Map() }],
    ['muted', { tasks, mutedTasks: new Set(['rope']) }],
    ['in a muted project', { tasks, mutedProjects: new Set(['p']) }],
    [
      'put off',
      {
        tasks,
        snoozes: [
          { id: 'rope', scope: 'personal', v: 1, task: 'rope', until: '2026-11-24T20:00:00Z' },
        ],
      },
    ],
  ] satisfies readonly (readonly [string, Partial<Input>])[])(
    'are none for a task that is %s',
    (_what, change) => {
      expect(at('2026-11-24T12:00:00Z', change)).toEqual([]);
    },
  );
});

describe('reminders of a todo', () => {
  it('come for its due date and at the time it names, the later one alone', () => {
    const todos = [todo({ due_date: '2026-11-24', remind_at: '2026-11-24T15:30:00Z' })];
    expect(at('2026-11-24T09:00:00Z', { todos })).toEqual([
      'Clean the stove, due 2026-11-24: 11-24T08:00',
    ]);
    expect(at('2026-11-24T15:30:00Z', { todos })).toEqual([
      'Clean the stove, due never: 11-24T15:30',
    ]);
  });

  it('are the latest of all first', () => {
    const todos = [todo({ remind_at: '2026-11-24T08:30:00Z' })];
    expect(at('2026-11-24T12:00:00Z', { todos, tasks: [task()] })).toEqual([
      'Clean the stove, due never: 11-24T08:30',
      'Check the rope, due 2026-11-25: 11-24T08:00',
    ]);
  });
});
