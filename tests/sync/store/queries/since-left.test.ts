import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { notifications } from '../../../../model/entities/notification.ts';
import { type Task, tasks } from '../../../../model/entities/task.ts';
import { type AccountDb, accountDb, rows, withLocalKeys } from '../../../../sync/store/database.ts';
import { sinceLeft } from '../../../../sync/store/queries/since-left.ts';
import { taskRow } from '../../../support/task-row.ts';
import { renameItem } from '../../support/items.ts';

const LEFT = Date.parse('2026-11-21T09:00:00Z');
const before = '2026-11-21T08:00:00Z';
const after = '2026-11-21T10:00:00Z';
const store: { db: AccountDb } = { db: newDb() };

function newDb(): AccountDb {
  return accountDb('since-left', { indexedDB: new IDBFactory(), IDBKeyRange });
}

beforeEach(async () => {
  store.db = newDb();
  await store.db.streams.put(STREAM);
});
afterEach(() => store.db.dexie.close());

it('lists assigned tasks, answers, merged and rejected changes since the person left, with their tasks', async () => {
  await put(task('known', {}), task('new', {}), task('own', { created_by: '1' }));
  await put(task('done', { is_completed: true }), task('theirs', { assigned_to: '3' }));
  await rows(store.db, notifications).bulkPut([
    news('commented', 'known', after),
    news('commented', 'new', before),
    news('assigned', 'new', after),
  ]);
  const merged = renameItem(1, 'c', { keys: ['tasks/known'], isMerged: true });
  await store.db.journal.bulkPut([
    { seq: 1, stream: 'org:1', retiredAt: LEFT + 1, item: merged },
    { seq: 2, stream: 'org:1', retiredAt: LEFT + 1, item: { ...merged, seq: 2, isMerged: false } },
    { seq: 3, stream: 'org:1', retiredAt: LEFT - 1, item: { ...merged, seq: 3 } },
  ]);
  const found = await sinceLeft(store.db, '1', { at: LEFT, tasks: ['known', 'own', 'done'] });
  expect(found?.assigned.map(({ id }) => id)).toEqual(['new']);
  expect(found?.answered.map(({ task: id }) => id)).toEqual(['known']);
  expect(found?.merged).toMatchObject([{ seq: 1, task: 'known' }]);
  expect(found?.about.get('known')).toMatchObject({ name: 'Task known', project: 'p' });
});

const STREAM = {
  stream: 'org:1',
  epoch: 'e',
  cursor: 1,
  scopes: {},
  suspect: false,
  lastSync: null,
} as const;

async function put(...all: readonly Task[]): Promise<void> {
  const kept = all.map((row) => withLocalKeys(tasks, row));
  await store.db.dexie.table('tasks').bulkPut(kept);
}

function task(id: string, fields: Partial<Task>): Task {
  const made = { created_by: '2', created_at: before, assigned_to: '1' };
  return taskRow({ id, name: `Task ${id}`, ...made, ...fields });
}

function news(kind: 'commented' | 'assigned', id: string, at: string) {
  return notifications.parse({
    id: `${kind}.${id}.1`,
    scope: 'inbox:1',
    v: 1,
    kind,
    actor: '2',
    project: 'p',
    task: id,
    comment: null,
    count: 1,
    at,
  });
}
