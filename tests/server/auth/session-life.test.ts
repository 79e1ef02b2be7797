import { afterEach, expect, it } from 'vitest';
import {
  COOKIE_MS,
  SESSION_END_MS,
  SESSION_MS,
  SHARED_SESSION_MS,
} from '../../../server/auth/sessions.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import {
  foundAndSignIn,
  PASSWORD,
  type Reply,
  type RestClient,
  restClient,
  signIn,
} from '../../support/rest-client.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

const COOKIE = 'cairn_session';

function maxAgeOf(reply: Reply): number {
  const header = [reply.headers['set-cookie']].flat().find((one) => String(one).startsWith(COOKIE));
  return Number(/Max-Age=(\d+)/.exec(String(header))?.[1]);
}

/** Renews with a given cookie and leaves the client's own unchanged: the response is lost. */
async function renewWith({ app }: TestApp, cookie: string): Promise<Reply> {
  const other = restClient(app);
  other.cookies.set(COOKIE, cookie);
  return other.post('api/session/token/');
}

forEachDatabase('the life of a session', (open) => {
  const running: TestApp[] = [];
  const start = async () => {
    const setup = await startTestApp(await open());
    running.push(setup);
    return { setup, ada: await foundAndSignIn(setup.app, 'ada@example.org', 'Highland Paths') };
  };
  const cookieOf = ({ cookies }: RestClient) => cookies.get(COOKIE) ?? '';
  afterEach(async () => {
    for (const setup of running.splice(0)) await setup.close();
  });

  it('its cookie is replaced once a day while it is used, and the old one is invalid from then on', async () => {
    const { setup, ada } = await start();
    const first = cookieOf(ada);
    await ada.post('api/session/token/');
    expect(cookieOf(ada)).toBe(first);
    setup.clock.time += COOKIE_MS;
    await ada.post('api/session/token/');
    const second = cookieOf(ada);
    expect(second).not.toBe(first);
    expect((await ada.post('api/session/token/')).status).toBe(200);
    expect(cookieOf(ada)).toBe(second);
    expect((await renewWith(setup, first)).status).toBe(401);
    expect((await renewWith(setup, second)).status).toBe(200);
  });

  it('continues with its cookie when the response with the new one is lost', async () => {
    const { setup, ada } = await start();
    const first = cookieOf(ada);
    setup.clock.time += COOKIE_MS;
    const lost = await renewWith(setup, first);
    expect(String(lost.headers['set-cookie'])).not.toContain(first);
    // Soon afterwards the response may still arrive: the browser's cookie is unchanged.
    const soon = await ada.post('api/session/token/');
    expect([soon.status, soon.headers['set-cookie']]).toEqual([200, undefined]);
    setup.clock.time += 60_000;
    expect((await ada.post('api/session/token/')).status).toBe(200);
    expect(cookieOf(ada)).not.toBe(first);
    expect((await ada.post('api/session/token/')).status).toBe(200);
    expect((await renewWith(setup, first)).status).toBe(401);
  });

  it('ends 180 days after it was opened, however much it is used, with the same end in its cookie', async () => {
    const { setup, ada } = await start();
    const opened = setup.clock.time;
    while (setup.clock.time + SESSION_MS / 2 < opened + SESSION_END_MS) {
      setup.clock.time += SESSION_MS / 2;
      expect((await ada.post('api/session/token/')).status).toBe(200);
    }
    setup.clock.time = opened + SESSION_END_MS - 10_000;
    const last = await ada.post('api/session/token/');
    expect(last.status).toBe(200);
    expect(maxAgeOf(last)).toBe(10);
    setup.clock.time = opened + SESSION_END_MS;
    expect((await ada.post('api/session/token/')).status).toBe(401);
  });

  it('ends then also when an earlier build had stored a later end', async () => {
    const { setup, ada } = await start();
    const opened = setup.clock.time;
    const { writer } = setup.app.services;
    await writer.session([], async ({ sql }) => {
      await sql.run('update sessions set expires_at = ?', [opened + 2 * SESSION_END_MS]);
    });
    setup.clock.time = opened + SESSION_END_MS;
    const cookie = cookieOf(ada);
    const image = { headers: { cookie: `${COOKIE}=${cookie}` } };
    const reply = await ada.post('api/session/token/');
    expect([reply.status, reply.body.code]).toEqual([401, 'unauthenticated']);
    expect((await renewWith(setup, cookie)).status).toBe(401);
    const url = `/rest/files/${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}`;
    expect((await setup.app.fastify.inject({ url, ...image })).statusCode).toBe(401);
  });

  it('on a shared computer ends after half a day, also when it is used all the time', async () => {
    const { setup } = await start();
    const kiosk = restClient(setup.app);
    const form = { email: 'ada@example.org', password: PASSWORD, shared: true };
    expect((await kiosk.post('api/user-login/', form)).status).toBe(200);
    setup.clock.time += SHARED_SESSION_MS - 1;
    expect((await kiosk.post('api/session/token/')).status).toBe(200);
    setup.clock.time += 1;
    expect((await kiosk.post('api/session/token/')).status).toBe(401);
  });

  it('ends when somebody signs in with the same browser, and no other session does', async () => {
    const { setup, ada } = await start();
    const elsewhere = restClient(setup.app);
    await signIn(elsewhere, 'ada@example.org');
    const [before, token] = [cookieOf(ada), ada.token];
    expect((await signIn(ada, 'ada@example.org')).status).toBe(200);
    expect((await renewWith(setup, before)).status).toBe(401);
    const old = await ada.get('api/me/', { headers: { authorization: `Bearer ${token}` } });
    expect(old.status).toBe(401);
    expect((await ada.get('api/me/')).status).toBe(200);
    expect((await elsewhere.get('api/me/')).status).toBe(200);
    // A wrong password ends nothing.
    expect((await signIn(elsewhere, 'ada@example.org', 'not the password')).status).toBe(400);
    expect((await renewWith(setup, cookieOf(elsewhere))).status).toBe(200);
  });
});

forEachDatabase('limits of sign-in', (open, openAgain) => {
  it('apply to all processes of a database together, and survive a restart', async () => {
    const database = await open();
    const guess = async ({ app }: TestApp, number: number) =>
      (await signIn(restClient(app, `198.51.100.${number}`), 'ada@example.org', 'a guess')).status;
    const first = await startTestApp(database);
    const second = await startTestApp(await openAgain(database));
    await foundAndSignIn(first.app, 'ada@example.org', 'Highland Paths');
    const statuses: number[] = [];
    for (let number = 0; number < 12; number += 2) {
      statuses.push(await guess(first, number), await guess(second, number + 1));
    }
    expect(statuses.filter((status) => status === 400)).toHaveLength(9);
    expect(statuses.at(-1)).toBe(429);
    await first.close();
    await second.close();
    const restarted = await startTestApp(database);
    expect(await guess(restarted, 100)).toBe(429);
    restarted.clock.time += 30_000;
    expect((await signIn(restClient(restarted.app), 'ada@example.org')).status).toBe(200);
    await restarted.close();
  });
});
