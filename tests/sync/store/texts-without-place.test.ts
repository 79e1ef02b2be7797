import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type AccountDb, accountDb } from '../../../sync/store/database.ts';
import { textsWithoutPlace } from '../../../sync/store/texts-without-place.ts';

let db: AccountDb;

beforeEach(async () => {
  db = accountDb('cairn-account-7-1');
  await db.dexie
    .table('streams')
    .put({ stream: 'org:1', epoch: 'e', cursor: 1, scopes: {}, summarized: [] });
});
afterEach(() => db.dexie.delete());

const draft = (id: string, text = 'Typed') => ({
  id,
  text: JSON.stringify({ text, 'start:text': '' }),
});

it('[CLIENT-14.6] forms whose task, project, card, group, note or todo is gone are listed, and no others', async () => {
  const here = { scope: 'project:1', v: 1 };
  await db.dexie.table('tasks').put({ ...here, id: 't', project: '1', card: 'c' });
  await db.dexie.table('projects').put({ ...here, id: '1' });
  await db.dexie.table('cards').put({ ...here, id: 'c', project: '1' });
  await db.dexie.table('groups').put({ ...here, id: 'g', scope: 'directory' });
  const kept = [
    'comment:t',
    'task-edit:t',
    'card:1',
    'task:1:single',
    'task:c:line:Ford',
    'composer:c',
    'composer:1:calendar',
    'chat:group:g',
    // These open whatever is here.
    'chat:direct:1:2',
    'composer',
    'todo-add',
    'profile',
    // A subtask of a cold task may be at the server alone.
    'subtask-edit:s',
    'comment-edit:m',
  ];
  const gone = [
    'comment:u',
    'task-edit:u',
    'send-back:u',
    'card:2',
    'task:2:multi',
    'task:d:line:Ford',
    'composer:d',
    'composer:2:calendar',
    'chat:group:h',
    'note-edit:n',
    'todo-rename:o',
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
  const forms = [draft('comment:u')];
  expect(await textsWithoutPlace(db, forms)).toHaveLength(1);
  await streams.update('org:1', { summarized: ['project:1'] });
  expect(await textsWithoutPlace(db, forms)).toEqual([]);
  const download = { reason: 'refill', done: 0, total: 1, run: '' };
  await streams.update('org:1', { summarized: [], download });
  expect(await textsWithoutPlace(db, forms)).toEqual([]);
});
