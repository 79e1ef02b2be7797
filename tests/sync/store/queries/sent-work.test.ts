import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, expect, it } from 'vitest';
import { comments } from '../../../../model/entities/comment.ts';
import { subtasks } from '../../../../model/entities/subtask.ts';
import { type Task, tasks } from '../../../../model/entities/task.ts';
import { taskFiles } from '../../../../model/entities/task-file.ts';
import { newId } from '../../../../model/shared/ids.ts';
import { type AccountDb, accountDb, rows } from '../../../../sync/store/database.ts';
import { sentWork } from '../../../../sync/store/queries/sent-work.ts';
import { taskRow } from '../../../support/task-row.ts';

const ME = '1';
const BEN = '2';
const DAY = 86_400_000;
const NOW = Date.UTC(2026, 5, 20);
const SINCE = NOW - 7 * DAY;

let db: AccountDb;
beforeEach(async () => {
  db = accountDb('sent-work', { indexedDB: new IDBFactory(), IDBKeyRange });
  await db.streams.put({
    stream: 'org:1',
    epoch: 'e',
    cursor: 9,
    complete: 9,
    scopes: {},
    suspect: false,
    lastSync: 1,
  });
});

it('has what the person wrote in the last days, by task, and nobody else did', async () => {
  const old = await putTask({ created_at: daysAgo(30) });
  const mine = await putTask({ v: 4 });
  const theirs = await putTask({ created_by: BEN });
  await putComment(old, { v: 9 });
  await putComment(old, { v: 10, author: BEN });
  await putComment(old, { v: 11, created_at: daysAgo(8) });
  await putSubtask(mine, { v: 5 });
  await putFile(mine, { v: 6 });
  await putComment(theirs, { author: BEN });
  const found = await work();
  expect(found?.epoch).toBe('e');
  expect(byTask(found)).toEqual({ [old]: [[9, true]], [mine]: mineRows });
});
const mineRows = [
  [4, false],
  [5, true],
  [6, true],
];

it('leaves out what the server does not have, and what is deleted or archived', async () => {
  const task = await putTask({ v: 4 });
  await putComment(task, { v: 0 });
  await putComment(task, { deleted: true });
  await putSubtask(task, { status: false });
  await putFile(task, { removed_at: iso(NOW) });
  await putTask({ v: 0 });
  await putTask({ status: false });
  await putTask({ deleted_at: iso(NOW) });
  expect(byTask(await work())).toEqual({ [task]: [[4, false]] });
});

it('names the assignees and collaborators, and leaves out a task that concerns nobody else', async () => {
  await putTask({ assigned_to: ME, collaborators: [ME] });
  await putTask({ assigned_to: null });
  const both = await putTask({
    assigned_to: null,
    assigned_users: [ME, BEN],
    collaborators: ['3'],
  });
  const [found, ...others] = (await work())?.tasks ?? [];
  expect(others).toEqual([]);
  expect(found).toMatchObject({ id: both, people: [BEN, '3'] });
});

it('is limited to the tasks with the newest work', async () => {
  const [first, second, third] = [
    await putTask({ v: 4 }),
    await putTask({ v: 5 }),
    await putTask({ v: 6 }),
  ];
  await putComment(first, { v: 7 });
  expect((await work(2))?.tasks.map(({ id }) => id)).toEqual([first, third]);
  expect((await work(3))?.tasks.at(-1)?.id).toBe(second);
});

it('is unknown before the first download', async () => {
  await db.streams.clear();
  expect(await work()).toBeUndefined();
});

function work(most = 50) {
  return sentWork(db, { orgId: '1', me: ME, since: SINCE, most });
}

function byTask(found: Awaited<ReturnType<typeof work>>) {
  return Object.fromEntries(
    (found?.tasks ?? []).map((task) => [task.id, task.rows.map((row) => [row.v, row.isDetail])]),
  );
}

function iso(at: number): string {
  return new Date(at).toISOString();
}

function daysAgo(days: number): string {
  return iso(NOW - days * DAY);
}

function idAt(time: string): string {
  return newId({
    now: () => Date.parse(time),
    randomBytes: (target) => target.map(() => Math.floor(Math.random() * 256)),
  });
}

const COMMON = { v: 1, scope: 'project:p', project: 'p', created_at: daysAgo(1) } as const;

async function putTask(change: Partial<Task>): Promise<string> {
  const made = { ...COMMON, created_by: ME, assigned_to: BEN, ...change };
  const row = taskRow({ id: idAt(made.created_at), ...made });
  await rows(db, tasks).put(row);
  return row.id;
}

async function putComment(task: string, change: object) {
  const made = { ...COMMON, author: ME, edited: false, deleted: false, ...change };
  const text = { task, comment: 'Stone', attachment: null };
  const row = comments.parse({ id: idAt(made.created_at), ...text, ...made });
  await rows(db, comments).put(row);
}

async function putSubtask(task: string, change: object) {
  const dates = { start_date: null, end_date: null, document: null };
  const made = { ...COMMON, created_by: ME, is_completed: false, status: true, ...change };
  const row = { id: idAt(made.created_at), task, rank: 'V', name: 'Dig', ...dates, ...made };
  await rows(db, subtasks).put(subtasks.parse({ assigned_to: null, ...row }));
}

async function putFile(task: string, change: object) {
  const made = { ...COMMON, created_by: ME, removed_at: null, ...change };
  const row = { id: idAt(made.created_at), task, rank: 'V', file: 'f', caption: '', ...made };
  await rows(db, taskFiles).put(taskFiles.parse(row));
}
