import { describe, expect, it } from 'vitest';
import type { Notification } from '../../../../model/entities/notification.ts';
import type { TaskStep } from '../../../../model/entities/task-step.ts';
import type { Task } from '../../../../model/entities/task.ts';
import type { Actor } from '../../../../model/permissions/actor.ts';
import { message } from '../../../../model/shared/message.ts';
import { todayOf } from '../../../../src/features/home/today/today-rows.ts';

const TODAY = '2026-11-24';
const NOW = Date.parse('2026-11-24T12:00:00Z');
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

function task(id: string, change: Partial<Task> = {}): Task {
  return {
    id,
    scope: 'project:p',
    v: 1,
    project: 'p',
    card: 'c',
    rank: 'V',
    name: id,
    description: '',
    flag: null,
    label: null,
    start_date: null,
    end_date: null,
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

function news(kind: Notification['kind'], about: string, change: Partial<Notification> = {}) {
  return {
    id: `${kind}.${about}.7`,
    scope: 'inbox:7',
    v: 1,
    kind,
    actor: '8',
    project: 'p',
    task: about,
    comment: 'x',
    subtask: null,
    reason: null,
    count: 1,
    at: '2026-11-24T10:00:00Z',
    read_at: null,
    ...change,
  };
}

function today(tasks: readonly Task[], change: Partial<Parameters<typeof todayOf>[0]> = {}) {
  return todayOf({
    actor,
    now: NOW,
    today: TODAY,
    projects: new Map([['p', 1]]),
    mine: tasks.filter(({ assigned_to, assigned_users }) =>
      [assigned_to, ...assigned_users].includes('7'),
    ),
    all: new Map(tasks.map((one) => [one.id, one])),
    notifications: [],
    rejected: [],
    overwrites: [],
    news: undefined,
    snoozes: [],
    sentBack: new Map(),
    nameOf: (id) => `Person ${id}`,
    ...change,
  });
}

function lines(read: ReturnType<typeof today>): readonly string[] {
  return read.groups.map(({ title, rows }) => `${title}: ${rows.map(({ text }) => text).join()}`);
}

describe('Today', () => {
  it('lists first what was sent back, with the reason, once, and no longer when it is done again', () => {
    const back = {
      id: 's',
      scope: 'project:p',
      v: 3,
      project: 'p',
      task: 'gate',
      kind: 'sent_back',
      people: ['7'],
      remark: 'It still sticks',
      done_at: '2026-11-24T08:00:00Z',
      arrived_at: '2026-11-24T08:00:01Z',
      clock_offset: 0,
      photos: [],
      signature: null,
      signed_as: null,
      missing: [],
      created_by: '8',
    } as const satisfies Omit<TaskStep, 'photos' | 'missing'>;
    const sentBack = new Map([['gate', { ...back, people: ['7'], photos: [], missing: [] }]]);
    const gate = { end_date: '2026-11-23', assigned_to: '7' };
    const read = today([task('gate', gate), task('late', gate)], { sentBack });
    expect(lines(read)).toEqual(['Sent back to you: gate', 'Overdue: late']);
    expect(read.groups[0]?.rows[0]?.note).toBe('Person 8: It still sticks');
    const again = { ...gate, is_completed_employee: true };
    expect(lines(today([task('gate', again)], { sentBack }))).toEqual([]);
  });

  it('lists what is due until the viewer’s day, soonest first, and nothing later', () => {
    const read = today([
      task('yesterday', { end_date: '2026-11-23' }),
      task('tomorrow', { end_date: '2026-11-25' }),
      task('long ago', { end_date: '2026-01-01' }),
      task('undated'),
      task('now', { end_date: TODAY }),
      task('of an archived project', { end_date: TODAY, project: 'gone' }),
    ]);
    expect(lines(read)).toEqual(['Overdue: long ago,yesterday', 'Due today: now']);
  });

  it('a task is gone once the viewer’s own side is ticked, not before', () => {
    const due = { end_date: TODAY };
    const several = { ...due, assigned_to: null, assigned_users: ['7', '8'] };
    const read = today([
      task('ticked', { ...due, is_completed_employee: true }),
      task('accepted', { ...due, is_completed: true }),
      task('one of two, mine', { ...several, ticks: { 7: 'x' } }),
      task('one of two, theirs', { ...several, ticks: { 8: 'x' } }),
    ]);
    expect(lines(read)).toEqual(['Due today: one of two, theirs']);
  });

  it('a task that others have completed waits for its creator, also without a date and once only', () => {
    const mine = { created_by: '7', assigned_to: '8', is_completed_employee: true };
    const read = today([
      task('waits', mine),
      task('late and mine on both sides', { ...mine, assigned_to: '7', end_date: '2026-11-01' }),
      task('accepted', { ...mine, is_completed: true }),
      task('not completed', { ...mine, is_completed_employee: false }),
      task('of somebody else', { is_completed_employee: true }),
    ]);
    expect(lines(read)).toEqual(['Waiting for your acceptance: late and mine on both sides,waits']);
  });

  it('lists mentions, and no other notification', () => {
    const read = today([task('rope'), task('pegs')], {
      notifications: [
        news('mentioned', 'rope'),
        news('commented', 'pegs'),
        news('mentioned', 'x'),
        news('mentioned', 'pegs', { read_at: '2026-11-24T11:00:00Z' }),
      ],
    });
    expect(lines(read)).toEqual(['Mentions: rope']);
    expect(read.groups[0]?.rows[0]?.note).toBe('Person 8 mentioned you');
  });

  it('lists rejected and merged changes, and what happened since the last visit', () => {
    const change = { seq: 1, description: message('Edit task "Rope"'), task: 'rope' };
    const read = today([task('rope'), task('new')], {
      rejected: [change],
      news: {
        assigned: [task('new')],
        answered: [news('commented', 'rope', { count: 3 }), news('mentioned', 'rope')],
        merged: [{ ...change, seq: 2 }],
        refused: [change],
        about: new Map(),
      },
    });
    expect(lines(read)).toEqual([
      'Needs attention: Edit task "Rope",Edit task "Rope"',
      'Since you left: new,rope',
    ]);
    expect(read.groups[1]?.rows.map(({ note }) => note)).toEqual([
      'Person 8 assigned this to you',
      '3 new comments',
    ]);
  });

  it('lists values that the viewer lost or replaced unseen, each with the other person', () => {
    const overwrite = {
      id: 'o1',
      scope: 'project:p',
      v: 9,
      project: 'p',
      task: 'rope',
      tbl: 'tasks',
      row: 'rope',
      field: 'card',
      lost: 'doing',
      lost_by: '7',
      lost_at: '2026-11-24T10:00:00Z',
      lost_claimed_at: null,
      kept: 'done',
      kept_by: '8',
      kept_at: '2026-11-24T10:05:00Z',
      kept_claimed_at: null,
      name: undefined,
    };
    const read = today([task('rope')], {
      overwrites: [
        overwrite,
        { ...overwrite, id: 'o2', field: 'end_date', lost_by: '9', kept_by: '7' },
        { ...overwrite, id: 'o3', task: 'put away', field: 'status', taskName: 'Put away' },
        { ...overwrite, id: 'o4', task: 'elsewhere' },
        { ...overwrite, id: 'o5', task: 'put away', project: 'archived' },
      ],
    });
    expect(lines(read)).toEqual([
      'Needs attention: rope,rope,Put away,A task that is not on this device',
    ]);
    expect(read.groups[0]?.rows.map(({ place }) => place?.id)).toEqual([
      undefined,
      undefined,
      'put away',
      'elsewhere',
    ]);
    expect(read.groups[0]?.rows.map(({ note }) => note)).toEqual([
      'Stage: replaced unseen by Person 8',
      'Due date: you replaced Person 9’s value unseen',
      'Active: replaced unseen by Person 8',
      'Stage: replaced unseen by Person 8',
    ]);
  });

  it('lists replaced values of cards, projects and workspaces under their names', () => {
    const overwrite = {
      id: 'o1',
      scope: 'project:p',
      v: 9,
      project: 'p',
      task: '',
      tbl: 'cards',
      row: 'doing',
      field: 'name',
      lost: 'Digging',
      lost_by: '7',
      lost_at: '2026-11-24T10:00:00Z',
      lost_claimed_at: null,
      kept: 'Under way',
      kept_by: '8',
      kept_at: '2026-11-24T10:05:00Z',
      kept_claimed_at: null,
      name: 'Under way',
    };
    const read = today([], {
      overwrites: [
        overwrite,
        { ...overwrite, id: 'o2', tbl: 'projects', row: 'p', field: 'description', name: 'Wells' },
        // Only levels 1 to 3 decide about a workspace.
        { ...overwrite, id: 'o3', project: '', tbl: 'workspaces', row: 'w', name: 'North' },
        { ...overwrite, id: 'o4', project: 'archived' },
      ],
    });
    expect(lines(read)).toEqual(['Needs attention: Under way,Wells']);
    expect(read.groups[0]?.rows.map(({ note, place }) => [note, place])).toEqual([
      ['Name: replaced unseen by Person 8', { kind: 'project', id: 'p' }],
      ['Description: replaced unseen by Person 8', { kind: 'project', id: 'p' }],
    ]);
  });

  it('a new task that is due is listed under its date alone', () => {
    const due = task('due', { end_date: TODAY });
    const read = today([due], {
      news: { assigned: [due], answered: [], merged: [], refused: [], about: new Map() },
    });
    expect(lines(read)).toEqual(['Due today: due']);
  });

  it('before all tasks are read it lists the due ones, without claiming that nothing waits', () => {
    const read = today([task('now', { end_date: TODAY })], {
      all: undefined,
      notifications: [news('mentioned', 'now')],
    });
    expect(lines(read)).toEqual(['Due today: now']);
  });
});

describe('a snooze', () => {
  const snooze = (about: string, until: string) => ({
    id: about,
    scope: 'me',
    v: 1,
    task: about,
    until,
  });
  const due = task('rope', { end_date: TODAY });

  it('hides every row of its task until its end, and lists the task once as snoozed', () => {
    const notifications = [news('mentioned', 'rope')];
    const until = '2026-11-24T12:00:01Z';
    const read = today([due], { notifications, snoozes: [snooze('rope', until)] });
    expect(lines(read)).toEqual([]);
    expect(read.snoozed.map(({ text, until: end }) => [text, end])).toEqual([
      ['rope', Date.parse(until)],
    ]);
  });

  it('ends by itself', () => {
    const read = today([due], { snoozes: [snooze('rope', '2026-11-24T12:00:00Z')] });
    expect(lines(read)).toEqual(['Due today: rope']);
    expect(read.snoozed).toEqual([]);
  });

  it('never hides a change that was not accepted', () => {
    const rejected = [{ seq: 1, description: message('Edit task'), task: 'rope' }];
    const read = today([due], { rejected, snoozes: [snooze('rope', '2026-12-01T00:00:00Z')] });
    expect(lines(read)).toEqual(['Needs attention: Edit task']);
  });

  it('of a deleted task, and of one that is not due, does nothing', () => {
    const snoozes = [
      snooze('gone', '2026-12-01T00:00:00Z'),
      snooze('later', '2026-12-01T00:00:00Z'),
    ];
    const read = today([due, task('later', { end_date: '2026-12-24' })], { snoozes });
    expect(lines(read)).toEqual(['Due today: rope']);
    expect(read.snoozed).toEqual([]);
  });
});
