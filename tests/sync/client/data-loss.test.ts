import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { workspaceCreate } from '../../../model/mutations/workspace/workspace-create.ts';
import { type Account, openAccount } from '../../../sync/client/account.ts';
import { type LossWatch, watchLoss } from '../../../sync/client/data-loss.ts';
import { type AccountRecord, type DeviceDb, deviceDb } from '../../../sync/store/device-db.ts';
import { accountDb } from '../../../sync/store/database.ts';
import { openExisting } from '../../../sync/store/open-existing.ts';
import { refuseCreation } from '../../../sync/store/refuse-creation.ts';
import { followBrowserClose } from '../../../sync/store/browser-close.ts';
import { waitUntil } from '../../support/wait-until.ts';

const SOON = { withinMs: 10_000 } as const;
let device: DeviceDb;
let account: Account;
let watch: LossWatch;

beforeEach(async () => {
  vi.stubGlobal('window', new EventTarget());
  device = deviceDb();
  await device.accounts.put(RECORD);
  watch = watchLoss(device);
  account = openAccount(RECORD, LINK);
  watch.follow(account);
  account.loaders.status.subscribe(() => undefined);
  for (const name of ['Hills', 'Lakes']) {
    await account.mutate(workspaceCreate, { id: account.newId(), name, desc: '' });
  }
  await waitUntil('both changes wait', () => account.loaders.status.current()?.waiting === 2, SOON);
});
afterEach(async () => {
  account.db.dexie.close();
  device.dexie.close();
  for (const { name } of await indexedDB.databases()) await Dexie.delete(name ?? '');
  vi.unstubAllGlobals();
});

it('[CLIENT-6.3] an account database that is deleted while it is open is reported as lost, with its unsent changes', async () => {
  const notify = vi.fn<() => void>();
  watch.loss.subscribe(notify);
  await remove(RECORD.dbName);
  await waitUntil('the loss is noticed', () => watch.loss.current() !== undefined, SOON);
  expect(watch.loss.current()).toEqual({ part: 'account', unsent: 2 });
  expect(notify).toHaveBeenCalledOnce();
});

it('[CLIENT-6.3] when the loss is reported, the marker outside has its number, although no engine has counted it', async () => {
  await remove(RECORD.dbName);
  await waitUntil('the loss is noticed', () => watch.loss.current() !== undefined, SOON);
  expect((await device.accounts.get(RECORD.key))?.unsent).toBe(2);
});

it('[CLIENT-6.3] nothing is written into the empty store that would replace the lost one', async () => {
  await remove(RECORD.dbName);
  const refusal = await account.mutate(workspaceCreate, {
    id: account.newId(),
    name: 'Woods',
    desc: '',
  });
  expect(refusal?.message).toMatch(/^Not saved: the browser has deleted Cairn’s data/);
  expect(await account.db.outbox.count()).toBe(0);
});

it('[CLIENT-6.3] the same is reported of a database that was open before its account', async () => {
  account.db.dexie.close();
  const db = await openExisting(RECORD.dbName);
  const early = openAccount(RECORD, { ...LINK, db });
  const second = watchLoss(device);
  second.follow(early);
  await early.db.outbox.count();
  await remove(RECORD.dbName);
  await waitUntil('the loss is noticed', () => second.loss.current() !== undefined, SOON);
  const woods = { id: early.newId(), name: 'Woods', desc: '' };
  const refusal = await early.mutate(workspaceCreate, woods);
  expect(refusal?.message).toMatch(/^Not saved: the browser has deleted/);
  early.db.dexie.close();
});

it('[CLIENT-9.1] a query that was waiting does not create the database of an account that has left again', async () => {
  refuseCreation(account.db.dexie);
  const woods = { id: account.newId(), name: 'Woods', desc: '' };
  expect(await account.mutate(workspaceCreate, woods)).toBeUndefined();
  await remove(RECORD.dbName);
  // Longer than the status waits before it counts again.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect((await indexedDB.databases()).map(({ name }) => name)).toEqual(['cairn-device']);
});

it('the loss of the device database is reported, and the account stays writable', async () => {
  await remove('cairn-device');
  expect(watch.loss.current()).toEqual({ part: 'device', unsent: 0 });
  const woods = { id: account.newId(), name: 'Woods', desc: '' };
  expect(await account.mutate(workspaceCreate, woods)).toBeUndefined();
  expect(await account.unsent()).toBe(3);
});

it('when both are deleted, the unsent changes are reported whichever is deleted first', async () => {
  await remove('cairn-device');
  await remove(RECORD.dbName);
  expect(watch.loss.current()).toEqual({ part: 'account', unsent: 2 });
});

it('a database that the browser closes by itself counts as lost', async () => {
  const closed = account.db.dexie.backendDB();
  Reflect.apply(Reflect.get(closed, 'dispatchEvent'), closed, [closeEvent()]);
  await waitUntil('the loss is noticed', () => watch.loss.current() !== undefined, SOON);
  expect(watch.loss.current()).toEqual({ part: 'account', unsent: 2 });
});

it('[CLIENT-9.1] an account with a pending deletion is not lost when its database is deleted', async () => {
  await device.leaving.put({
    dbName: RECORD.dbName,
    account: RECORD,
    ifEmpty: false,
    shared: false,
  });
  await remove(RECORD.dbName);
  // Later requests to the device database have been answered by now.
  await device.leaving.toArray();
  await device.accounts.toArray();
  await device.accounts.toArray();
  expect(watch.loss.current()).toBeUndefined();
});

it('[CLIENT-6.3] an engine’s database stays closed after its deletion, and the empty one is not counted', async () => {
  const { dexie, outbox } = accountDb(RECORD.dbName);
  const gone = vi.fn<() => void>();
  followBrowserClose(dexie, gone, { staysClosed: true });
  expect(await outbox.count()).toBe(2);
  await remove(RECORD.dbName);
  expect(gone).toHaveBeenCalledOnce();
  await expect(outbox.count()).rejects.toMatchObject({ name: 'DatabaseClosedError' });
});

/** Deletes as DevTools and other pages do: without Dexie. */
function remove(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(new Error(`${name} is still here`));
  });
}

/** Event of the class that fake-indexeddb dispatches. */
function closeEvent(): object {
  const phases = { NONE: 0, CAPTURING_PHASE: 1, AT_TARGET: 2, BUBBLING_PHASE: 3 };
  return { type: 'close', bubbles: false, eventPath: [], initialized: true, ...phases };
}

const RECORD: AccountRecord = {
  key: 'u:1',
  userId: 'u',
  orgId: '1',
  orgUserId: '1',
  orgName: 'Field Work',
  displayName: 'Ada',
  email: 'ada@field.test',
  level: 'Level 1',
  specialRole: false,
  access: { get_access: true, post_access: true, patch_access: true, delete_access: true },
  dbName: 'cairn-account-u-1',
  hadData: true,
  unsent: 0,
};

/** The worker is not called here. */
const LINK = {
  wake: () => undefined,
  whileCounted: <T>(write: () => Promise<T>) => write(),
  loadMessages: () => Promise.reject(new Error('Not used here')),
  checkReplica: () => Promise.reject(new Error('Not used here')),
  holdDetails: () => undefined,
  openTasks: () => undefined,
} as const;
