import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Call } from '../../../sync/browser/http.ts';
import { createSession } from '../../../sync/browser/session.ts';
import type { Lock } from '../../../sync/core/ports/machine.ts';
import { currentAccount, type DeviceDb, deviceDb } from '../../../sync/store/device-db.ts';
import { rememberSession } from '../../../sync/store/remember-session.ts';
import { departReplaced } from '../../../sync/store/departures.ts';
import { markForDeletion } from '../../../sync/store/pending-deletion.ts';
import { deviceSession, endLeftSession } from '../../../sync/worker/device-session.ts';
import { hire } from '../../server/support/team.ts';
import { PASSWORD } from '../../support/rest-client.ts';
import { fakeMachine } from '../support/fake-machine.ts';
import { type Setup, setUp } from '../support/setup.ts';

/** One browser: its cookies, and a network in front of the real server. */
describe('a sign-out that the server was not notified of', () => {
  let setup: Setup;
  let device: DeviceDb;
  let cookie: string | undefined;
  let isOnline: boolean;
  /** Responses to renewals are delayed until this resolves. */
  let held: Promise<void> | undefined;
  const machine = fakeMachine();
  const lock = lockOfTabs();

  beforeEach(async () => {
    setup = await setUp();
    await hire(setup.team, 'ben@field.test');
    device = deviceDb();
    cookie = undefined;
    isOnline = true;
    held = undefined;
  });
  afterEach(async () => {
    await device.dexie.delete();
    await setup.end();
  });

  /** Worker of a tab. */
  function tab() {
    const call = async ({ path, body, token }: Call) => {
      if (!isOnline) return { ok: false, failure: { kind: 'network' } } as const;
      const reply = await setup.team.app.fastify.inject({
        method: 'POST',
        url: `/rest/${path}`,
        headers: {
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(cookie !== undefined && { cookie: `cairn_session=${cookie}` }),
        },
        payload: { ...body },
      });
      if (path === 'api/session/token/') await held;
      const set = reply.cookies.find(({ name }) => name === 'cairn_session');
      if (set !== undefined) cookie = set.value === '' ? undefined : set.value;
      const { status, code, message, details = {} } = reply.json();
      if (reply.statusCode < 300) return { ok: true, value: reply.json() } as const;
      return {
        ok: false,
        failure: { kind: 'refused', status, code, message, details },
      } as const;
    };
    const session = createSession({ call, stream: () => Promise.reject(new Error('Not used')) });
    return deviceSession({ session, device, lock, now: machine.ports.clock.now });
  }

  async function enter(email: string): Promise<string> {
    const reply = await tab().signIn({ email, password: PASSWORD });
    if (!reply.ok) throw new Error('Not signed in');
    await rememberSession(device, reply.value);
    return reply.value.user.id;
  }

  async function signOut(): Promise<void> {
    const session = await device.session.get('current');
    await markForDeletion(device, { accounts: [], session, ifEmpty: true });
    await tab().end();
  }

  /** Call that a page of the same site makes with the current cookie. */
  async function renewed(stolen = cookie): Promise<number> {
    const reply = await setup.team.app.fastify.inject({
      method: 'POST',
      url: '/rest/api/session/token/',
      headers: { ...(stolen !== undefined && { cookie: `cairn_session=${stolen}` }) },
      payload: {},
    });
    return reply.statusCode;
  }

  it('ends the session at the next start that reaches it', async () => {
    await enter('ada@field.test');
    const [own, { online, timers }] = [cookie, machine.ports];
    isOnline = false;
    await signOut();
    isOnline = true;
    expect(await renewed(own)).toBe(200);
    endLeftSession(tab(), { online, timers });
    await machine.pass(1_000);
    expect(await renewed(own)).toBe(401);
    expect(cookie).toBeUndefined();
  });

  it('is sent again until the server responds, without any user action', async () => {
    await enter('ada@field.test');
    const [own, { online, timers }] = [cookie, machine.ports];
    isOnline = false;
    await signOut();
    endLeftSession(tab(), { online, timers });
    await machine.pass(20_000);
    isOnline = true;
    await machine.pass(20_000);
    expect(await renewed(own)).toBe(401);
  });

  it('[CLIENT-9.3] is sent before another person signs in, whose session is unaffected', async () => {
    await enter('ada@field.test');
    const own = cookie;
    isOnline = false;
    await signOut();
    isOnline = true;
    const ben = await enter('ben@field.test');
    expect(await renewed(own)).toBe(401);
    await tab().end();
    const again = await tab().refresh();
    expect(again.ok && again.value.user.id).toBe(ben);
    expect(await currentAccount(device)).toMatchObject({ userId: ben });
  });

  it('[CLIENT-10.7] a deactivation removes the account from the device, and a person who is admitted again starts with an empty one', async () => {
    const userId = await enter('ben@field.test');
    const [record] = await device.accounts.toArray();
    await device.accounts.update(record?.key ?? '', { hadData: true, unsent: 2 });
    const setActive = (active: boolean) =>
      setup.team.founder.patch(`organization-user/update/${record?.orgUserId}/`, { active });
    await setActive(false);
    isOnline = false;
    await tab().refresh();
    expect(await device.accounts.count(), 'nobody has said so yet').toBe(1);
    isOnline = true;
    await tab().refresh();
    expect(await currentAccount(device)).toBeUndefined();
    expect(await device.accounts.count()).toBe(0);
    expect(await device.leaving.toArray()).toMatchObject([
      { dbName: record?.dbName, removal: { keepsUnsent: true, unsent: 2 } },
    ]);
    expect(await device.departures.toArray()).toMatchObject([
      { userId, reason: 'deactivated', orgName: 'Field Work' },
    ]);
    await setActive(true);
    await enter('ben@field.test');
    const again = await currentAccount(device);
    expect(again).toMatchObject({ hadData: false, unsent: 0 });
    expect(again?.dbName, 'the store of before is still going').not.toBe(record?.dbName);
  });

  it('[CLIENT-10.1] a 401 without a reason removes nothing from the device', async () => {
    await enter('ben@field.test');
    cookie = 'x'.repeat(43);
    await tab().refresh();
    expect(await currentAccount(device)).toBeDefined();
    expect(await device.leaving.count()).toBe(0);
  });

  it('[CLIENT-10.8] a removal that was requested elsewhere is reported after it is complete, and not before', async () => {
    const { founder } = setup.team;
    await enter('ada@field.test');
    await founder.post('api/session/end-others/', { remove: 'all' });
    await tab().refresh();
    expect(await device.accounts.count()).toBe(0);
    const removal = async () => (await founder.get('api/session/list/')).body.removals[0];
    expect(await tab().end(), 'there is still something to remove').toBe(false);
    expect(await removal()).toMatchObject({ told_at: expect.any(Number), removed_at: null });
    await device.leaving.clear();
    isOnline = false;
    expect(await tab().end()).toBe(false);
    isOnline = true;
    expect(await tab().end()).toBe(true);
    expect((await removal()).removed_at).not.toBeNull();
    expect(cookie).toBeUndefined();
  });

  it('[CLIENT-10.4] of several organisations only the ended one is removed, and the session continues in another', async () => {
    const userId = await enter('ben@field.test');
    const [record] = await device.accounts.toArray();
    if (record === undefined) throw new Error('Not signed in');
    await device.accounts.put({ ...record, key: `${userId}:77`, orgId: '77', dbName: 'other' });
    await departReplaced(device, {
      userId,
      former: [{ organization_id: record.orgId, organization_name: 'Field Work' }],
      at: 1,
    });
    expect(await currentAccount(device)).toMatchObject({ key: `${userId}:77` });
  });

  it('lets no tab renew the session that is about to end', async () => {
    await enter('ada@field.test');
    isOnline = false;
    await signOut();
    expect(await tab().refresh()).toMatchObject({ ok: false, failure: { status: 401 } });
  });

  it('[CLIENT-9.3] waits for the renewal of another tab, whose response would restore the cookie', async () => {
    await enter('ada@field.test');
    const own = cookie;
    let letThrough = () => {};
    held = new Promise((resolve) => {
      letThrough = resolve;
    });
    const late = tab().refresh();
    await machine.pass(1_000);
    const out = signOut();
    await machine.pass(1_000);
    letThrough();
    await Promise.all([late, out]);
    expect(cookie).toBeUndefined();
    const ben = await enter('ben@field.test');
    expect(await renewed(own)).toBe(401);
    const again = await tab().refresh();
    expect(again.ok && again.value.user.id).toBe(ben);
  });
});

/** Web Locks of one browser. */
function lockOfTabs(): Lock {
  let last: Promise<unknown> = Promise.resolve();
  return {
    run: (_name, _wait, work) => {
      const next = last.catch(() => undefined).then(() => work(true));
      last = next;
      return next;
    },
  };
}
