/** Photos, drafts and files of which this device has the only copy, in every decision to delete a store. */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '../../../model/permissions/actor.ts';
import type { SealingKeys } from '../../../model/protocol/sealing-keys.ts';
import { newId } from '../../../model/shared/ids.ts';
import { lostAccess } from '../../../sync/client/lost-access.ts';
import { unsentWork } from '../../../sync/client/unsent-work.ts';
import { attachFiles } from '../../../sync/store/attach-file.ts';
import { type AccountDb, accountDb, STORE_WRITER } from '../../../sync/store/database.ts';
import {
  type AccountRecord,
  accountsHere,
  type DeviceDb,
  deviceDb,
} from '../../../sync/store/device-db.ts';
import { departAccounts, departForRemoval } from '../../../sync/store/departures.ts';
import { type DeviceKey, keepKey, newDeviceKey } from '../../../sync/store/device-key.ts';
import { newLock } from '../../../sync/store/device-lock.ts';
import { dexieStore } from '../../../sync/store/dexie-store.ts';
import { draftCodec } from '../../../sync/store/draft-codec.ts';
import { encryptDevice, reopenPlain } from '../../../sync/store/encrypt-device.ts';
import { dexieFiles } from '../../../sync/store/file-store.ts';
import { keepUnsentOnly } from '../../../sync/store/keep-unsent.ts';
import { openDrafts, sealDrafts } from '../../../sync/store/kept-drafts.ts';
import { removeStore } from '../../../sync/store/kept-work.ts';
import { localBytes } from '../../../sync/store/local-files.ts';
import { deleteIfEmpty, markForDeletion } from '../../../sync/store/pending-deletion.ts';
import { rememberSession } from '../../../sync/store/remember-session.ts';
import { openStore, sealStore } from '../../../sync/store/seal-kept.ts';
import { lastingKeyId } from '../../../sync/store/sealed-name.ts';
import { keepShot, shotsFor } from '../../../sync/store/shots.ts';
import { trimLocked } from '../../../sync/store/trim-kept.ts';
import {
  drainReplaced,
  replaceStore,
  restoreDatabase,
} from '../../../sync/worker/replaced-databases.ts';
import { fillStore, memoryJournal, newSealingKeys } from '../support/kept-store.ts';
import { session } from '../support/session-data.ts';

let keys: SealingKeys;
let device: DeviceDb;

beforeEach(async () => {
  keys = await newSealingKeys();
  device = deviceDb();
});
afterEach(async () => {
  device.dexie.close();
  for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name ?? '');
});

const signIn = async (organizations: readonly string[], keyId?: string) => {
  const data = { ...session('7', organizations), sealing_key: keys.public_key };
  await rememberSession(device, data, keyId === undefined ? undefined : { keyId });
  const [record, other] = await accountsHere(device);
  if (record === undefined) throw new Error('Nobody is signed in');
  return { record, other: other ?? record };
};
const inStore = async <T>({ dbName }: AccountRecord, work: (db: AccountDb) => Promise<T>) => {
  const db = accountDb(dbName);
  return work(db).finally(() => db.dexie.close());
};
const takePhoto = (record: AccountRecord) =>
  inStore(record, (db) => {
    const content = new File(['only copy'], 'a.jpg');
    return keepShot(db, { id: newId(ids), content, at: 1, place: 'task:1' });
  });
const photosIn = (record: AccountRecord) =>
  inStore(record, async (db) => (await shotsFor(db, 'task:1')).length);
const ids = {
  now: () => Date.now(),
  randomBytes: (target: Uint8Array) => {
    target.set(crypto.getRandomValues(new Uint8Array(target.length)));
    return target;
  },
};

