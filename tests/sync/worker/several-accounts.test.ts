import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { cardRename } from '../../../model/mutations/card/card-rename.ts';
import { accountDb } from '../../../sync/store/database.ts';
import { type AccountRecord, type DeviceDb, deviceDb } from '../../../sync/store/device-db.ts';
import { dexieStore } from '../../../sync/store/dexie-store.ts';
import { writeLocally } from '../../../sync/store/local-write.ts';
import { NO_BOARD, startAccount } from '../../../sync/worker/account-engine.ts';
import type { WorkerApi } from '../../../sync/worker/types.ts';
import { workerApi } from '../../../sync/worker/worker-api.ts';
import { pull } from '../../server/support/team.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { recordOf } from '../support/device.ts';
import { ACTOR } from '../support/items.ts';
import { type Setup, setUp } from '../support/setup.ts';
import { workerParts } from '../support/worker-parts.ts';

let setup: Setup;
let record: AccountRecord;
const tabs: WorkerApi[] = [];
const devices: DeviceDb[] = [];
beforeEach(async () => {
  setup = await setUp();
  record = recordOf(setup.team.founder);
  const device = deviceDb();
  await device.accounts.put(record);
  await device.session.put({ id: 'current', userId: record.userId, accountKey: record.key });
  device.dexie.close();
});
afterEach(async () => {
  await Promise.all(tabs.splice(0).map((api) => api.close()));
  for (const { dexie } of devices.splice(0)) dexie.close();
  await setup.end();
  for (const name of await Dexie.getDatabaseNames()) await Dexie.delete(name);
});

it('[ENG-4.2] pending mutations of the organisation that was just left are sent without going back', async () => {
  const offline = { value: false };
  const parts = workerParts(setup, { offline: () => offline.value });
  const elsewhere = { ...record, key: 'u:elsewhere', orgId: 'elsewhere', dbName: 'elsewhere' };
  await parts.device.accounts.put(elsewhere);
  const api = tab(parts);
  await api.open(record.key);
  await downloaded(record.dbName);
  offline.value = true;
  await rename(record.dbName, 'Written before leaving');
  // The marker outside the store may be out of date: the store decides.
  await parts.device.accounts.update(record.key, { unsent: 0 });
  await api.open(elsewhere.key);
  offline.value = false;
  await seenAtServer('Written before leaving');
});

it('[ENG-4.2] a tab in another organisation sends the pending mutations of a closed tab', async () => {
  const parts = workerParts(setup);
  const elsewhere = { ...record, key: 'u:elsewhere', orgId: 'elsewhere', dbName: 'elsewhere' };
  await parts.device.accounts.put(elsewhere);
  const first = tab(workerParts(setup));
  await first.open(record.key);
  await downloaded(record.dbName);
  await first.close();
  await rename(record.dbName, 'Left behind');
  await tab(parts).open(elsewhere.key);
  await seenAtServer('Left behind');
});

it('a comparison that is requested while the account is being opened waits for it', async () => {
  const first = tab(workerParts(setup));
  await first.open(record.key);
  await downloaded(record.dbName);
  await first.close();
  const api = tab(workerParts(setup));
  const opening = api.open(record.key);
  const compared = api.checkReplica();
  await opening;
  expect(await compared).toMatchObject({ ok: true, value: { equal: true } });
});

it('[ENG-3.3] a second visible window continues after the person has signed in again in the first', async () => {
  let token: string | undefined = setup.team.founder.token;
  const turnedAway = new Set<string>();
  const parts = (name: string) =>
    workerParts(setup, {
      token: () => token,
      refresh: async () => {
        turnedAway.add(name);
        return SIGNED_OUT;
      },
    });
  const [one, two] = [tab(parts('one')), tab(parts('two'))];
  await one.open(record.key);
  await two.open(record.key);
  await downloaded(record.dbName);
  token = undefined;
  await rename(record.dbName, 'Written while signed out');
  await one.wake();
  await two.wake();
  await waitUntil('both know it', () => turnedAway.size === 2, { withinMs: 10_000 });
  await untilAuth(record.dbName, 'needed');
  token = setup.team.founder.token;
  await one.open(record.key);
  await seenAtServer('Written while signed out');
  await untilAuth(record.dbName, 'ok');
  // No other tab is open to send it.
  await one.close();
  await rename(record.dbName, 'Written in the second window');
  await two.wake();
  await seenAtServer('Written in the second window');
});

it('[CLIENT-6.2] a tab switches to the new store that another tab opened in place of a damaged one', async () => {
  const parts = workerParts(setup);
  const api = tab(parts);
  await api.open(record.key);
  await downloaded(record.dbName);
  const dbName = `${record.dbName}-2`;
  await parts.device.accounts.update(record.key, { dbName });
  const second = workerParts(setup);
  devices.push(second.device);
  const other = await startAccount(second, { ...record, dbName }, NO_BOARD);
  await downloaded(dbName);
  other.stop();
  await api.open(record.key);
  await rename(dbName, 'Written in the new store');
  await api.wake();
  await seenAtServer('Written in the new store');
});

const SIGNED_OUT = {
  ok: false,
  failure: { kind: 'refused', status: 401, code: 'unauthenticated', message: '', details: {} },
} as const;

function tab(parts: Parameters<typeof workerApi>[0]): WorkerApi {
  devices.push(parts.device);
  const api = workerApi(parts);
  tabs.push(api);
  return api;
}

/** Writes into the store as a page does, without the worker. */
async function rename(dbName: string, name: string): Promise<void> {
  const db = accountDb(dbName);
  const ids = { now: () => Date.now(), randomBytes: fillRandom };
  const actor = { ...ACTOR, orgId: record.orgId, orgUserId: record.orgUserId };
  const prepared = cardRename.prepare({ id: setup.team.card, name });
  expect(await writeLocally(dexieStore(db, ids), { prepared, actor, at: 1 })).toBeUndefined();
  db.dexie.close();
}

function downloaded(dbName: string): Promise<void> {
  return untilStore(dbName, 'the card is on the device', async (db) => {
    const cards = await db.dexie.table('cards').count();
    const streams = await db.streams.toArray();
    return cards > 0 && streams.every(({ download }) => download === undefined);
  });
}

function untilAuth(dbName: string, auth: 'ok' | 'needed'): Promise<void> {
  return untilStore(dbName, `signing in is ${auth}`, async (db) => {
    const net = await db.meta.get('net');
    return net?.key === 'net' && net.auth === auth;
  });
}

async function untilStore(
  dbName: string,
  what: string,
  ask: (db: ReturnType<typeof accountDb>) => Promise<boolean>,
): Promise<void> {
  const db = accountDb(dbName);
  await waitUntil(what, () => ask(db), { withinMs: 10_000 });
  db.dexie.close();
}

function seenAtServer(text: string): Promise<void> {
  const ask = async () => (await pull(setup.team.founder)).text.includes(text);
  return waitUntil(`the server has "${text}"`, ask, { withinMs: 10_000 });
}

function fillRandom(target: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(target.length);
  crypto.getRandomValues(bytes);
  target.set(bytes);
  return target;
}
