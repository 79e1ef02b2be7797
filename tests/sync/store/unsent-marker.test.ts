import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { accountDb } from '../../../sync/store/database.ts';
import { type AccountRecord, deviceDb } from '../../../sync/store/device-db.ts';
import { followUnsent } from '../../../sync/store/prepare.ts';
import { dropShots, keepShot } from '../../../sync/store/shots.ts';
import { renameItem } from '../support/items.ts';
import { requestsOf } from '../support/requests.ts';

const ACCOUNT: AccountRecord = {
  key: '7:1',
  userId: '7',
  orgId: '1',
  orgUserId: '7',
  orgName: 'Field Work',
  displayName: 'Ada Field',
  email: 'ada@field.test',
  level: 'Administrator',
  specialRole: false,
  access: { get_access: true, post_access: true, patch_access: true, delete_access: true },
  dbName: 'marker',
  hadData: false,
  unsent: 0,
};
const db = accountDb('marker');
const device = deviceDb();

beforeEach(async () => {
  await device.accounts.put(ACCOUNT);
});

afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await db.outbox.clear();
});

it('[CLIENT-6.1] a burst of changes updates the marker at its begin and at its end', async () => {
  const update = vi.spyOn(device.accounts, 'update');
  const stop = followUnsent(db, device, '7:1');
  await expect.poll(hasData).toBe(true);
  const requests = await requestsOf(async () => {
    for (let seq = 1; seq <= 40; seq += 1) await db.outbox.put(renameItem(seq, `c${String(seq)}`));
    await expect.poll(unsent).toBe(40);
  });
  expect(update.mock.calls.length).toBeLessThan(20);
  expect(requests.filter((request) => request === 'count outbox').length).toBeLessThan(20);
  stop();
});

it('[CLIENT-6.1] the first unsent change is marked at once, also right after the last one was sent', async () => {
  // The pause is longer than this test, whose time `expect.poll` would let pass.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const stop = followUnsent(db, device, '7:1');
  await until(async () => (await hasData()) === true);
  await db.outbox.put(renameItem(1, 'c'));
  await until(async () => (await unsent()) === 1);
  stop();
});

it('[CLIENT-6.1] a number that has not changed is not written', async () => {
  const stop = followUnsent(db, device, '7:1');
  await expect.poll(hasData).toBe(true);
  const update = vi.spyOn(device.accounts, 'update');
  await db.outbox.put({ ...renameItem(1, 'c'), state: 'acked' });
  await db.outbox.put(renameItem(2, 'd'));
  await expect.poll(unsent).toBe(1);
  expect(update).toHaveBeenCalledTimes(1);
  stop();
});

async function unsent(): Promise<number | undefined> {
  return (await device.accounts.get('7:1'))?.unsent;
}

async function hasData(): Promise<boolean | undefined> {
  return (await device.accounts.get('7:1'))?.hadData;
}

/** Gives IndexedDB its turns, and its timers of no delay theirs, in at most 100 ms of the faked time. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 100; turn += 1) {
    vi.advanceTimersByTime(1);
    for (let rest = 0; rest < 20; rest += 1) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    if (await isSo()) return;
  }
  expect.unreachable('the marker does not change');
}

it('[CLIENT-1.2] photos that are not attached are marked beside the unsent changes, which they are not', async () => {
  const stop = followUnsent(db, device, '7:1');
  const content = new File(['Photo'], 'photo.jpg', { type: 'image/jpeg' });
  expect(await keepShot(db, { id: 'a', content, at: 1, place: 'task:1' })).toBeUndefined();
  await expect.poll(async () => (await device.accounts.get('7:1'))?.shots).toBe(1);
  expect(await unsent()).toBe(0);
  await dropShots(db, ['a']);
  await expect.poll(async () => (await device.accounts.get('7:1'))?.shots).toBe(0);
  stop();
});