describe('photos that are not attached yet', () => {
  it('[CLIENT-9.2] prevent a sign-out unless their deletion was confirmed, those of another organisation too', async () => {
    const { record, other } = await signIn(['1', '2']);
    await takePhoto(other);
    const signOut = async (shots: number) => {
      const current = await device.session.get('current');
      const accounts = await accountsHere(device);
      const stores = await markForDeletion(device, { accounts, session: current, ifEmpty: true });
      return deleteIfEmpty(device, stores, { session: current, shots });
    };
    expect(await signOut(0)).toBe(false);
    expect(await photosIn(other)).toBe(1);
    expect((await accountsHere(device)).length).toBe(2);
    await takePhoto(record);
    expect(await signOut(1)).toBe(false);
    expect(await signOut(2)).toBe(true);
  });

  it('[CLIENT-9.4] stay when their person leaves with unsent work that is sent meanwhile', async () => {
    const { record } = await signIn(['1']);
    await takePhoto(record);
    await device.session.clear();
    expect(await trimLocked(device, memoryJournal())).toEqual([]);
    expect(await photosIn(record)).toBe(0);
    await inStore(record, (db) => openStore(db, keys));
    expect(await photosIn(record)).toBe(1);
  });

  it('[CLIENT-9.2] are asked about at a sign-out while they are still encrypted, as they are counted', async () => {
    const { record } = await signIn(['1']);
    await takePhoto(record);
    await inStore(record, (db) => sealStore(db, keys.public_key));
    const { shotsHere } = unsentWork({
      device,
      api: { drain: () => Promise.resolve(true) },
      account: () => Promise.resolve({ unsent: () => Promise.resolve(0) }),
    });
    const shots = await shotsHere();
    expect(shots).toBeGreaterThan(0);
    const current = await device.session.get('current');
    const marked = { accounts: [record], session: current, ifEmpty: true };
    const stores = await markForDeletion(device, marked);
    expect(await deleteIfEmpty(device, stores, { session: current, shots })).toBe(true);
  });

  it('[CLIENT-6.2] return with a store that could not be opened once', async () => {
    const { record } = await signIn(['1']);
    await takePhoto(record);
    const known = { ...record, hadData: true };
    const replacing = await replaceStore(device, known, `${record.dbName}-5`);
    const drain = () => Promise.resolve();
    await takePhoto(replacing);
    await drainReplaced(device, await restoreDatabase(device, replacing), drain);
    expect([await photosIn(record), await photosIn(replacing)]).toEqual([1, 1]);
    await inStore(replacing, (db) => db.blobs.clear());
    const restored = await restoreDatabase(device, replacing);
    expect(restored.dbName).toBe(record.dbName);
    expect(await photosIn(restored)).toBe(1);
  });
});

it('[CLIENT-10] photos that are not attached stay when the person has read that an organisation is gone', async () => {
  const { record } = await signIn(['1']);
  await takePhoto(record);
  const { understoodLoss } = lostAccess({ device, opened: new Map() });
  await understoodLoss(record);
  expect(await photosIn(record)).toBe(1);
});

describe('a page that still encrypts the work of somebody who signs in', () => {
  it('[CLIENT-9.5] encrypts no part of a file after the others were decrypted', async () => {
    const { record } = await signIn(['1']);
    await fillStore(record.dbName);
    const db = accountDb(record.dbName);
    await keepUnsentOnly(db);
    const slow = accountDb(record.dbName);
    const suspended = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    const begin = slow.dexie.transaction.bind(slow.dexie);
    let begun = 0;
    // The page is suspended before its third transaction: rows, first part, second part.
    Object.assign(slow.dexie, {
      transaction: async (...args: Parameters<typeof begin>) => {
        begun += 1;
        if (begun === 3) {
          reached.resolve();
          await suspended.promise;
        }
        return begin(...args);
      },
    });
    const sealing = sealStore(slow, keys.public_key);
    await reached.promise;
    expect(await openStore(db, keys)).toBe(0);
    suspended.resolve();
    await sealing;
    expect((await localBytes(db, 'unsent bytes'))?.size).toBeGreaterThan(0);
    expect(await db.sealed.count()).toBe(0);
    slow.dexie.close();
    db.dexie.close();
  });

  it('[CLIENT-9.5] encrypts no draft', async () => {
    const { record } = await signIn(['1']);
    const draft = { key: `${record.key}:comment:1`, account: record.key, text: '{}', at: 1 };
    await device.drafts.put(draft);
    const sealing = { account: record.key, publicKey: keys.public_key, journal: memoryJournal() };
    await sealDrafts(device, sealing);
    expect(await device.drafts.toArray()).toEqual([draft]);
    await device.session.clear();
    await sealDrafts(device, sealing);
    expect(await device.drafts.count()).toBe(0);
    await openDrafts(device, [record.key], keys);
    expect(await device.drafts.toArray()).toEqual([{ ...draft, key: `restored:${draft.key}` }]);
  });
});

