import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { afterEach, describe, expect, it } from 'vitest';
import { accountDb } from '../../../sync/store/database.ts';
import { openExisting } from '../../../sync/store/open-existing.ts';

const NAME = 'cairn-account-7-1';

describe('a database that is opened before its account is known', () => {
  afterEach(async () => {
    for (const name of await names()) await Dexie.delete(name);
  });

  it('is opened with its rows', async () => {
    const before = accountDb(NAME);
    await before.meta.put({ key: 'writer', minWriter: 1 });
    before.dexie.close();
    const db = await openExisting(NAME);
    expect(await db?.meta.get('writer')).toEqual({ key: 'writer', minWriter: 1 });
    db?.dexie.close();
  });

  it('is not created again where it was deleted', async () => {
    expect(await openExisting(NAME)).toBeUndefined();
    expect(await names()).toEqual([]);
    // The account's own handle creates it, as for a new account.
    const db = accountDb(NAME);
    await db.meta.put({ key: 'writer', minWriter: 1 });
    expect(await names()).toEqual([NAME]);
    db.dexie.close();
  });

  it('is opened empty for the next reader when the browser deletes it later, like every open database', async () => {
    const before = accountDb(NAME);
    await before.dexie.open();
    before.dexie.close();
    const db = await openExisting(NAME);
    await deleteAsBrowser();
    expect(await db?.outbox.count()).toBe(0);
    db?.dexie.close();
  });

  it('does not keep its deletion from being completed', async () => {
    const before = accountDb(NAME);
    await before.dexie.open();
    before.dexie.close();
    await openExisting(NAME);
    await deleteAsBrowser();
    expect(await names()).toEqual([]);
  });
});

async function names(): Promise<readonly string[]> {
  return (await indexedDB.databases()).map(({ name }) => name ?? '');
}

function deleteAsBrowser(): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(NAME);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(new Error('The database was not deleted'));
  });
}
