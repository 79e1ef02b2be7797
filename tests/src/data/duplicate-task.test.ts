import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, expect, it } from 'vitest';
import { tasks } from '../../../model/entities/task.ts';
import { missingSubtasks } from '../../../src/data/duplicate-task.ts';
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