describe('the removal of an account', () => {
  const depart = (record: AccountRecord) =>
    departAccounts(device, { accounts: [record], reason: 'erased', keepsUnsent: true, at: 5 });
  const remove = async () => {
    for (const store of await device.leaving.toArray()) {
      await removeStore(device, store, () => Promise.resolve());
    }
  };

  it('[CLIENT-10] shows its work although the person dismissed the message before it could be read', async () => {
    const { record } = await signIn(['1']);
    await fillStore(record.dbName);
    await device.session.clear();
    await trimLocked(device, memoryJournal());
    const account = await device.accounts.get(record.key);
    await depart(account ?? record);
    await expect(remove()).rejects.toThrow('encrypted');
    await device.departures.clear();
    await inStore(record, (db) => openStore(db, keys));
    await remove();
    const [shown] = await device.departures.toArray();
    expect(shown).toMatchObject({ reason: 'erased', userId: '7', at: 5 });
    expect(JSON.stringify(shown)).toContain('My rename');
  });

  it('[CLIENT-10.6] keeps nothing when the person asks for everything to be removed before it has ended', async () => {
    const { record } = await signIn(['1']);
    await fillStore(record.dbName);
    await depart(record);
    await departForRemoval(device, { userId: '7', remove: 'all', at: 6 });
    await remove();
    expect(await device.departures.toArray()).toEqual([]);
  });

  it('[CLIENT-13.1] waits for the passphrase of its store', async () => {
    const { deviceKey, release } = heldKey();
    const { record } = await signIn(['1'], deviceKey.keyId);
    await takePhoto(record);
    const key = `${record.key}:comment:1`;
    const text = draftCodec(deviceKey.key).seal(key, JSON.stringify({ text: 'Half a sentence' }));
    await device.drafts.put({ key, account: record.key, text, at: 1 });
    await depart(record);
    release();
    await expect(remove()).rejects.toThrow('locked');
    const again = keepKey(deviceKey.keyId, deviceKey.key);
    await remove();
    again();
    const kept = (await device.departures.toArray()).flatMap((departure) => departure.kept);
    expect(kept.flatMap(({ entries }) => entries).map(({ text: typed }) => typed)).toContain(
      'Half a sentence',
    );
    expect(kept.flatMap(({ entries }) => entries).filter(({ file }) => file).length).toBe(1);
  });
});

it('[FILE-1.3] a file whose copy was removed while its tab was suspended is refused, and its photo stays', async () => {
  const { record } = await signIn(['1']);
  const db = accountDb(record.dbName);
  const file = new File([new Uint8Array(2_500_000)], 'a.jpg', { type: 'image/jpeg' });
  const shot = newId(ids);
  await keepShot(db, { id: shot, content: file, at: 1, place: 'task:1' });
  const suspended = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  let reads = 0;
  const content = {
    size: file.size,
    type: file.type,
    shot,
    slice: (from: number, to: number) => ({
      arrayBuffer: async () => {
        reads += 1;
        if (reads === 2) {
          reached.resolve();
          await suspended.promise;
        }
        return file.slice(from, to).arrayBuffer();
      },
    }),
  };
  const actor = memberOf(record);
  const files = [{ id: newId(ids), content, name: 'a.jpg', scope: 'org:1' }];
  const attaching = attachFiles({ db, store: dexieStore(db, ids), actor, at: 1_000, files });
  await reached.promise;
  await dexieFiles(db, actor.orgUserId).tidy(1_000 + 2 * 3_600_000);
  suspended.resolve();
  expect(await attaching).toMatchObject({ code: 'unavailable' });
  expect((await shotsFor(db, 'task:1')).length).toBe(1);
  expect(await db.outbox.count()).toBe(0);
  db.dexie.close();
});

