import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { orgUsers } from '../../../../model/entities/org-user.ts';
import { projects } from '../../../../model/entities/project.ts';
import { projectScope } from '../../../../model/entities/scopes.ts';
import { type Task, tasks } from '../../../../model/entities/task.ts';
import { teamMembers } from '../../../../model/entities/team-member.ts';
import { type AccountDb, accountDb, rows } from '../../../../sync/store/database.ts';
import { listMembers, listTeams } from '../../../../sync/store/queries/members.ts';
import { listMyTasks } from '../../../../sync/store/queries/my-tasks.ts';
import { findProjectBySlug, listProjects } from '../../../../sync/store/queries/projects.ts';
import { taskRow } from '../../../support/task-row.ts';

const store: { db: AccountDb } = { db: newDb() };

function newDb(): AccountDb {
  return accountDb('queries', { indexedDB: new IDBFactory(), IDBKeyRange });
}

beforeEach(() => {
  store.db = newDb();
});
afterEach(() => {
  store.db.dexie.close();
});

const followed = {
  stream: 'org:1',
  epoch: 'e',
  cursor: 1,
  scopes: {},
  suspect: false,
  lastSync: 1,
} as const;

const person = (id: string, display_name: string) =>
  orgUsers.parse({
    id,
    scope: 'directory',
    v: 1,
    user: id,
    display_name,
    email: `${id}@x.example`,
    phone_number: '',
    profile_image: null,
    user_role: '1',
    active: true,
    joined: true,
    created_at: '2026-01-01T00:00:00Z',
  });

const member = (project: string, organization_user: string) =>
  teamMembers.parse({
    id: `${project}.${organization_user}`,
    scope: projectScope(project),
    v: 1,
    project,
    organization_user,
    created_at: '2026-01-01T00:00:00Z',
  });

const project = (id: string, name: string, status = true) =>
  projects.parse({
    id,
    scope: projectScope(id),
    v: 1,
    workspace: 'w',
    name,
    slug: `${name.toLowerCase()}-${id}`,
    description: '',
    background_image: null,
    status,
    created_by: '1',
    created_at: '2026-01-01T00:00:00Z',
  });

const task = (id: string, change: Partial<Task>) => taskRow({ id, name: id, ...change });

describe('people of projects on the device', () => {
  it('lists the members of one project by name, and skips a person who is not on the device yet', async () => {
    await rows(store.db, orgUsers).bulkPut([person('1', 'Maya'), person('2', 'Amara')]);
    await rows(store.db, teamMembers).bulkPut([
      member('p', '1'),
      member('p', '2'),
      member('p', '3'),
      member('q', '1'),
    ]);
    const found = await listMembers(store.db, 'p');
    expect(found.map((row) => row.person.display_name)).toEqual(['Amara', 'Maya']);
    expect(found[0]?.id).toBe('p.2');
  });

  it('lists every team at once, each by name', async () => {
    await rows(store.db, orgUsers).bulkPut([person('1', 'Maya'), person('2', 'Amara')]);
    await rows(store.db, teamMembers).bulkPut([
      member('p', '1'),
      member('p', '2'),
      member('q', '1'),
    ]);
    const teams = await listTeams(store.db);
    expect(teams.get('p')?.map((row) => row.person.id)).toEqual(['2', '1']);
    expect(teams.get('q')?.map((row) => row.person.id)).toEqual(['1']);
  });
});

describe('my tasks on the device', () => {
  it('lists tasks assigned to me alone and with others, once, without archived ones', async () => {
    await rows(store.db, tasks).bulkPut([
      task('alone', { assigned_to: '7' }),
      task('together', { assigned_users: ['6', '7'] }),
      task('both', { assigned_to: '7', assigned_users: ['7'] }),
      task('archived', { assigned_to: '7', status: false }),
      task('other', { assigned_to: '6' }),
      task('nobody', {}),
    ]);
    await store.db.streams.put(followed);
    const found = await listMyTasks(store.db, '7');
    expect(found?.map((row) => row.id).toSorted()).toEqual(['alone', 'both', 'together']);
  });

  it('are undefined during the first download of the account', async () => {
    await rows(store.db, tasks).bulkPut([task('alone', { assigned_to: '7' })]);
    expect(await listMyTasks(store.db, '7')).toBeUndefined();
    await store.db.streams.put({
      ...followed,
      download: { reason: 'first', done: 1, total: 9, run: 'r' },
    });
    expect(await listMyTasks(store.db, '7')).toBeUndefined();
    await store.db.streams.put({
      ...followed,
      download: { reason: 'refill', done: 1, total: 9, run: 'r' },
    });
    expect(await listMyTasks(store.db, '7')).toHaveLength(1);
  });
});

describe('projects on the device', () => {
  it('lists the active ones by name and finds one by its slug', async () => {
    await rows(store.db, projects).bulkPut([
      project('1', 'Trail'),
      project('2', 'Fence'),
      project('3', 'Old', false),
    ]);
    expect((await listProjects(store.db)).map((row) => row.name)).toEqual(['Fence', 'Trail']);
    expect((await findProjectBySlug(store.db, 'trail-1'))?.id).toBe('1');
    expect(await findProjectBySlug(store.db, 'missing')).toBeUndefined();
  });
});
