import 'fake-indexeddb/auto';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SealingKeys } from '../../../model/protocol/sealing-keys.ts';
import { dropLock, forgetStores } from '../../../sync/store/closing.ts';
import { accountDb, STORE_WRITER } from '../../../sync/store/database.ts';
import {
  type AccountRecord,
  currentAccount,
  type DeviceDb,
  deviceDb,
  withNames,
} from '../../../sync/store/device-db.ts';
import { type DeviceKey, keepKey, newDeviceKey } from '../../../sync/store/device-key.ts';
import {
  type DeviceLock,
  lockForPerson,
  lockId,
  newLock,
  openByKeys,
  openByPassphrase,
} from '../../../sync/store/device-lock.ts';
import { draftCodec } from '../../../sync/store/draft-codec.ts';
import { openDrafts } from '../../../sync/store/drafts.ts';
import { encryptDevice, reopenPlain } from '../../../sync/store/encrypt-device.ts';
import { rememberRenewal, rememberSession } from '../../../sync/store/remember-session.ts';
import { isLastingKey, keyIdOf, lastingKeyId } from '../../../sync/store/sealed-name.ts';
import { bytesAsText, fillStore, memoryJournal, newSealingKeys } from '../support/kept-store.ts';
import { writes } from '../support/killed-writes.ts';
import { session } from '../support/session-data.ts';

const PASSPHRASE = 'four words that differ';
const READABLE = /Fieldwright|field\.test|Organisation|Half a sentence|Last keys/;

