import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accountDb } from '../../../sync/store/database.ts';
import {
  type AccountRecord,
  currentAccount,
  type DeviceDb,
  deviceDb,
} from '../../../sync/store/device-db.ts';
import { rememberSession } from '../../../sync/store/remember-session.ts';
import { trimLocked } from '../../../sync/store/trim-kept.ts';
import { everythingIn, fillStore, memoryJournal } from '../support/kept-store.ts';
import { session } from '../support/session-data.ts';

describe('data of a person who is not signed in', () => {
  let device: DeviceDb;
  let record: AccountRecord;

  beforeEach(async () => {
    device = deviceDb();
    await rememberSession(device, session('7', ['1']));
    const here = await currentAccount(device);
    if (here === undefined) throw new Error('Nobody is signed in');
    record = here;
    await fillStore(record.dbName);
  });
  afterEach(async () => {
    await device.dexie.delete();
    for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name ?? '');
  });

  it('[CLIENT-9.4] is reduced to their unsent work, under the same idempotency keys', async () => {
    await device.session.clear();
    expect(await trimLocked(device, memoryJournal())).toEqual([]);
    const left = await everythingIn(record.dbName);
    expect(left).not.toMatch(/Colleague|Acked|Retired|Old words|kept bytes/);
    expect(left).toMatch(/Mine alone/);
    expect(left).toMatch(/My rename/);
    expect(left).toMatch(/Refused words/);
    expect(left).toMatch(/unsent bytes/);
    expect(JSON.stringify(await device.accounts.toArray())).not.toMatch(
      /Fieldwright|field\.test|Organisation/,
    );
    expect(await device.accounts.get(record.key)).toMatchObject({ unsent: 4 });

    // After the sign-in: same client, same counter, and everything is downloaded before anything is sent.
    await rememberSession(device, session('7', ['1']));
    const db = accountDb(record.dbName);
    expect(await db.meta.get('client')).toMatchObject({ clientId: 'the client', nextSeq: 9 });
    expect(await db.streams.get('org:1')).toMatchObject({
      epoch: 'e1',
      scopes: {},
      download: { reason: 'refill' },
    });
    expect(await currentAccount(device)).toMatchObject({
      displayName: 'Ada Fieldwright',
      unsent: 4,
    });
    db.dexie.close();
  });

  it('[CLIENT-9.4] is unchanged while they are signed in, and is deleted entirely when nothing is unsent', async () => {
    expect(await trimLocked(device, memoryJournal())).toEqual([]);
    expect(await everythingIn(record.dbName)).toMatch(/Colleague/);
    const db = accountDb(record.dbName);
    await Promise.all([db.outbox.clear(), db.rejected.clear(), db.blobs.clear()]);
    db.dexie.close();
    await rememberSession(device, session('8', ['1']));
    expect(await trimLocked(device, memoryJournal())).toMatchObject([{ key: record.key }]);
  });
});
