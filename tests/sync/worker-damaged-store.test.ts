import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cardRename } from '../../model/mutations/card/card-rename.ts';
import { refuse } from '../../model/shared/errors.ts';
import { accountDb } from '../../sync/store/database.ts';
import {
  type AccountRecord,
  type DeviceDb,
  deviceDb,
  unsentInReplaced,
} from '../../sync/store/device-db.ts';
import { dexieStore } from '../../sync/store/dexie-store.ts';
import { notices } from '../../sync/store/sync-status.ts';
import { writeLocally } from '../../sync/store/local-write.ts';
import { NO_BOARD, startOrReplace } from '../../sync/worker/account-engine.ts';
import { pull } from '../server/support/team.ts';
import { injectHttp, recordOf } from './support/device.ts';
import { type FakeMachine, fakeMachine } from './support/fake-machine.ts';
import { ACTOR, renameItem } from './support/items.ts';
import { type Setup, setUp } from './support/setup.ts';

let setup: Setup;
let machine: FakeMachine;
let device: DeviceDb;
const open = IDBFactory.prototype.open;
beforeEach(async () => {
  setup = await setUp();
  machine = fakeMachine(5_000);
  device = deviceDb();
});
afterEach(async () => {
  IDBFactory.prototype.open = open;
  await setup.end();
  for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name ?? '');
});

it('[CLIENT-6.2] a store that the browser cannot read any more is kept, and a new one is downloaded', async () => {
  const record = { ...recordOf(setup.team.founder), hadData: true, unsent: 2 };
  await device.accounts.put(record);
  fail((name) => name === record.dbName);
  const account = await start(record);
  const known = await device.accounts.get(record.key);
  expect(known?.dbName).not.toBe(record.dbName);
  const db = accountDb(known?.dbName ?? '');
  expect(await notices(db)).toMatchObject([{ kind: 'store-lost', unsent: 2 }]);
  await machine.pass(1_000);
  expect(await db.dexie.table('cards').count()).toBe(1);
  account.stop();
  db.dexie.close();
});

describe('[CLIENT-6.2] unsent work of a store that could not be opened', () => {
  let record: AccountRecord;
  beforeEach(async () => {
    record = { ...recordOf(setup.team.founder), hadData: true };
    await device.accounts.put(record);
    const account = await start(record);
    await machine.pass(1_000);
    account.stop();
    await rename(record.dbName, 'Written offline');
    await device.accounts.update(record.key, { unsent: 1 });
  });

  it('is sent when the store opens after a moment', async () => {
    let times = 8;
    fail((name) => name === record.dbName && (times -= 1) > 0);
    const account = await start(record);
    await machine.pass(1_000);
    expect((await device.accounts.get(record.key))?.dbName).toBe(record.dbName);
    expect(await atServer()).toContain('Written offline');
    account.stop();
  });

  it('is sent when the store opens at a later start', async () => {
    fail((name) => name === record.dbName);
    const first = await start(record);
    await machine.pass(1_000);
    first.stop();
    expect(await unsentInReplaced(device, [record])).toBe(1);
    IDBFactory.prototype.open = open;
    const account = await start(await here());
    await machine.pass(1_000);
    expect(await atServer()).toContain('Written offline');
    expect((await here()).dbName).toBe(record.dbName);
    account.stop();
    expect(await unsentInReplaced(device, [record])).toBe(0);
  });

  it('is sent beside the work in the replacing store', async () => {
    fail((name) => name === record.dbName);
    const first = await start(record);
    await machine.pass(1_000);
    first.stop();
    const standIn = (await here()).dbName;
    IDBFactory.prototype.open = open;
    const db = accountDb(standIn);
    // A rejected change stays until the person has seen it.
    await db.rejected.put({
      seq: 1,
      group: 1,
      keys: [],
      item: renameItem(1, 'gone'),
      reason: refuse('not_found', 'It is gone'),
      rejectedAt: 1,
      base: null,
      local: null,
    });
    db.dexie.close();
    const account = await start(await here());
    await machine.pass(30_000);
    expect(await atServer()).toContain('Written offline');
    expect((await here()).dbName).toBe(standIn);
    await expect.poll(() => device.former.count()).toBe(0);
    account.stop();
  });

  async function here(): Promise<AccountRecord> {
    const known = await device.accounts.get(record.key);
    if (known === undefined) throw new Error('There is no such account');
    return known;
  }
});

it('[CLIENT-6.2] nothing is changed when no other store can be opened either, as on a full disk', async () => {
  const record = { ...recordOf(setup.team.founder), hadData: true, unsent: 2 };
  await device.accounts.put(record);
  fail((name) => name.startsWith(record.dbName));
  await expect(start(record)).rejects.toThrow();
  expect(await device.accounts.get(record.key)).toEqual(record);
  expect(await device.former.count()).toBe(0);
});

/** The browser cannot open these stores. */
function fail(isBroken: (name: string) => boolean): void {
  IDBFactory.prototype.open = function (this: IDBFactory, name: string, version?: number) {
    if (isBroken(name)) throw new DOMException('Internal error', 'UnknownError');
    return open.call(this, name, version);
  };
}

/** Actions of a tab when it is opened; its waits are over at once. */
async function start(record: AccountRecord) {
  const { clock, random, timers, lock, online } = machine.ports;
  const none = () => Promise.reject(new Error('Not used here'));
  const unused = {
    signIn: none,
    signUp: none,
    signUpMode: none,
    checkInvite: none,
    acceptInvite: none,
  };
  const parts = {
    device,
    session: { ...unused, refresh: none, end: none, token: () => setup.team.founder.token },
    http: injectHttp(() => setup.team.app),
    socket: () => ({ connect: () => () => undefined }),
    machine: { clock, random, timers, lock },
    online,
  };
  let isDone = false;
  const account = startOrReplace(parts, record, NO_BOARD).finally(() => {
    isDone = true;
  });
  // The caller that awaits it receives the failure.
  account.catch(() => undefined);
  while (!isDone) await machine.pass(1_000);
  return account;
}

async function rename(dbName: string, name: string): Promise<void> {
  const { orgId, orgUserId } = recordOf(setup.team.founder);
  const db = accountDb(dbName);
  const ids = { now: () => 1, randomBytes: (target: Uint8Array) => target.fill(3) };
  const prepared = cardRename.prepare({ id: setup.team.card, name });
  const actor = { ...ACTOR, orgId, orgUserId };
  await writeLocally(dexieStore(db, ids), { prepared, actor, at: 1 });
  db.dexie.close();
}

async function atServer(): Promise<string> {
  return (await pull(setup.team.founder)).text;
}
