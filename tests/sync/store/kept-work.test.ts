import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { cards } from '../../../model/entities/card.ts';
import { accountDb, rows } from '../../../sync/store/database.ts';
import {
  type AccountRecord,
  type DeviceDb,
  deviceDb,
  removals,
} from '../../../sync/store/device-db.ts';
import { keepKey, newDeviceKey } from '../../../sync/store/device-key.ts';
import { draftCodec } from '../../../sync/store/draft-codec.ts';
import { rememberSession } from '../../../sync/store/remember-session.ts';
import { departAccounts, departForRemoval } from '../../../sync/store/departures.ts';
import { emptyPendingDeletions, removeStore } from '../../../sync/store/kept-work.ts';
import { lastingKeyId } from '../../../sync/store/sealed-name.ts';
import { cardRow, renameItem } from '../support/items.ts';
import { session } from '../support/session-data.ts';

let device: DeviceDb;
let account: AccountRecord;

/** Account with a row of another person, an unsent change of its person, and a draft. */
beforeEach(async () => {
  device = deviceDb();
  await rememberSession(device, session('7', ['1']));
  const [record] = await device.accounts.toArray();
  if (record === undefined) throw new Error('Not signed in');
  account = record;
  await device.accounts.update(account.key, { hadData: true, unsent: 1 });
  const db = accountDb(account.dbName);
  await db.dexie
    .table(cards.table)
    .bulkPut([cardRow('a', 'Of somebody else', 1), cardRow('b', 'Mine', 1)]);
  await db.outbox.put(renameItem(1, 'b', { args: { id: 'b', name: 'What I called it' } }));
  db.dexie.close();
  await device.drafts.put({
    key: `${account.key}:comment:1`,
    account: account.key,
    text: JSON.stringify({
      text: 'Half a sentence',
      kind: 'x',
      'start:text': '',
      'start:kind': 'x',
    }),
  });
});
afterEach(async () => {
  for (const { name = '' } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
});

const depart = () =>
  departAccounts(device, { accounts: [account], reason: 'deactivated', keepsUnsent: true, at: 5 });

const finishAll = async (finish = () => Promise.resolve()) => {
  for (const store of await removals(device)) await removeStore(device, store, finish);
};

async function keptTexts(): Promise<readonly string[]> {
  const [departure] = await device.departures.toArray();
  return departure?.kept.flatMap(({ entries }) => entries.map(({ text }) => text)) ?? [];
}

it('[CLIENT-10.6] keeps the person’s own unsent work and no row, and deletes the store', async () => {
  await depart();
  await finishAll();
  expect(await keptTexts()).toEqual(['What I called it', 'Half a sentence']);
  expect(JSON.stringify(await device.departures.toArray())).not.toContain('Of somebody else');
  expect((await indexedDB.databases()).map(({ name }) => name)).toEqual(['cairn-device']);
  expect([await device.leaving.count(), await device.drafts.count()]).toEqual([0, 0]);
});

it('[CLIENT-10.5] continues after a kill at any step, and keeps everything once', async () => {
  await depart();
  const kill = () => Promise.reject(new Error('Killed'));
  // The service worker runs before any page.
  await emptyPendingDeletions(device);
  const db = accountDb(account.dbName);
  expect(await rows(db, cards).count()).toBe(0);
  db.dexie.close();
  await expect(finishAll(kill)).rejects.toThrow('Killed');
  expect(await device.leaving.count(), 'it is still to be finished').toBe(1);
  await finishAll();
  expect(await keptTexts()).toEqual(['What I called it', 'Half a sentence']);
  expect(await device.leaving.count()).toBe(0);
});

it('[CLIENT-10.5] two pages that remove the same store remove it once', async () => {
  await depart();
  let finished = 0;
  const finish = async () => {
    finished += 1;
  };
  await Promise.all([finishAll(finish), finishAll(finish), emptyPendingDeletions(device)]);
  expect(finished).toBe(1);
  expect(await keptTexts()).toEqual(['What I called it', 'Half a sentence']);
});

it('[CLIENT-10.6] keeps nothing when the person wanted everything removed, and counts the unsent changes', async () => {
  await departForRemoval(device, { userId: '7', remove: 'all', at: 5 });
  await finishAll();
  expect(await keptTexts()).toEqual([]);
  expect(await device.departures.toArray()).toMatchObject([{ reason: 'removed', lost: 1 }]);
  expect(await device.drafts.count()).toBe(0);
});

it('[CLIENT-10.6] keeps nothing on a shared computer, and counts the unsent changes', async () => {
  await device.session.update('current', { shared: true });
  await depart();
  await finishAll();
  expect(await keptTexts()).toEqual([]);
  expect(await device.departures.toArray()).toMatchObject([{ reason: 'deactivated', lost: 1 }]);
});

it('[CLIENT-13.1] drafts stay when the last page with the key is closed during the removal', async () => {
  const { keyId: id, key } = newDeviceKey();
  const keyId = lastingKeyId(id);
  const release = keepKey(keyId, key);
  await rememberSession(device, session('9', ['1']), { keyId });
  const record = await device.accounts.get('9:1');
  if (record === undefined) throw new Error('Not signed in');
  const draft = `${record.key}:comment:1`;
  const text = draftCodec(key).seal(draft, JSON.stringify({ text: 'Half a sentence' }));
  await device.drafts.put({ key: draft, account: record.key, text, at: 1 });
  const departing = { reason: 'deactivated', keepsUnsent: true, at: 5 } as const;
  await departAccounts(device, { accounts: [record], ...departing });
  // The store is emptied; the drafts are read after that.
  const { clear } = IDBObjectStore.prototype;
  Reflect.set(IDBObjectStore.prototype, 'clear', function closed(this: IDBObjectStore) {
    release();
    return clear.call(this);
  });
  await expect(finishAll()).rejects.toThrow('locked');
  Reflect.set(IDBObjectStore.prototype, 'clear', clear);
  expect(await device.drafts.get(draft)).toMatchObject({ text });

  const again = keepKey(keyId, key);
  await finishAll();
  again();
  expect(await keptTexts()).toEqual(['Half a sentence']);
  expect(await device.drafts.get(draft)).toBeUndefined();
});
