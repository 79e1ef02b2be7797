import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { cardRename } from '../../model/mutations/card/card-rename.ts';
import { accountDb } from '../../sync/store/database.ts';
import { deviceDb } from '../../sync/store/device-db.ts';
import { dexieStore } from '../../sync/store/dexie-store.ts';
import { writeLocally } from '../../sync/store/local-write.ts';
import { NO_BOARD, startAccount } from '../../sync/worker/account-engine.ts';
import { pushPass } from '../../sync/worker/push-pass.ts';
import { pull } from '../server/support/team.ts';
import { waitUntil } from '../support/wait-until.ts';
import { injectHttp, recordOf } from './support/device.ts';
import { ACTOR } from './support/items.ts';
import { type Setup, setUp } from './support/setup.ts';

let setup: Setup;
beforeEach(async () => {
  setup = await setUp();
});
afterEach(() => setup.end());

it('[ENG-5] sends pending mutations while no tab is open, and rejects when some are left', async () => {
  const { team } = setup;
  const { founder } = team;
  const record = recordOf(founder);
  const device = deviceDb();
  const session = {
    signIn: none,
    signUp: none,
    signUpMode: none,
    checkInvite: none,
    acceptInvite: none,
    refresh: none,
    end: none,
    token: () => founder.token,
  };
  const offline = { value: false };
  const http = injectHttp(() => team.app);
  const network = { ok: false, failure: { kind: 'network' } } as const;
  const parts = {
    device,
    session,
    http: {
      call: async (call: Parameters<typeof http.call>[0]) =>
        offline.value ? network : http.call(call),
      stream: http.stream,
    },
    socket: () => ({ connect: () => () => undefined }),
    machine: {
      // The 20 s of a pass end early where nothing can be sent; where something can, the pass has all of them, however
      // busy the machine is.
      clock: { now: () => Date.now() * (offline.value ? 100 : 1) },
      random: { next: () => 0.1 },
      timers: {
        after: (milliseconds: number, task: () => void) => {
          const timer = setTimeout(task, Math.min(milliseconds, 20));
          return () => clearTimeout(timer);
        },
      },
      lock: {
        run: <T>(_name: string, _wait: number, work: (hasLock: boolean) => Promise<T>) =>
          work(true),
      },
    },
    online: { isOnline: () => true, isVisible: () => true, subscribe: () => () => undefined },
  };
  await device.accounts.put(record);
  await device.session.put({ id: 'current', userId: record.userId, accountKey: record.key });
  const db = accountDb(record.dbName);
  const account = await startAccount(parts, record, NO_BOARD);
  const cards = () => db.dexie.table('cards').count();
  await waitUntil('the card is here', async () => (await cards()) > 0, { withinMs: 10_000 });
  expect(await account.engine.drain(10_000)).toBe(true);
  account.stop();

  const ids = { now: () => Date.now(), randomBytes: (target: Uint8Array) => target.fill(3) };
  const actor = { ...ACTOR, orgId: record.orgId, orgUserId: record.orgUserId };
  const prepared = cardRename.prepare({ id: team.card, name: 'Sent in the background' });
  expect(await writeLocally(dexieStore(db, ids), { prepared, actor, at: 1 })).toBeUndefined();
  await pushPass(parts);
  expect((await pull(founder)).text).toContain('Sent in the background');

  offline.value = true;
  const again = cardRename.prepare({ id: team.card, name: 'Left behind' });
  await writeLocally(dexieStore(db, ids), { prepared: again, actor, at: 2 });
  await expect(pushPass(parts)).rejects.toThrow('not sent yet');
  db.dexie.close();
});

function none(): Promise<never> {
  return Promise.reject(new Error('Not used here'));
}