describe('a device that is encrypted', () => {
  let keys: SealingKeys;
  let device: DeviceDb;
  let journal = memoryJournal();
  let deviceKey: DeviceKey;
  let lock: DeviceLock;
  let release: () => void;

  beforeAll(async () => {
    keys = await newSealingKeys();
    const { keyId, key } = newDeviceKey();
    deviceKey = { keyId: lastingKeyId(keyId), key };
    const input = { ...deviceKey, userId: '7', passphrase: PASSPHRASE, rounds: 10 };
    lock = await newLock({ ...input, publicKey: keys.public_key });
  });
  const signedIn = () => ({ ...session('7', ['1', '2']), sealing_key: keys.public_key });
  const begin = async () => {
    device = deviceDb();
    await rememberSession(device, signedIn());
    for (const { dbName } of await mine()) await fillSent(dbName);
    const { key } = await account();
    const text = JSON.stringify({ text: 'Half a sentence' });
    await device.drafts.put({ key: `${key}:comment:1`, account: key, text, at: 5 });
    const waiting = { at: 6, text: JSON.stringify({ text: 'Last keys' }) };
    journal = memoryJournal({ [`cairn-draft:${key}:note`]: JSON.stringify(waiting) });
    release = keepKey(deviceKey.keyId, deviceKey.key);
  };
  const end = async () => {
    writes.left = Infinity;
    release();
    device.dexie.close();
    for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name ?? '');
  };
  beforeEach(begin);
  afterEach(end);

  const mine = () => device.accounts.where('userId').equals('7').toArray();
  const account = async (): Promise<AccountRecord> => {
    const found = await currentAccount(device);
    if (found === undefined) throw new Error('Nobody is signed in');
    return found;
  };
  const encrypt = () => encryptDevice(device, { lock, deviceKey, journal });
  const inStore = async <T>(
    { dbName }: AccountRecord,
    work: (db: ReturnType<typeof accountDb>) => Promise<T>,
  ): Promise<T> => {
    const db = accountDb(dbName);
    return work(db).finally(() => db.dexie.close());
  };
  const draftsHere = async () => {
    const { key, dbName } = await account();
    const codec = keyIdOf(dbName) === undefined ? undefined : draftCodec(deviceKey.key);
    const drafts = await openDrafts(device, key, journal, { codec });
    return drafts.all().map(({ text }) => Object.values<string>(JSON.parse(text))[0] ?? '');
  };

  it('[CLIENT-13.1] has empty stores in place of the plain ones, and nothing readable of the person', async () => {
    const before = await mine();
    const plain = await encrypt();
    if ('unsent' in plain) throw new Error('Something is in the way');
    expect(plain.map(({ dbName }) => dbName)).toEqual(before.map(({ dbName }) => dbName));
    await forgetStores(device, plain);
    const names = (await indexedDB.databases()).map(({ name = '' }) => name);
    expect(names.filter((name) => before.some(({ dbName }) => dbName === name))).toEqual([]);
    const tables = await Promise.all(device.dexie.tables.map((table) => table.toArray()));
    expect(JSON.stringify(tables, bytesAsText)).not.toMatch(READABLE);
    expect(journal.length).toBe(0);
    expect(await device.session.get('current')).toMatchObject({ shared: false, keyId: lock.keyId });
    for (const record of await mine()) {
      expect(record).toMatchObject({ hadData: false, unsent: 0, encrypting: false });
      expect(await withNames(record)).toMatchObject({ orgName: `Organisation ${record.orgId}` });
    }
    expect((await draftsHere()).toSorted()).toEqual(['Half a sentence', 'Last keys']);
  });

  it('[CLIENT-13.1] is opened by the passphrase, and by the key pair of the person, alone', async () => {
    expect(await openByPassphrase(lock, PASSPHRASE)).toEqual(deviceKey.key);
    expect(await openByPassphrase(lock, `${PASSPHRASE} `)).toBeUndefined();
    // The lock of another key, as after a mix-up of two rows, opens nothing.
    expect(
      await openByPassphrase({ ...lock, keyId: lastingKeyId('0') }, PASSPHRASE),
    ).toBeUndefined();
    expect(await openByKeys(lock, keys)).toEqual(deviceKey.key);
    const other = await newSealingKeys();
    expect(await openByKeys(lock, other)).toBeUndefined();
    const next = await lockForPerson(lock, deviceKey.key, other.public_key);
    expect(await openByKeys(next, other)).toEqual(deviceKey.key);
    expect(await openByPassphrase(next, PASSPHRASE)).toEqual(deviceKey.key);
  });

  it.each([
    ['an unsent change', (dbName: string) => fillStore(dbName), { unsent: 4, shots: 0 }],
    [
      'a photo that is not attached yet',
      (dbName: string) => keepPhoto(dbName),
      { unsent: 0, shots: 1 },
    ],
  ])(
    '[CLIENT-13.2] stays plain while %s is left, and accepts changes again',
    async (_what, leave, inTheWay) => {
      const [, second] = await mine();
      if (second === undefined) throw new Error('There is one account');
      await leave(second.dbName);
      expect(await encrypt()).toEqual(inTheWay);
      for (const record of await mine()) {
        expect([keyIdOf(record.dbName), record.encrypting]).toEqual([undefined, false]);
        expect(await inStore(record, writerOf)).toBe(STORE_WRITER);
      }
      expect(await device.marks.get(lockId('7'))).toBeUndefined();
    },
  );

  it('[CLIENT-13.2] is plain as before, or encrypted and complete, when it is killed at any write', async () => {
    const outcomes = new Set<string>();
    for (let count = 0; ; count += 1) {
      if (count > 200) throw new Error('It never ends');
      await end();
      await begin();
      const before = await mine();
      writes.left = count;
      await encrypt().catch(() => undefined);
      const isWhole = writes.left > 0;
      writes.left = Infinity;
      const after = await mine();
      const sealed = after.filter(({ dbName }) => keyIdOf(dbName) === lock.keyId);
      expect([0, after.length]).toContain(sealed.length);
      if (sealed.length === 0) {
        outcomes.add('plain');
        for (const record of after) {
          await reopenPlain(device, record);
          expect(await inStore(record, writerOf)).toBe(STORE_WRITER);
          expect(await inStore(record, (db) => db.base.count())).toBe(1);
        }
        expect((await device.session.get('current'))?.keyId).toBeUndefined();
        const names = before.map(({ dbName }) => [dbName, false]);
        const now = await mine();
        expect(now.map(({ dbName, encrypting }) => [dbName, encrypting === true])).toEqual(names);
      } else {
        outcomes.add('encrypted');
        const stored = await device.marks.get(lockId('7'));
        if (stored === undefined || !('passphrase' in stored)) throw new Error('There is no lock');
        expect(await openByPassphrase(stored, PASSPHRASE)).toEqual(deviceKey.key);
        const leaving = (await device.leaving.toArray()).map(({ dbName }) => dbName);
        expect(leaving.toSorted()).toEqual(before.map(({ dbName }) => dbName).toSorted());
      }
      expect((await draftsHere()).toSorted()).toEqual(['Half a sentence', 'Last keys']);
      if (isWhole) break;
    }
    expect([...outcomes].toSorted()).toEqual(['encrypted', 'plain']);
  });

  it('[CLIENT-13.1] keeps its key through renewals and sign-ins, with new organisations encrypted too', async () => {
    await encrypt();
    await rememberRenewal(device, {
      ...session('7', ['1', '2', '3']),
      sealing_key: keys.public_key,
    });
    expect((await mine()).map(({ dbName }) => keyIdOf(dbName))).toEqual(Array(3).fill(lock.keyId));
    await rememberSession(device, signedIn(), { keyId: lock.keyId });
    expect(await device.session.get('current')).toMatchObject({ shared: false, keyId: lock.keyId });
    const { dbName } = await account();
    release();
    // Nobody has the key: the names stay as they were, encrypted.
    await rememberSession(device, signedIn(), { keyId: lock.keyId });
    release = keepKey(deviceKey.keyId, deviceKey.key);
    expect(await withNames(await account())).toMatchObject({ dbName, orgName: 'Organisation 1' });
  });

  it('forgets the passphrase with the last store of its key', async () => {
    await encrypt();
    const [first, second] = await mine();
    if (first === undefined || second === undefined) throw new Error('There are two accounts');
    await device.accounts.delete(first.key);
    await dropLock(device, first.dbName);
    expect(await device.marks.get(lockId('7'))).toBeDefined();
    await device.accounts.delete(second.key);
    await dropLock(device, second.dbName);
    expect(await device.marks.get(lockId('7'))).toBeUndefined();
  });

  it('never takes a key of a shared computer for one with a passphrase', () => {
    for (let count = 0; count < 200; count += 1) {
      expect(isLastingKey(newDeviceKey().keyId)).toBe(false);
    }
  });
});

/** A store whose changes the server has. */
async function fillSent(dbName: string): Promise<void> {
  await fillStore(dbName);
  const db = accountDb(dbName);
  await db.meta.put({ key: 'writer', minWriter: STORE_WRITER });
  await db.outbox.clear();
  await db.rejected.clear();
  await db.blobs.clear();
  await db.blobParts.clear();
  await db.base.delete('cards/c2');
  db.dexie.close();
}

async function keepPhoto(dbName: string): Promise<void> {
  const db = accountDb(dbName);
  const photo = { id: 'photo', name: 'photo', size: 1, digest: '', parts: 1, sent: 0, at: 1 };
  await db.blobs.put({ ...photo, state: 'shot' });
  db.dexie.close();
}

async function writerOf(db: ReturnType<typeof accountDb>): Promise<number | undefined> {
  const writer = await db.meta.get('writer');
  return writer?.key === 'writer' ? writer.minWriter : undefined;
}
