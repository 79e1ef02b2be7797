import { afterEach, expect, it } from 'vitest';
import { forEachDatabase } from '../../support/for-each-database.ts';
import {
  foundAndSignIn,
  PASSWORD,
  type Reply,
  type RestClient,
} from '../../support/rest-client.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

const HOST = '__Host-cairn_session';
const FORMER = 'cairn_session';

forEachDatabase('cookies where the server is reached by https', (open) => {
  const running: TestApp[] = [];
  const start = async (): Promise<TestApp> => {
    const setup = await startTestApp(await open(), { publicUrl: 'https://cairn.test' });
    running.push(setup);
    return setup;
  };
  afterEach(async () => {
    for (const setup of running.splice(0)) await setup.close();
  });

  it('have the prefix, no domain, the path of the whole host, and are hidden from scripts', async () => {
    const { app } = await start();
    const client = await foundAndSignIn(app, 'ada@example.org', 'Highland Paths');
    const reply = await client.post('api/user-login/', {
      email: 'ada@example.org',
      password: PASSWORD,
    });
    const set = cookiesSet(reply);
    expect(set.map((text) => text.split('=')[0])).toEqual([HOST, '__Host-cairn_device']);
    for (const text of set) {
      expect(text).toMatch(/; Path=\/(;|$)/);
      expect(text).toMatch(/; Secure/);
      expect(text).toMatch(/; HttpOnly/);
      expect(text).toMatch(/; SameSite=Strict/);
      expect(text).not.toMatch(/Domain/i);
    }
  });

  it('of earlier builds are read once: the session continues, under the new names alone', async () => {
    const { app } = await start();
    const client = await foundAndSignIn(app, 'ada@example.org', 'Highland Paths');
    await beforeTheUpdate(app, client);
    const device = client.cookies.get('cairn_device');
    const reply = await client.post('api/session/token/');
    expect(reply.status).toBe(200);
    expect([...client.cookies.keys()].toSorted()).toEqual(['__Host-cairn_device', HOST]);
    expect(client.cookies.get('__Host-cairn_device')).toBe(device);
    const gone = cookiesSet(reply).filter((text) => text.startsWith('cairn_'));
    expect(gone).toHaveLength(2);
    for (const text of gone) expect(text).toMatch(/=; Max-Age=0; Path=\/rest/);
    expect((await client.post('api/session/token/')).status).toBe(200);
    expect((await client.post('api/logout/')).status).toBe(200);
    expect([...client.cookies.keys()]).toEqual(['__Host-cairn_device']);
  });

  it('with a former name open no session of today, which another host of the site could have put there', async () => {
    const { app } = await start();
    const client = await foundAndSignIn(app, 'ada@example.org', 'Highland Paths');
    const secret = client.cookies.get(HOST) ?? '';
    client.cookies.clear();
    client.cookies.set(FORMER, secret);
    const reply = await client.post('api/session/token/');
    expect(reply.status).toBe(401);
    expect(client.cookies.has(HOST)).toBe(false);
  });

  it('with the prefix win over a former one', async () => {
    const { app } = await start();
    const ada = await foundAndSignIn(app, 'ada@example.org', 'Highland Paths');
    const eve = await foundAndSignIn(app, 'eve@example.org', 'Elsewhere');
    ada.cookies.set(FORMER, eve.cookies.get(HOST) ?? '');
    const reply = await ada.post('api/session/token/');
    expect(reply.body.data.user.email).toBe('ada@example.org');
  });
});

function cookiesSet({ headers }: Reply): readonly string[] {
  return [headers['set-cookie'] ?? []].flat().map(String);
}

/** Leaves the browser and the database as an earlier build would have: plain names, and a session from before. */
async function beforeTheUpdate(app: TestApp['app'], client: RestClient): Promise<void> {
  for (const name of ['cairn_session', 'cairn_device']) {
    client.cookies.set(name, client.cookies.get(`__Host-${name}`) ?? '');
    client.cookies.delete(`__Host-${name}`);
  }
  await app.services.writer.separate(async (tx) => {
    await (await tx.sql()).run('update sessions set host_cookie = 0');
  });
}
