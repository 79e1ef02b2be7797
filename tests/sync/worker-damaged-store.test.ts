import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { accountDb } from '../../sync/store/database.ts';
import { deviceDb } from '../../sync/store/device-db.ts';
import { notices } from '../../sync/store/facts.ts';
import { startOrReplace } from '../../sync/worker/account-engine.ts';
import { injectHttp, recordOf } from './support/device.ts';
import { fakeMachine } from './support/fake-machine.ts';
import { type Setup, setUp } from './support/setup.ts';

let world: Setup;
const open = IDBFactory.prototype.open;
beforeEach(async () => {
  world = await setUp();
});
afterEach(async () => {
  IDBFactory.prototype.open = open;
  await world.end();
});

it('[CLIENT-6] a store the browser cannot read any more is left where it is and downloaded anew', async () => {
  const record = { ...recordOf(world.team.founder), hadData: true, unsent: 2 };
  const device = deviceDb();
  await device.accounts.put(record);
  IDBFactory.prototype.open = function (this: IDBFactory, name: string, version?: number) {
    if (name === record.dbName) throw new DOMException('Internal error', 'UnknownError');
    return open.call(this, name, version);
  };
  const machine = fakeMachine(5_000);
  const { clock, random, timers, lock, online } = machine.ports;
  const none = () => Promise.reject(new Error('Not used here'));
  const session = { signIn: none, signUp: none, lookInvite: none, acceptInvite: none };
  const account = await startOrReplace(
    {
      device,
      session: { ...session, refresh: none, end: none, token: () => world.team.founder.token },
      http: injectHttp(() => world.team.app),
      socket: () => ({ connect: () => () => undefined }),
      machine: { clock, random, timers, lock },
      online,
    },
    record,
    null,
  );
  const known = await device.accounts.get(record.key);
  expect(known?.dbName).not.toBe(record.dbName);
  const db = accountDb(known?.dbName ?? '');
  expect(await notices(db)).toMatchObject([{ kind: 'store-lost', unsent: 2 }]);
  await machine.pass(1_000);
  expect(await db.dexie.table('cards').count()).toBe(1);
  account.stop();
  db.dexie.close();
});