function memberOf({ orgId, orgUserId, userId }: AccountRecord): Actor {
  const rights = { get_access: true, post_access: true, patch_access: true, delete_access: true };
  return { orgId, orgUserId, userId, level: 'Member', specialRole: false, ...rights };
}

it('[FILE-1.12] a file that another tab has attached or discarded is not attached again', async () => {
  const { record } = await signIn(['1']);
  const db = accountDb(record.dbName);
  const shot = newId(ids);
  const photo = new File(['A photo'], 'a.jpg', { type: 'image/jpeg' });
  await keepShot(db, { id: shot, content: photo, at: 1, place: 'task:1' });
  const [[first], [second]] = [await shotsFor(db, 'task:1'), await shotsFor(db, 'task:1')];
  const attach = async (content: File | undefined, isBehind = false) => {
    const id = newId(ids);
    const file = { id, content: content ?? photo, name: 'a.jpg', scope: 'directory' };
    const drawing = { ...file, id: newId(ids), content: photo, drawnOn: id };
    const files = isBehind ? [file, drawing] : [file];
    const input = { db, store: dexieStore(db, ids), actor: memberOf(record), at: 1_000, files };
    return await attachFiles(input);
  };
  expect(await attach(first)).toBeUndefined();
  expect(await attach(second)).toMatchObject({ code: 'conflict' });
  expect((await db.outbox.toArray()).map(({ name }) => name)).toEqual(['file-add']);
  expect(await db.blobs.count()).toBe(1);
  // The picture behind a drawing is there once more.
  expect(await attach(second, true)).toBeUndefined();
  // Kept in a store that was replaced since: the form has the only copy.
  const former = accountDb(`${record.dbName}-former`);
  await keepShot(former, { id: newId(ids), content: photo, at: 1, place: 'task:1' });
  const [third] = await shotsFor(former, 'task:1');
  expect(await attach(third)).toBeUndefined();
  former.dexie.close();
  db.dexie.close();
});

it('[CLIENT-13.2] a store that cannot be opened again after a failed encryption is opened at the next start', async () => {
  const { record } = await signIn(['1']);
  const { deviceKey, release } = heldKey();
  const input = { ...deviceKey, userId: '7', passphrase: 'four words that differ', rounds: 10 };
  const lock = await newLock({ ...input, publicKey: keys.public_key });
  const put: unknown = Reflect.get(IDBObjectStore.prototype, 'put');
  if (typeof put !== 'function') throw new Error('There is no put');
  let isFull = true;
  // The replacement fails, and so does the first attempt to open the store again.
  Reflect.set(IDBObjectStore.prototype, 'put', function full(this: IDBObjectStore, value: unknown) {
    const isOpening = JSON.stringify(value).includes(`"minWriter":${STORE_WRITER}`);
    if (this.name === 'marks' || (isOpening && isFull)) throw new DOMException('', 'AbortError');
    const stored: unknown = Reflect.apply(put, this, [value]);
    return stored;
  });
  const parts = { lock, deviceKey, journal: memoryJournal() };
  await expect(encryptDevice(device, parts)).rejects.toThrow();
  isFull = false;
  const now = await device.accounts.get(record.key);
  expect(now?.encrypting).toBe(true);
  await reopenPlain(device, now ?? record);
  Reflect.set(IDBObjectStore.prototype, 'put', put);
  const writer = await inStore(record, (db) => db.meta.get('writer'));
  expect(writer).toMatchObject({ minWriter: STORE_WRITER });
  release();
});

function heldKey(): { readonly deviceKey: DeviceKey; readonly release: () => void } {
  const { keyId, key } = newDeviceKey();
  const deviceKey = { keyId: lastingKeyId(keyId), key };
  return { deviceKey, release: keepKey(deviceKey.keyId, key) };
}
