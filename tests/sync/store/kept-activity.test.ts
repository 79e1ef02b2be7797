import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, it } from 'vitest';
import { accountDb } from '../../../sync/store/database.ts';
import { dropActivity, keepActivity, keptActivity } from '../../../sync/store/kept-activity.ts';

it('the newest page of the history is kept until a newer one comes, and goes with the right to read it', async () => {
  const db = accountDb('account', { indexedDB: new IDBFactory(), IDBKeyRange });
  expect(await keptActivity(db)).toBeUndefined();
  await keepActivity(db, { at: 1, entries: [{ version: 3 }] });
  await keepActivity(db, { at: 2, entries: [{ version: 4 }] });
  expect(await keptActivity(db)).toEqual({ at: 2, entries: [{ version: 4 }] });
  await dropActivity(db);
  expect(await keptActivity(db)).toBeUndefined();
  db.dexie.close();
});
