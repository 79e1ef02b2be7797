/** Stores that need no key, when the key of a shared computer ends or its person signs out. */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { newId } from '../../../model/shared/ids.ts';
import { finishDeletion } from '../../../sync/client/forget-accounts.ts';
import { lostOnSharedComputer, sharedComputer } from '../../../sync/client/shared-computer.ts';
import { forgetStores } from '../../../sync/store/closing.ts';
import { accountDb } from '../../../sync/store/database.ts';
import {
  type AccountRecord,
  currentAccount,
  type DeviceDb,
  deviceDb,
} from '../../../sync/store/device-db.ts';
import { keepKey, newDeviceKey } from '../../../sync/store/device-key.ts';
import { deleteIfEmpty, markForDeletion } from '../../../sync/store/pending-deletion.ts';
import { rememberSession } from '../../../sync/store/remember-session.ts';
import { keepShot, shotsFor } from '../../../sync/store/shots.ts';
import { fillStore, memoryJournal } from '../support/kept-store.ts';
import { session } from '../support/session-data.ts';

let device: DeviceDb;
const ids = {
  now: () => Date.now(),
  randomBytes: (target: Uint8Array) => {
    target.set(crypto.getRandomValues(new Uint8Array(target.length)));
    return target;
  },
};
const local = () => memoryJournal({ 'cairn-shared-computer': '1' });

beforeEach(() => {
  device = deviceDb();
  vi.stubGlobal('localStorage', local());
  vi.stubGlobal('sessionStorage', local());
  const events = { addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal('window', { ...events, setTimeout });
  vi.stubGlobal('document', events);
  vi.stubGlobal('caches', { keys: async () => [], delete: async () => true });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  device.dexie.close();
  for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name ?? '');
});

async function signIn(keyId: string | undefined): Promise<AccountRecord> {
  await rememberSession(device, session('7', ['1']), { keyId });
  const here = await currentAccount(device);
  if (here === undefined) throw new Error('Nobody is signed in');
  return here;
}

it('[CLIENT-9.4] refused work in a plain store stays when the key of a later session ends', async () => {
  const plain = await signIn(undefined);
  await fillStore(plain.dbName);
  await device.accounts.update(plain.key, { hadData: true, unsent: 4 });
  const { keyId, key } = newDeviceKey();
  const release = keepKey(keyId, key);
  await signIn(keyId);
  expect(await device.former.toArray()).toMatchObject([{ dbName: plain.dbName, unsent: 4 }]);
  release();
  await sharedComputer(device).checked;
  expect(await currentAccount(device)).toBeUndefined();
  expect(lostOnSharedComputer()).toBeUndefined();
  await signIn(undefined);
  await finishDeletion(device);
  expect(await device.former.toArray(), 'put back at their next sign-in').toMatchObject([
    { dbName: plain.dbName, account: plain.key, unsent: 4 },
  ]);
  expect((await indexedDB.databases()).map(({ name }) => name)).toContain(plain.dbName);
});

it('[CLIENT-9.4] a photo in a plain store stays at a sign-out on a shared computer', async () => {
  const plain = await signIn(undefined);
  const db = accountDb(plain.dbName);
  const content = new File(['only copy'], 'a.jpg');
  await keepShot(db, { id: newId(ids), content, at: 1, place: 'task:1' });
  db.dexie.close();
  const { keyId, key } = newDeviceKey();
  const release = keepKey(keyId, key);
  const shared = await signIn(keyId);
  await finishDeletion(device);
  expect(await device.former.toArray()).toMatchObject([{ dbName: plain.dbName }]);
  const current = await device.session.get('current');
  const stores = await markForDeletion(device, {
    accounts: [shared],
    session: current,
    ifEmpty: true,
  });
  expect(await deleteIfEmpty(device, stores, { session: current })).toBe(true);
  await forgetStores(device, stores);
  await finishDeletion(device);
  release();
  const again = accountDb(plain.dbName);
  expect(await shotsFor(again, 'task:1')).toHaveLength(1);
  again.dexie.close();
});
