import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type AccountDb, accountDb } from '../../../sync/store/database.ts';
import { textsWithoutPlace } from '../../../sync/store/texts-without-place.ts';

let db: AccountDb;

beforeEach(async () => {
  db = accountDb('cairn-account-7-1');
  const stream = { epoch: 'e', cursor: 1, complete: 1, scopes: {} };
  await db.dexie.table('streams').bulkPut([
    { ...stream, stream: 'org:1' },
    { ...stream, stream: 'user:1' },
  ]);
});
afterEach(() => db.dexie.delete());

const draft = (id: string, text = 'Typed') => ({
  id,
  text: JSON.stringify({ text, 'start:text': '' }),
});

it('[CLIENT-14.6] forms whose task, project, card, label, group, note, todo or rejected change is gone, or whose subtask, comment, message or tag is deleted, are listed, and no others', async () => {
  const here = { scope: 'project:1', v: 1 };
  await db.dexie.table('tasks').put({ ...here, id: 't', project: '1', card: 'c' });
  await db.dexie.table('projects').put({ ...here, id: '1' });
  await db.dexie.table('cards').put({ ...here, id: 'c', project: '1' });
  await db.dexie.table('groups').put({ ...here, id: 'g', scope: 'directory' });
  await db.dexie.table('labels').put({ ...here, id: 'l', project: '1' });
  await db.dexie.table('rejected').put({ seq: 4, group: 4, keys: ['notes/m'] });
  for (const id of ['here', 'deleted']) {
    const deleted = id === 'deleted';
    await db.dexie.table('subtasks').put({ ...here, id, lane: id, rank: 'a', status: !deleted });
    await db.dexie.table('comments').put({ ...here, id, deleted });
    await db.dexie.table('messages').put({ ...here, id, scope: 'direct:1:2', deleted });
    await db.dexie.table('note_tags').put({ ...here, id, scope: 'personal', deleted });
  }
  const kept = [
    'comment:t',
    'task-edit:t',
    'card:1',
    'project-1',
    'task:1:single',
    'task:c:line:Ford',
    'composer:c',
    'composer:1:calendar',
    'chat:group:g',
    'card-name:c',
    'label-name:l',
    'group-name:g',
    'outbox-edit:4:m',
    'outbox-merge:4:m',
    // These open whatever is here.
    'chat:direct:1:2',
    'composer',
    'todo-add',
    'profile',
    'subtask-name:here',
    'comment-edit:here',
    'chat-edit:here',
    'tag-name:here',
    // A subtask of a cold task may be at the server alone.
    'subtask-edit:s',
    'comment-edit:m',
    'chat-edit:m',
  ];
  const gone = [
    'comment:u',
    'task-edit:u',
    'send-back:u',
    'card:2',
    'project-2',
    'task:2:multi',
    'task:d:line:Ford',
    'composer:d',
    'composer:2:calendar',
    'chat:group:h',
    'card-name:d',
    'label-name:m',
    'group-name:h',
    'outbox-edit:5:m',
    // The number is that of a change of another row.
    'outbox-edit:4:k',
    'outbox-merge:5:m',
    'note-edit:n',
    'todo-rename:o',
    'subtask-edit:deleted',
    'subtask-name:deleted',
    'comment-edit:deleted',
    'chat-edit:deleted',
    'tag-name:deleted',
  ];
  const listed = await textsWithoutPlace(db, [
    ...[...kept, ...gone].map((form) => draft(form)),
    draft('done:u', '   '),
  ]);
  expect(listed.map(({ form }) => form)).toEqual(gone);
  expect(listed[0]).toEqual({ form: 'comment:u', text: 'Typed' });
});

it('[CLIENT-14.6] nothing is listed while the row of a form may still arrive', async () => {
  const streams = db.dexie.table('streams');
  const [org = {}] = await streams.toArray();
  const forms = [draft('comment:u'), draft('note-edit:n')];
  const listed = async () => (await textsWithoutPlace(db, forms)).map(({ form }) => form);
  expect(await listed()).toEqual(['comment:u', 'note-edit:n']);
  await streams.put({ ...org, summarized: ['project:1'] });
  expect(await listed()).toEqual(['note-edit:n']);
  await streams.put({ ...org, download: { reason: 'refill', done: 0, total: 1, run: '' } });
  expect(await listed()).toEqual([]);
  // The first download was interrupted.
  await streams.put({ ...org, complete: undefined });
  expect(await listed()).toEqual([]);
  await streams.put({ ...org, scopes: { 'project:1': { kind: 'filling', readAt: 1 } } });
  expect(await listed()).toEqual([]);
  await streams.put(org);
  await streams.delete('user:1');
  expect(await listed()).toEqual([]);
});

it('[CLIENT-14.6] a text for a task that was rejected, and can be tried again, is not listed', async () => {
  await db.dexie.table('rejected').put({ seq: 1, group: 1, keys: ['tasks/u'] });
  expect(await textsWithoutPlace(db, [draft('comment:u')])).toEqual([]);
});
