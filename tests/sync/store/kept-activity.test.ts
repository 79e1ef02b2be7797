import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, it } from 'vitest';
import type { ActivityEntry } from '../../../model/protocol/account.ts';
import { accountDb } from '../../../sync/store/database.ts';
import {
  dropActivity,
  dropKeptTexts,
  keepActivity,
  keptActivity,
} from '../../../sync/store/kept-activity.ts';

function entry(version: number, fields: Partial<ActivityEntry> = {}): ActivityEntry {
  return {
    version,
    at: '2026-03-02T09:00:00.000Z',
    claimed_at: null,
    by: { id: 7, display_name: 'Ada' },
    table: 'tasks',
    row: 'r',
    name: 'Dig',
    action: 'changed',
    changes: [{ field: 'name', before: 'Digg', after: 'Dig' }],
    ...fields,
  };
}

const COMMENT = entry(5, {
  table: 'comments',
  name: 'What I should not have said',
  changes: [
    { field: 'comment', before: 'What I should not have said', after: 'Never mind' },
    { field: 'edited', before: false, after: true },
  ],
});

function openDb() {
  return accountDb('account', { indexedDB: new IDBFactory(), IDBKeyRange });
}

it('the newest page of the activity log is kept until the next one, and is deleted with the right to read it', async () => {
  const db = openDb();
  expect(await keptActivity(db)).toBeUndefined();
  await keepActivity(db, { at: 1, entries: [entry(3)] });
  await keepActivity(db, { at: 2, entries: [entry(4)] });
  expect(await keptActivity(db)).toEqual({ at: 2, entries: [entry(4)] });
  await dropActivity(db);
  expect(await keptActivity(db)).toBeUndefined();
  db.dexie.close();
});

it('a page is stored without the texts of comments, which their authors may delete', async () => {
  const db = openDb();
  await keepActivity(db, { at: 1, entries: [entry(3), COMMENT] });
  const kept = await keptActivity(db);
  expect(JSON.stringify(kept)).not.toContain('should not have said');
  expect(kept?.entries).toMatchObject([
    { version: 3, name: 'Dig' },
    { version: 5, by: { id: 7 }, changes: [{ field: 'edited' }] },
  ]);
  await dropKeptTexts(db);
  expect(await keptActivity(db)).toEqual(kept);
  db.dexie.close();
});

it('a page that an earlier build stored with such texts is deleted', async () => {
  const db = openDb();
  await db.meta.put({ key: 'activity', at: 1, entries: [entry(3), COMMENT] });
  await dropKeptTexts(db);
  expect(await keptActivity(db)).toBeUndefined();
  db.dexie.close();
});
