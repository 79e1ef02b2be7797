import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type UnsentMark, unsentMark } from '../../../sync/client/unsent-mark.ts';
import { type AccountRecord, type DeviceDb, deviceDb } from '../../../sync/store/device-db.ts';
import { rememberSession } from '../../../sync/store/remember-session.ts';
import type { SyncStatus } from '../../../sync/store/sync-status.ts';
import { session } from '../support/session-data.ts';

let cookies: Map<string, string>;
let device: DeviceDb;

beforeEach(async () => {
  cookies = new Map();
  vi.stubGlobal('location', { protocol: 'https:' });
  vi.stubGlobal('document', {
    get cookie() {
      return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    },
    set cookie(line: string) {
      const [pair = '', ...attributes] = line.split('; ');
      const [name = '', value = ''] = pair.split('=');
      if (attributes.includes('max-age=0')) cookies.delete(name);
      else cookies.set(name, value);
    },
  });
  device = deviceDb();
});
afterEach(async () => {
  device.dexie.close();
  for (const { name } of await indexedDB.databases()) await Dexie.delete(name ?? '');
  vi.unstubAllGlobals();
});

it('[CLIENT-11.2] a write raises the mark before it begins, and a refused write lowers it again', async () => {
  const { mark, record } = await signedIn({ unsent: 1 });
  await markIs('1');
  const { dbName } = record;
  const seen: (string | undefined)[] = [];
  const write = async () => {
    seen.push(cookies.get('cairn_unsent'));
    return 'no';
  };
  await mark.whileCounted(write, { dbName, count: 2, isDone: (result) => result === 'yes' });
  expect([...seen, cookies.get('cairn_unsent')]).toEqual(['3', '1']);
});

it('[CLIENT-11.2] a write raises the mark although the page has not read the records of its accounts yet', async () => {
  const { record } = await signedIn({ unsent: 1 });
  cookies.clear();
  const seen: (string | undefined)[] = [];
  const write = async () => void seen.push(cookies.get('cairn_unsent'));
  const { dbName } = record;
  await unsentMark(device).whileCounted(write, { dbName, count: 2, isDone: () => true });
  expect(seen).toEqual(['3']);
});

it('[CLIENT-11.2] committed changes stay counted until the store has been read, also merged ones', async () => {
  const { mark, record } = await signedIn({ unsent: 0 });
  const status = fakeStatus();
  mark.follow({ record, loaders: { status: status.observed } });
  status.now(1);
  await markIs('1');
  await mark.whileCounted(async () => undefined, {
    dbName: record.dbName,
    count: 1,
    isDone: () => true,
  });
  await markIs('2');
  // The second change was merged into the first.
  status.now(1);
  await markIs('1');
  status.now(0);
  await markIs(undefined);
});

it('[CLIENT-11.3] a new database where changes were unsent is reported as lost until the report is dismissed', async () => {
  cookies.set('cairn_unsent', '2');
  unsentMark(device).start();
  await expect.poll(() => device.marks.get('lost')).toEqual({ id: 'lost', unsent: 2 });
  await rememberSession(device, session('7', ['1']));
  expect(await device.marks.toArray()).toEqual([{ id: 'lost', unsent: 2 }]);
});

it('[CLIENT-11.3] nothing is lost while an account’s database still exists', async () => {
  cookies.set('cairn_unsent', '2');
  const other = new Dexie('cairn-account-7-1');
  other.version(1).stores({ meta: 'key' });
  await other.table('meta').put({ key: 'client' });
  unsentMark(device).start();
  await settled();
  expect(await device.marks.toArray()).toEqual([{ id: 'fresh' }]);
  await markIs('2');
  other.close();
});

it('[CLIENT-11.3] an empty account database that an open page creates hides no loss', async () => {
  cookies.set('cairn_unsent', '2');
  const other = new Dexie('cairn-account-7-1');
  other.version(1).stores({ meta: 'key' });
  await other.open();
  unsentMark(device).start();
  await expect.poll(() => device.marks.get('lost')).toEqual({ id: 'lost', unsent: 2 });
  other.close();
});

it('[CLIENT-11.3] a device after a sign-out does not count as emptied', async () => {
  await signedIn({ unsent: 3 });
  await markIs('3');
  // The tab is killed before it counts again.
  await device.accounts.clear();
  cookies.set('cairn_unsent', '3');
  device.dexie.close();
  device = deviceDb();
  unsentMark(device).start();
  await markIs(undefined);
  expect(await device.marks.toArray()).toEqual([]);
});

it('[CLIENT-11.1] nothing is stored on a shared computer', async () => {
  await signedIn({ unsent: 0 });
  const [record] = await device.accounts.toArray();
  if (record === undefined) throw new Error('Nobody is signed in');
  await device.accounts.put({ ...record, dbName: 'cairn-sealed-k-7-1', unsent: 4 });
  const mark = unsentMark(device);
  await mark.whileCounted(async () => undefined, {
    dbName: 'cairn-sealed-k-7-1',
    count: 1,
    isDone: () => true,
  });
  await settled();
  expect(cookies.size).toBe(0);
});

async function signedIn({ unsent }: { readonly unsent: number }): Promise<{
  readonly mark: UnsentMark;
  readonly record: AccountRecord;
}> {
  await rememberSession(device, session('7', ['1']));
  await device.accounts.update('7:1', { unsent });
  const record = await device.accounts.get('7:1');
  if (record === undefined) throw new Error('Nobody is signed in');
  const mark = unsentMark(device);
  mark.start();
  await settled();
  return { mark, record };
}

async function markIs(value: string | undefined): Promise<void> {
  await expect.poll(() => cookies.get('cairn_unsent')).toBe(value);
}

/** Lets live queries run. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
}

function fakeStatus() {
  const listeners = new Set<() => void>();
  let current: SyncStatus | undefined;
  return {
    observed: {
      current: () => current,
      subscribe: (changed: () => void) => {
        listeners.add(changed);
        return () => listeners.delete(changed);
      },
    },
    now: (waiting: number) => {
      current = { phase: 'offline', unreachable: true, waiting, deferred: 0, rejectedCount: 0 };
      for (const changed of listeners) changed();
    },
  };
}
