import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, expect, it } from 'vitest';
import { comments } from '../../../model/entities/comment.ts';
import { subtasks } from '../../../model/entities/subtask.ts';
import { tasks } from '../../../model/entities/task.ts';
import type { StreamState } from '../../../sync/core/ports/streams.ts';
import { type AccountDb, accountDb } from '../../../sync/store/database.ts';
import { newestOfTask } from '../../../sync/store/queries/seen.ts';
import { dueSeen, markSeenReported, noteSeen } from '../../../sync/store/seen-notes.ts';
import { taskRow } from '../../support/task-row.ts';

const PROJECT = 'p';
const COMPLETE = { kind: 'complete', readAt: 3, loaded: null } as const;
const WHOLE: StreamState = {
  stream: 'org:1',
  epoch: 'e',
  cursor: 9,
  cursorAt: 77,
  complete: 9,
  scopes: { directory: COMPLETE, [`project:${PROJECT}`]: COMPLETE },
  suspect: false,
  lastSync: 1,
};

let db: AccountDb;
beforeEach(async () => {
  db = accountDb('seen', { indexedDB: new IDBFactory(), IDBKeyRange });
  await db.streams.put(WHOLE);
  for (const id of ['a', 'b', 'c']) await db.dexie.table(tasks.table).put(row(id));
});

const row = (id: string) => ({ ...taskRow({ id, project: PROJECT }), v: 3 });
const see = (newest: number, id = 'a', settings = '1:1') =>
  noteSeen(db, '1', { id, newest, settings });
const due = () => dueSeen(db, { orgId: '1', most: 2 });

it('the newest of a task counts its comments, subtasks and files, and no removed ones', async () => {
  expect(await newestOfTask(db, 'x')).toBe(0);
  expect(await newestOfTask(db, 'a')).toBe(3);
  const part = { task: 'a', scope: `project:${PROJECT}`, rank: 'V', created_at: '2026-03-02' };
  await db.dexie.table(comments.table).put({ ...part, id: 'c', v: 5 });
  await db.dexie.table(subtasks.table).put({ ...part, id: 's', v: 7, lane: 'a' });
  await db.dexie.table(subtasks.table).put({ ...part, id: 'x', v: 8, lane: 'archived:a' });
  expect(await newestOfTask(db, 'a')).toBe(7);
});

it('[RECEIPT-4.1] a task on the screen is due to be reported, up to its newest row and the cursor', async () => {
  expect(await due()).toBeUndefined();
  expect(await see(7)).toBe(7);
  expect(await due()).toEqual({
    epoch: 'e',
    cursor: 9,
    cursor_at: 77,
    seen: [{ task_id: 'a', v: 7 }],
  });
  expect(await see(12)).toBe(9);
  expect((await due())?.seen).toEqual([{ task_id: 'a', v: 9 }]);
});

it.each([
  ['details of its project are not here', { outlined: [`project:${PROJECT}`] }],
  ['its project is filled', { scopes: { [`project:${PROJECT}`]: { kind: 'filling', readAt: 9 } } }],
  ['its project is not here', { scopes: { directory: COMPLETE } }],
  ['the stream is downloaded', { download: { reason: 'epoch', done: 1, total: 2, run: 'r' } }],
  ['pages are still to come', { complete: 8 }],
] as const satisfies readonly (readonly [string, Partial<StreamState>])[])(
  '[RECEIPT-4.1] nothing is noted while %s',
  async (_why, change) => {
    await db.streams.put({ ...WHOLE, ...change });
    expect(await see(7)).toBe(0);
    await db.streams.put(WHOLE);
    expect(await due()).toBeUndefined();
  },
);

it('[RECEIPT-4.2] what the server has received is not due again, and a later change is', async () => {
  await see(5);
  const report = await due();
  if (report === undefined) throw new Error('nothing is due');
  // Seen while the report is in transit.
  await see(6);
  await markSeenReported(db, report);
  expect((await due())?.seen).toEqual([{ task_id: 'a', v: 6 }]);
  await markSeenReported(db, { ...report, seen: [{ task_id: 'a', v: 6 }] });
  expect(await due()).toBeUndefined();
  const stored = await db.meta.get('seen');
  expect(await see(6)).toBe(6);
  expect(await db.meta.get('seen')).toEqual(stored);
  await see(7);
  expect((await due())?.seen).toEqual([{ task_id: 'a', v: 7 }]);
});

it('[RECEIPT-5.2] after a change of the settings what was reported before is due again', async () => {
  await see(5);
  const report = await due();
  if (report === undefined) throw new Error('nothing is due');
  await markSeenReported(db, report);
  await see(5);
  expect(await due()).toBeUndefined();
  await see(5, 'a', '1:2');
  expect((await due())?.seen).toEqual([{ task_id: 'a', v: 5 }]);
});

it('a long list is reported in parts', async () => {
  for (const id of ['a', 'b', 'c']) await see(4, id);
  const first = await due();
  expect(first?.seen.map((one) => one.task_id)).toEqual(['a', 'b']);
  if (first !== undefined) await markSeenReported(db, first);
  expect((await due())?.seen).toEqual([{ task_id: 'c', v: 4 }]);
});

it('[RECEIPT-4.3] versions of another epoch are not reported', async () => {
  await see(7);
  await db.streams.put({ ...WHOLE, epoch: 'restored' });
  expect(await due()).toBeUndefined();
  await see(7);
  expect(await due()).toMatchObject({ epoch: 'restored', seen: [{ task_id: 'a', v: 7 }] });
});
