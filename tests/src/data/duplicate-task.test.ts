import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, it } from 'vitest';
import { labels } from '../../../model/entities/label.ts';
import { type OrgUser, orgUsers } from '../../../model/entities/org-user.ts';
import { type Task, tasks } from '../../../model/entities/task.ts';
import { type TeamMember, teamMembers } from '../../../model/entities/team-member.ts';
import { memberId } from '../../../model/shared/ids.ts';
import { duplicatePlan, missingSubtasks } from '../../../src/data/duplicate-task.ts';
import { rowKey } from '../../../sync/core/row-key.ts';
import type { StreamState } from '../../../sync/core/ports/streams.ts';
import { type AccountDb, accountDb } from '../../../sync/store/database.ts';
import { taskRow } from '../../support/task-row.ts';

const COMPLETE = { kind: 'complete', readAt: 3, loaded: null } as const;
const STATE: StreamState = {
  stream: 'org:1',
  epoch: 'e',
  cursor: 9,
  complete: 9,
  scopes: { directory: COMPLETE, 'project:hot': COMPLETE, 'project:whole': COMPLETE },
  outlined: ['project:hot'],
  hot: { 'project:hot': 5 },
  suspect: false,
  lastSync: 1,
};

let db: AccountDb;
let requested: unknown[];
beforeEach(async () => {
  db = accountDb('duplicates', { indexedDB: new IDBFactory(), IDBKeyRange });
  requested = [];
  await db.streams.put(STATE);
});

const row = (project: string, change: object = {}) =>
  taskRow({ id: 'a', v: 3, project, scope: `project:${project}`, ...change });

const missing = () =>
  missingSubtasks(
    {
      db,
      orgId: '1',
      openTask: ({ id, project }) => requested.push([id, project]),
      holdProjects: (projects) => requested.push(projects),
    },
    ['a'],
  );

it('tasks with their subtasks can be duplicated', async () => {
  await db.dexie.table(tasks.table).put(row('hot'));
  expect(await missing()).toBeUndefined();
  expect(requested).toEqual([]);
});

it('[OUT-7.3] a cold task that its person has moved, which is not sent yet, is downloaded from its former project', async () => {
  await db.dexie.table(tasks.table).put(row('whole', { is_completed: true }));
  const base = row('hot', { is_completed: true });
  await db.base.put({ key: rowKey(tasks.table, 'a'), v: 3, row: base });
  expect(await missing()).toContain('not on this device');
  expect(requested).toEqual([['a', 'hot']]);
});

it('[OUT-7.5] while a hot project is filled, none of its tasks is duplicated', async () => {
  await db.dexie.table(tasks.table).put(row('hot'));
  const filling = { kind: 'filling', readAt: 3 } as const;
  await db.streams.put({ ...STATE, scopes: { ...STATE.scopes, 'project:hot': filling } });
  expect(await missing()).toContain('not on this device');
});

describe('a copy of a task', () => {
  const of = async (change: Partial<Task>) => {
    const task = taskRow({ id: ID(1), project: 'p', flag: 'high', assigned_to: 'mia', ...change });
    const ids = [ID(2), ID(3), ID(4)];
    const source = { db, newId: () => ids.shift() ?? '', orgUserId: 'ada' };
    const [step] = await duplicatePlan([task], source);
    return { args: step?.change.args, lacks: step?.lacks };
  };
  beforeEach(async () => {
    await db.dexie.table(orgUsers.table).bulkPut(['ada', 'mia', 'tom', 'ben'].map(person));
    await db.dexie.table(teamMembers.table).bulkPut(['mia', 'tom'].map(member));
    await db.dexie.table(labels.table).put(LABEL);
  });

  it('has the people and the label of the task', async () => {
    const people = { assigned_to: null, assigned_users: ['mia', 'tom'], collaborators: ['tom'] };
    const { args, lacks } = await of({ ...people, label: LABEL.id });
    expect(args).toMatchObject({ ...people, label: LABEL.id });
    expect(lacks).toEqual([]);
  });

  it('has no label where that of the task was deleted', async () => {
    const { args, lacks } = await of({ label: 'deleted' });
    expect(args).toMatchObject({ label: null, assigned_to: 'mia' });
    expect(lacks).toEqual([]);
  });

  it('has the team members among the people of the task, and says so', async () => {
    const people = { assigned_users: ['ben', 'mia'], collaborators: ['ben', 'tom'] };
    const { args, lacks } = await of({ assigned_to: null, ...people });
    expect(args).toMatchObject({
      assigned_to: 'mia',
      assigned_users: [],
      collaborators: ['tom'],
    });
    expect(lacks).toEqual([
      'Tasks are assigned to team members only',
      'Collaborators are team members',
    ]);
  });

  it('is assigned to the person where the task has nobody, else to the first active member', async () => {
    const nobody = { assigned_to: null };
    expect((await of(nobody)).args).toMatchObject({ assigned_to: 'mia' });
    await db.dexie.table(orgUsers.table).put({ ...person('mia'), active: false });
    expect(await of({ assigned_to: 'ben' })).toMatchObject({
      args: { assigned_to: 'tom' },
      lacks: ['Tasks are assigned to team members only'],
    });
    await db.dexie.table(teamMembers.table).put(member('ada'));
    expect(await of(nobody)).toMatchObject({ args: { assigned_to: 'ada' }, lacks: [] });
  });
});

const ID = (last: number) => `01920000-0000-7000-8000-00000000000${last}`;
const LABEL = labels.parse({
  id: 'roof',
  v: 1,
  scope: 'project:p',
  project: 'p',
  name: 'Roof',
  created_by: 'ada',
  created_at: '2026-01-01T00:00:00Z',
});

function person(id: string): OrgUser {
  return orgUsers.parse({
    id,
    v: 1,
    scope: 'directory',
    user: id,
    display_name: id,
    email: `${id}@path.test`,
    phone_number: '',
    profile_image: null,
    user_role: 'r',
    active: true,
    joined: true,
    created_at: '2026-01-01T00:00:00Z',
  });
}

function member(organization_user: string): TeamMember {
  const row = { v: 1, scope: 'directory', project: 'p', created_at: '2026-01-01T00:00:00Z' };
  return teamMembers.parse({ id: memberId('p', organization_user), ...row, organization_user });
}
