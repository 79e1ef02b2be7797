import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Call } from '../../../sync/browser/http.ts';
import { type DeviceDb, deviceDb } from '../../../sync/store/device-db.ts';
import { noteReported } from '../../../sync/worker/reported-loss.ts';
import { session } from '../support/session-data.ts';

let device: DeviceDb;
let calls: string[];
const http = {
  call: async ({ path }: Call) => {
    calls.push(path);
    return { ok: true, value: undefined } as const;
  },
};
const DATA = { ...session('7', ['1']), unsent_reported: 3 };
const SEEN = ['api/session/unsent-seen/'];

beforeEach(() => {
  calls = [];
  device = deviceDb();
});
afterEach(async () => {
  device.dexie.close();
  for (const { name } of await indexedDB.databases()) await Dexie.delete(name ?? '');
});

it('[CLIENT-11.5] a new device without a number of its own stores the server’s number as lost, and acknowledges it', async () => {
  await noteReported({ device, http }, DATA);
  expect(await device.marks.get('lost')).toEqual({ id: 'lost', unsent: 3 });
  expect(calls).toEqual(SEEN);
});

it('[CLIENT-11.5] the number of the page takes precedence, also when the person has read it before signing in', async () => {
  for (const unsent of [2, 0]) {
    await device.marks.put({ id: 'lost', unsent });
    await noteReported({ device, http }, DATA);
    expect(await device.marks.get('lost')).toEqual({ id: 'lost', unsent });
  }
  expect(calls).toEqual([...SEEN, ...SEEN]);
});

it('[CLIENT-11.5] a device that is not new has lost nothing, whatever number the server has', async () => {
  await device.marks.clear();
  await device.marks.count();
  await noteReported({ device, http }, DATA);
  expect(await device.marks.toArray()).toEqual([]);
  expect(calls).toEqual([]);
});

it('[CLIENT-11.5] nothing is lost while an account’s database exists, or on a shared computer', async () => {
  await noteReported({ device, http }, DATA, { keyId: 'k' });
  const other = new Dexie('cairn-account-7-1');
  other.version(1).stores({ meta: 'key' });
  await other.table('meta').put({ key: 'client' });
  await noteReported({ device, http }, DATA);
  expect(await device.marks.toArray()).toEqual([{ id: 'fresh' }]);
  expect(calls).toEqual([]);
  other.close();
});
