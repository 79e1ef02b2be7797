import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, expect, it } from 'vitest';
import type { Mutation } from '../../../model/mutations/define-mutation.ts';
import { memberAdd } from '../../../model/mutations/member/member-add.ts';
import { personEdit } from '../../../model/mutations/person/person-edit.ts';
import { personSetActive } from '../../../model/mutations/person/person-set-active.ts';
import { personSetRole } from '../../../model/mutations/person/person-set-role.ts';
import { roleLevelEdit } from '../../../model/mutations/role/role-level-edit.ts';
import { teamCreate } from '../../../model/mutations/team/team-create.ts';
import { teamDelete } from '../../../model/mutations/team/team-delete.ts';
import { teamMembersChange } from '../../../model/mutations/team/team-members.ts';
import { type AccountDb, accountDb } from '../../../sync/store/database.ts';
import { outboxItems } from '../../../sync/store/outbox-entries.ts';
import { namesFor } from '../../../sync/store/names.ts';
import { inEnglish } from '../../../model/shared/message.ts';
import { renameItem } from '../support/items.ts';

const store: { db: AccountDb } = { db: newDb() };

function newDb(): AccountDb {
  return accountDb('names', { indexedDB: new IDBFactory(), IDBKeyRange });
}

beforeEach(async () => {
  store.db = newDb();
  const put = (table: string, id: string, fields: object) =>
    store.db.dexie.table(table).put({ id, scope: 'directory', v: 1, ...fields });
  await put('org_users', '8', { display_name: 'Ben Field' });
  await put('roles', '5', { name: 'Driver' });
  await put('role_levels', '6', { name: 'Guide' });
  await put('teams', 't', { name: 'Ridge' });
  await put('projects', 'p', { name: 'Hut' });
});

async function lineOf<Args>(mutation: Mutation<Args>, args: Args): Promise<string> {
  const prepared = mutation.prepare(args);
  return inEnglish(prepared.describe(await namesFor(store.db, [prepared])));
}

it('an outbox line names the person, the level and the team of its mutation', async () => {
  const lines = [
    await lineOf(personSetRole, { id: '8', user_role: '5' }),
    await lineOf(personSetActive, { id: '8', active: false }),
    await lineOf(personEdit, { id: '8', phone_number: '+47 123 45' }),
    await lineOf(roleLevelEdit, { id: '6', patch_access: true }),
    await lineOf(teamMembersChange, { id: 't', add: ['8'], remove: [] }),
    await lineOf(memberAdd, { project: 'p', organization_user: '8' }),
  ];
  expect(lines).toEqual([
    'Change the role of Ben Field to "Driver"',
    'Deactivate Ben Field',
    'Edit Ben Field',
    'Edit level "Guide"',
    'Change who is in team "Ridge"',
    'Add Ben Field to project "Hut"',
  ]);
});

it('outbox lines have names for pending and for rejected mutations', async () => {
  const fields = { name: 'person-set-active', keys: ['org_users/8'] };
  await store.db.outbox.put(renameItem(1, '8', { ...fields, args: { id: '8', active: false } }));
  await store.db.rejected.put({
    seq: 2,
    keys: fields.keys,
    group: 2,
    rejectedAt: 1,
    base: null,
    local: null,
    reason: { code: 'forbidden', message: 'No', details: {} },
    item: renameItem(2, '8', { ...fields, args: { id: '8', active: true } }),
  });
  const lines = (await outboxItems(store.db)).map(({ description }) => inEnglish(description));
  expect(lines).toEqual(['Deactivate Ben Field', 'Reactivate Ben Field']);
});

it('an outbox line names the location of its mutation, also for a deleted row', async () => {
  const put = (table: string, id: string, fields: object) =>
    store.db.dexie.table(table).put({ id, scope: 'project:p', v: 1, project: 'p', ...fields });
  await put('tasks', 'k', { name: 'Roof' });
  await put('comments', 'm', { task: 'k' });
  await put('subtasks', 's', { name: 'Nails', task: 'k' });
  const label = { id: 'l', scope: 'project:p', v: 1, project: 'p', name: 'Wet' };
  await store.db.base.put({ key: 'labels/l', v: 1, row: label });
  for (const [seq, key] of [
    'tasks/k',
    'comments/m',
    'subtasks/s',
    'labels/l',
    'notes/n',
  ].entries()) {
    await store.db.outbox.put(renameItem(seq + 1, 'x', { keys: [key] }));
  }
  expect((await outboxItems(store.db)).map(({ place }) => place)).toEqual([
    ['Roof', 'Hut'],
    ['Roof', 'Hut'],
    ['Nails', 'Roof', 'Hut'],
    ['Wet', 'Hut'],
    [],
  ]);
});

it('a row that the mutation deleted has its name on the server', async () => {
  await store.db.dexie.table('teams').delete('t');
  await store.db.base.put({
    key: 'teams/t',
    v: 1,
    row: { id: 't', scope: 'directory', v: 1, name: 'Ridge' },
  });
  expect(await lineOf(teamDelete, { id: 't' })).toBe('Delete team "Ridge"');
});

it('a row that was created and deleted before the server had it has its local name', async () => {
  const id = '01a202ee-757f-715d-974d-996a6e7eaace';
  const made = teamCreate.prepare({ id, name: 'Hut', members: [] });
  const deleted = teamDelete.prepare({ id });
  const nameOf = await namesFor(store.db, [made, deleted]);
  expect(inEnglish(deleted.describe(nameOf))).toBe('Delete team "Hut"');
});

it('a row that is not on the device has no name, and its line omits it', async () => {
  expect(await lineOf(personSetRole, { id: '99', user_role: '98' })).toBe('Change a role');
  expect(await lineOf(personSetRole, { id: '99', user_role: '5' })).toBe(
    'Change a role to "Driver"',
  );
});
