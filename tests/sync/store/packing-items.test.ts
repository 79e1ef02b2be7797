import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, expect, it } from 'vitest';
import { comments } from '../../../model/entities/comment.ts';
import type { Entity, RawRow } from '../../../model/entities/define-entity.ts';
import { files } from '../../../model/entities/file.ts';
import { subtasks } from '../../../model/entities/subtask.ts';
import { taskFiles } from '../../../model/entities/task-file.ts';
import { tasks } from '../../../model/entities/task.ts';
import { type AccountDb, accountDb } from '../../../sync/store/database.ts';
import { setKept } from '../../../sync/store/packing-choices.ts';
import { packItems } from '../../../sync/store/packing.ts';
import { requestsOf } from '../support/requests.ts';

const ME = 'me';
const NOW = Date.parse('2026-03-02T09:00:00Z');

let db: AccountDb;

beforeEach(() => {
  db = accountDb('packing-items', { indexedDB: new IDBFactory(), IDBKeyRange });
});

it('[FILE-4.2] the files of own tasks are those of the task, its comments and its subtasks, without removed ones', async () => {
  await put(tasks, { id: 'own', created_by: ME, document: 'image' });
  await put(tasks, { id: 'other', document: 'elsewhere' });
  await put(taskFiles, { id: '1', task: 'own', file: 'file', removed_at: null });
  await put(taskFiles, { id: '2', task: 'own', file: 'removed-file', removed_at: '2026-03-01' });
  await put(comments, { id: '1', task: 'own', attachment: 'attachment', deleted: false });
  await put(comments, { id: '2', task: 'own', attachment: 'deleted-attachment', deleted: true });
  await put(subtasks, { id: '1', task: 'own', document: 'step', status: true });
  await put(subtasks, { id: '2', task: 'own', document: 'deleted-step', status: false });
  const mine = ['image', 'file', 'attachment', 'step'];
  const rest = ['elsewhere', 'removed-file', 'deleted-attachment', 'deleted-step'];
  for (const id of [...mine, ...rest]) await putFile(id);
  expect(await filesOf('mine')).toEqual(mine.toSorted());
  expect(await filesOf('rest')).toEqual(rest.toSorted());
});

it('[FILE-4.2] the files of assigned tasks are the person’s, those of kept tasks come before', async () => {
  await put(tasks, { id: 'assigned', assigned_to: ME, document: 'assigned' });
  await put(tasks, { id: 'shared', assigned_users: ['someone', ME], document: 'shared' });
  await put(tasks, { id: 'kept', document: 'kept' });
  for (const id of ['assigned', 'shared', 'kept']) await putFile(id);
  await setKept(db, { kind: 'task', id: 'kept', isKept: true });
  expect(await filesOf('mine')).toEqual(['assigned', 'shared']);
  expect(await filesOf('kept')).toEqual(['kept']);
});

it('reads by project, and nothing of projects without files, however many tasks the person has', async () => {
  for (let at = 0; at < 300; at += 1) {
    const scope = at % 2 === 0 ? 'project:with' : 'project:without';
    await put(tasks, { id: String(at), scope, created_by: ME });
  }
  await putFile('photo', 'project:with');
  const requests = await requestsOf(() => packItems(db, { orgUserId: ME, now: NOW }));
  expect(requests.filter((request) => request.endsWith(' scope'))).toHaveLength(4);
  expect(requests.length).toBeLessThan(12);
});

async function put(entity: Entity<RawRow>, values: Readonly<Record<string, unknown>>) {
  await db.dexie.table(entity.table).put({
    scope: 'project:p',
    v: 1,
    assigned_to: null,
    assigned_users: [],
    created_by: 'someone',
    document: null,
    ...values,
  });
}

async function putFile(id: string, scope = 'project:p') {
  await put(files, {
    id,
    scope,
    state: 'stored',
    media_type: 'application/pdf',
    size: 5,
    created_at: '2026-03-01T00:00:00Z',
  });
}

async function filesOf(rank: string): Promise<readonly string[]> {
  const items = await packItems(db, { orgUserId: ME, now: NOW });
  return items
    .filter((item) => item.rank === rank)
    .map(({ file }) => file)
    .toSorted();
}
