import { describe, expect, it } from 'vitest';
import type { Mutation } from '../../../model/mutations/define-mutation.ts';
import type { ActivityEntry } from '../../../src/data/activity.ts';
import { restoreValueOf } from '../../../src/data/restore-value.ts';

/** Id created on a device, as for all teams. */
const TEAM = '01a202ee-757f-715d-974d-996a6e7eaace';

type Changes = ActivityEntry['changes'];

/** Mutation that restores the first change: its name and its arguments, parsed as on the server. */
async function putBack(table: string, changes: Changes, row = 'row', isTeamGone = true) {
  const [first] = changes;
  const way = first && restoreValueOf({ table, row, changes }, first);
  if (way === undefined) return undefined;
  const done: unknown[] = [];
  const mutate = <Args>(mutation: Mutation<Args>, args: Args) => {
    done.push([mutation.name, mutation.prepare(args).args]);
    return Promise.resolve(true);
  };
  await way(mutate, {
    projectOf: () => Promise.resolve('project'),
    isTeamGone: () => Promise.resolve(isTeamGone),
  });
  return done[0];
}

const change = (field: string, before: unknown, after: unknown) => ({ field, before, after });

describe('restoring an overwritten value', () => {
  it.each([
    ['projects', 'name', 'Hut', 'project-edit'],
    ['projects', 'description', '', 'project-edit'],
    ['projects', 'background_image', null, 'project-edit'],
    ['projects', 'status', true, 'project-archive'],
    ['workspaces', 'name', 'North', 'workspace-edit'],
    ['workspaces', 'desc', 'Above the trees', 'workspace-edit'],
    ['workspaces', 'status', true, 'workspace-archive'],
    ['subtasks', 'name', 'Rope', 'subtask-edit'],
    ['subtasks', 'end_date', null, 'subtask-edit'],
    ['subtasks', 'is_completed', false, 'subtask-complete'],
    ['subtasks', 'status', true, 'subtask-archive'],
    ['tasks', 'label', null, 'task-set-label'],
    ['labels', 'name', 'Ropes', 'label-rename'],
    ['flags', 'order', 2, 'flag-edit'],
  ])('writes the old value of %s.%s as a new mutation', async (table, field, before, mutation) => {
    const done = await putBack(table, [change(field, before, 'something else')]);
    expect(done).toEqual([mutation, expect.objectContaining({ id: 'row' })]);
    expect(JSON.stringify(done)).toContain(JSON.stringify(before));
  });

  it('restores a deleted team with its id and its members', async () => {
    const team = { id: 'row', name: 'Ridge', members: ['7', '8'], created_by: '1' };
    expect(await putBack('teams', [change('*', team, null)], TEAM)).toEqual([
      'team-create',
      { id: TEAM, name: 'Ridge', members: ['7', '8'] },
    ]);
  });

  it('does not create a team that exists', async () => {
    const team = { id: TEAM, name: 'Ridge', members: [], created_by: '1' };
    expect(await putBack('teams', [change('*', team, null)], TEAM, false)).toBeUndefined();
  });

  it('restores the text of an edited comment as an edit of its current text', async () => {
    expect(await putBack('comments', [change('comment', 'Old words', 'New words')])).toEqual([
      'comment-edit',
      { id: 'row', comment: 'Old words', comment_base: 'New words' },
    ]);
  });

  it('restores a deleted comment with its file', async () => {
    const changes = [
      change('comment', 'Old words', ''),
      change('deleted', false, true),
      change('attachment', 'file', null),
    ];
    expect(await putBack('comments', changes)).toEqual([
      'comment-restore',
      { id: 'row', comment: 'Old words', attachment: 'file' },
    ]);
  });

  it('restores the assignee and the collaborators of a task', async () => {
    expect(await putBack('tasks', [change('assigned_to', '7', '8')])).toEqual([
      'task-assign',
      { id: 'row', project: 'project', assigned_to: '7', assigned_users: [] },
    ]);
    const several = [change('assigned_users', ['7', '8'], []), change('assigned_to', null, '8')];
    expect(await putBack('tasks', several)).toEqual([
      'task-assign',
      { id: 'row', project: 'project', assigned_to: null, assigned_users: ['7', '8'] },
    ]);
    expect(await putBack('tasks', [change('collaborators', ['7'], [])])).toEqual([
      'task-collaborate',
      { id: 'row', project: 'project', collaborators: ['7'] },
    ]);
  });

  it('restores a checkbox with its time', async () => {
    const changes = [
      change('is_completed', true, false),
      change('is_completed_at', '2026-11-20T09:00:00Z', null),
    ];
    expect(await putBack('tasks', changes)).toEqual([
      'task-complete',
      { id: 'row', done: true, at: '2026-11-20T09:00:00Z' },
    ]);
  });

  it('offers nothing where no mutation can restore the value', async () => {
    expect(await putBack('comments', [change('edited', false, true)])).toBeUndefined();
    expect(await putBack('tasks', [change('created_by', '1', '2')])).toBeUndefined();
  });
});
