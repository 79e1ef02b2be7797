import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SealingKeys } from '../../../model/protocol/sealing-keys.ts';
import { accountDb } from '../../../sync/store/database.ts';
import {
  type AccountRecord,
  currentAccount,
  type DeviceDb,
  deviceDb,
  keptLock,
} from '../../../sync/store/device-db.ts';
import { keepKey, newDeviceKey } from '../../../sync/store/device-key.ts';
import { draftCodec } from '../../../sync/store/draft-codec.ts';
import { openDrafts } from '../../../sync/store/kept-drafts.ts';
import { rememberSession } from '../../../sync/store/remember-session.ts';
import { openStore } from '../../../sync/store/seal-kept.ts';
import { trimLocked } from '../../../sync/store/trim-kept.ts';
import { everythingIn, fillStore, memoryJournal, newSealingKeys } from '../support/kept-store.ts';
import { writes } from '../support/killed-writes.ts';
import { session } from '../support/session-data.ts';

describe('work of a person whose session on a shared computer has ended', () => {
  let device: DeviceDb;
  let keys: SealingKeys;
  let record: AccountRecord;
  let keyId: string;
  let release: () => void;
  beforeEach(async () => {
    device = deviceDb();
    keys = await newSealingKeys();
    const fresh = newDeviceKey();
    keyId = fresh.keyId;
    release = keepKey(keyId, fresh.key);
    record = await enter('7', keyId);
    await fillStore(record.dbName);
    const key = `${record.key}:comment:1`;
    const text = draftCodec(fresh.key).seal(key, '{"text":"Half a sentence"}');
    await device.drafts.put({ key, account: record.key, text, at: 5 });
    await device.accounts.update(record.key, { hadData: true, unsent: 4 });
    // Another person signs in under the same key.
    await enter('8', keyId);
  });
  afterEach(async () => {
    writes.left = Infinity;
    release();
    vi.unstubAllGlobals();
    device.dexie.close();
    for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name ?? '');
  });
  async function enter(userId: string, mode: string | undefined): Promise<AccountRecord> {
    const data = { ...session(userId, ['1']), sealing_key: keys.public_key };
    await rememberSession(device, data, { keyId: mode });
    const here = await currentAccount(device);
    if (here === undefined) throw new Error('Nobody is signed in');
    return here;
  }
  const databases = async () => (await indexedDB.databases()).map(({ name }) => name);
  /** The person signs in without the key; resolves to everything that is readable then. */
  async function returned(): Promise<string> {
    release();
    const now = await enter('7', undefined);
    expect(now).toMatchObject({ unsent: 4 });
    const db = accountDb(now.dbName);
    await openStore(db, keys);
    expect(await db.meta.get('client')).toMatchObject({ clientId: 'the client', nextSeq: 9 });
    db.dexie.close();
    await openDrafts(device, [now.key], keys);
    return (await everythingIn(now.dbName)) + JSON.stringify(await device.drafts.toArray());
  }

  it('[CLIENT-9.7] is readable for them after the key has ended, and for nobody else', async () => {
    await trimLocked(device, memoryJournal());
    await expect.poll(databases).not.toContain(record.dbName);
    const [kept] = await device.accounts.where('userId').equals('7').toArray();
    expect(kept).toMatchObject({ trimmed: true, unsent: 4 });
    expect(await device.leaving.count()).toBe(0);
    const stored = await everythingIn(kept?.dbName ?? '');
    expect(stored + JSON.stringify(await device.sealedDrafts.toArray())).not.toMatch(
      /My rename|Mine alone|Refused words|In the file|unsent bytes|Half a/,
    );
    const readable = await returned();
    for (const words of ['My rename', 'Mine alone', 'Refused words', 'In the file', 'Half a']) {
      expect(readable).toContain(words);
    }
  });

  it('[CLIENT-9.7] moves again after the person has signed in and another one over them', async () => {
    await trimLocked(device, memoryJournal());
    const again = await enter('7', keyId);
    expect(await device.former.count()).toBe(1);
    await enter('8', keyId);
    await trimLocked(device, memoryJournal());
    expect(await device.accounts.get(again.key)).toMatchObject({ trimmed: true });
    const stores = [await device.accounts.toArray(), await device.former.toArray()].flat();
    const names = stores.flatMap(({ dbName }) => (dbName.includes('-8-') ? [] : dbName));
    expect(names.filter((name) => name.includes(keyId))).toEqual([]);
    expect(new Set(names).size).toBe(2);
  });

  it('[CLIENT-9.7] stays complete when the process ends at any write, and the next start continues', async () => {
    for (let left = 0; left < 400; left += 9) {
      writes.left = left;
      const isWhole = await trimLocked(device, memoryJournal()).then(
        () => writes.left > 0,
        () => false,
      );
      writes.left = Infinity;
      if (isWhole) break;
    }
    await trimLocked(device, memoryJournal());
    expect(await returned()).toMatch(/My rename.*Half a sentence/s);
  });

  it('[CLIENT-9.7] is in a store of its person when they sign in while it is copied', async () => {
    const opened: Promise<unknown>[] = [];
    const alone = async <T>(name: string, work: () => Promise<T>) => {
      if (name !== keptLock(record.key)) return work();
      const trimming = work();
      await expect.poll(async () => await databases()).toContain('cairn-account-7-1-kept');
      opened.push(enter('7', keyId));
      return trimming;
    };
    await trimLocked(device, memoryJournal(), alone);
    await Promise.all(opened);
    const now = await device.accounts.get(record.key);
    const names = [now?.dbName, ...(await device.former.toArray()).map(({ dbName }) => dbName)];
    const isKept = (name: string | undefined) => name?.endsWith('-kept') === true;
    expect((await databases()).filter(isKept), 'no copy without a name').toEqual(
      names.filter(isKept),
    );
    // Either of the two may be first: the work is in one of the person's stores.
    let readable = '';
    for (const name of names.filter((one) => one !== undefined)) {
      const db = accountDb(name);
      await openStore(db, keys);
      db.dexie.close();
      readable += await everythingIn(name);
    }
    expect(readable).toContain('My rename');
  });
});
