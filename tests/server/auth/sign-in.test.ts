import { afterEach, expect, it } from 'vitest';
import type { Auth } from '../../../server/auth/auth.ts';
import { SESSION_MS, TOKEN_MS } from '../../../server/auth/sessions.ts';
import { signIn as enterWith } from '../../../server/auth/sign-in.ts';
import { signUp } from '../../../server/auth/sign-up.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import {
  foundAndSignIn,
  PASSWORD,
  restClient,
  signIn,
  signUpForm,
} from '../../support/rest-client.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

forEachDatabase('sign-in and sessions', (open) => {
  const running: TestApp[] = [];
  const start = async () => {
    const setup = await startTestApp(await open());
    running.push(setup);
    return setup;
  };
  afterEach(async () => {
    for (const setup of running.splice(0)) await setup.close();
  });

  it('returns the person, their organisations, a bearer and a cookie that is hidden from scripts and other sites', async () => {
    const { app, clock } = await start();
    await foundAndSignIn(app, 'ada@example.org', 'Highland Paths');
    const reply = await signIn(restClient(app), 'ADA@example.org ');
    expect(reply.body).toMatchObject({
      status: 200,
      message: 'Login successful',
      data: {
        user: { display_name: 'Ada Field', email: 'ada@example.org' },
        organizations: [{ organization_name: 'Highland Paths' }],
        expires_at: clock.time + TOKEN_MS,
      },
    });
    const cookie = [reply.headers['set-cookie']]
      .flat()
      .find((text) => String(text).startsWith('cairn_session='));
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Strict/);
    expect(cookie).toMatch(/Path=\/rest/);
    expect(cookie).not.toMatch(/Secure/);
    expect(reply.headers['cache-control']).toBe('no-store');
  });

  it('marks the cookies Secure where the server is reached by https', async () => {
    const setup = await startTestApp(await open(), { publicUrl: 'https://cairn.test' });
    running.push(setup);
    const reply = await signIn(
      await foundAndSignIn(setup.app, 'ada@example.org', 'Highland Paths'),
      'ada@example.org',
    );
    for (const cookie of [reply.headers['set-cookie']].flat()) expect(cookie).toMatch(/; Secure/);
  });

  it('responds alike to a wrong password and an unknown address', async () => {
    const { app } = await start();
    await foundAndSignIn(app, 'ada@example.org', 'Highland Paths');
    const wrong = await signIn(restClient(app), 'ada@example.org', 'not the password');
    const unknown = await signIn(restClient(app), 'nobody@example.org', 'not the password');
    expect(wrong.status).toBe(400);
    expect({ ...wrong.body, request_id: '' }).toEqual({ ...unknown.body, request_id: '' });
    expect(wrong.body.code).toBe('bad_credentials');
    expect(wrong.headers['set-cookie']).toBeUndefined();
    expect(unknown.headers['set-cookie']).toBeUndefined();
  });

  it('does the same password work for an unknown address as for a known one, at sign-in and at sign-up', async () => {
    const { app } = await start();
    await foundAndSignIn(app, 'ada@example.org', 'Highland Paths');
    let computations = 0;
    const { passwords } = app.services.auth;
    const counted: Auth = {
      ...app.services.auth,
      passwords: {
        hash: (password) => {
          computations += 1;
          return passwords.hash(password);
        },
        matches: (password, stored) => {
          computations += 1;
          return passwords.matches(password, stored);
        },
      },
    };
    const caller = { address: '203.0.113.8', device: undefined };
    const work = async (email: string) => {
      computations = 0;
      const guess = { email, password: 'not the password', deviceToken: null };
      await expect(enterWith(counted, guess, caller)).rejects.toThrow('is not right');
      await signUp(counted, { ...signUpForm(email, 'Elsewhere'), password: 'another one' }, caller);
      return computations;
    };
    const known = await work('ada@example.org');
    expect(await work('nobody@example.org')).toBe(known);
    expect(known).toBe(2);
  });

  it('checks an unknown address against a hash of its own, which no password opens', async () => {
    const { app } = await start();
    const { passwords } = app.services.auth;
    expect(await passwords.matches('', null)).toBe(false);
    expect(await passwords.matches('correct horse battery', undefined)).toBe(false);
    expect(await passwords.matches('one', await passwords.hash('one'))).toBe(true);
  });

  it('slows guessing at one account, returns the waiting time, and counts unknown addresses alike', async () => {
    const { app, clock } = await start();
    await foundAndSignIn(app, 'ada@example.org', 'Highland Paths');
    clock.time += 60_000;
    for (const email of ['ada@example.org', 'nobody@example.org']) {
      const statuses: number[] = [];
      for (let guess = 0; guess < 12; guess += 1) {
        const guesser = restClient(app, `198.51.100.${guess}`);
        statuses.push((await signIn(guesser, email, `guess ${guess}`)).status);
      }
      expect(statuses.filter((status) => status === 400)).toHaveLength(10);
      const refused = await signIn(restClient(app, '198.51.100.200'), email);
      expect(refused.status).toBe(429);
      expect(refused.body.code).toBe('rate_limited');
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(30);
    }
    clock.time += 30_000;
    expect((await signIn(restClient(app, '198.51.100.201'), 'ada@example.org')).status).toBe(200);
  });

  it('admits the person from their own browser while somebody else guesses at their account', async () => {
    const { app } = await start();
    const owner = await foundAndSignIn(app, 'ada@example.org', 'Highland Paths');
    for (let guess = 0; guess < 15; guess += 1) {
      await signIn(restClient(app, `198.51.100.${guess}`), 'ada@example.org', `guess ${guess}`);
    }
    expect((await signIn(restClient(app, '198.51.100.99'), 'ada@example.org')).status).toBe(429);
    expect((await signIn(owner, 'ada@example.org')).status).toBe(200);
  });

  it('slows one address that tries many accounts', async () => {
    const { app } = await start();
    const statuses: number[] = [];
    for (let guess = 0; guess < 35; guess += 1) {
      statuses.push((await signIn(restClient(app), `person${guess}@example.org`, 'guess')).status);
    }
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(4);
    expect((await signIn(restClient(app, '198.51.100.1'), 'p@example.org', 'guess')).status).toBe(
      400,
    );
  });

  it('lets an office behind one address sign in all at once', async () => {
    const { app } = await start();
    await foundAndSignIn(app, 'ada@example.org', 'Highland Paths');
    for (let person = 0; person < 40; person += 1) {
      expect((await signIn(restClient(app), 'ada@example.org')).status).toBe(200);
    }
  });

  it('renews the bearer by the cookie alone, and only while the session lasts', async () => {
    const { app, clock } = await start();
    const client = await foundAndSignIn(app, 'ada@example.org', 'Highland Paths');
    expect((await client.get('api/me/')).status).toBe(200);
    clock.time += TOKEN_MS;
    const stale = await client.get('api/me/');
    expect(stale.status).toBe(401);
    expect(stale.body.code).toBe('unauthenticated');

    const old = client.token;
    client.token = undefined;
    const renewed = await client.post('api/session/token/');
    expect(renewed.status).toBe(200);
    client.token = renewed.body.data.access_token;
    expect(client.token).not.toBe(old);
    expect((await client.get('api/me/')).body.data.email).toBe('ada@example.org');

    clock.time += SESSION_MS - 1;
    expect((await client.post('api/session/token/')).status).toBe(200);
    clock.time += SESSION_MS;
    expect((await client.post('api/session/token/')).status).toBe(401);
  });

  it('rejects a call with the cookie from a page of another site', async () => {
    const { app } = await start();
    const client = await foundAndSignIn(app, 'ada@example.org', 'Highland Paths');
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ];
    for (const headers of foreign) {
      expect((await client.post('api/session/token/', {}, { headers })).status).toBe(403);
      expect((await client.post('api/logout/', {}, { headers })).status).toBe(403);
      const form = { email: 'ada@example.org', password: PASSWORD };
      expect((await client.post('api/user-login/', form, { headers })).status).toBe(403);
    }
    const own = { origin: 'http://cairn.test', 'sec-fetch-site': 'same-origin' };
    expect((await client.post('api/session/token/', {}, { headers: own })).status).toBe(200);
  });

  it('ends a session at once: its bearers and its cookie are invalid, other sessions continue', async () => {
    const { app } = await start();
    const client = await foundAndSignIn(app, 'ada@example.org', 'Highland Paths');
    const other = restClient(app);
    await signIn(other, 'ada@example.org');
    const cookie = new Map(client.cookies);
    expect((await client.post('api/logout/')).status).toBe(200);
    expect((await client.get('api/me/')).status).toBe(401);
    expect(client.cookies.has('cairn_session')).toBe(false);
    for (const [name, value] of cookie) client.cookies.set(name, value);
    expect((await client.post('api/session/token/')).status).toBe(401);
    expect((await other.get('api/me/')).status).toBe(200);
  });

  it('signs out a browser whose bearer has expired, by its cookie', async () => {
    const { app, clock } = await start();
    const client = await foundAndSignIn(app, 'ada@example.org', 'Highland Paths');
    const cookie = client.cookies.get('cairn_session') ?? '';
    clock.time += TOKEN_MS;
    expect((await client.post('api/logout/')).status).toBe(200);
    client.cookies.set('cairn_session', cookie);
    expect((await client.post('api/session/token/')).status).toBe(401);
  });

  it('stores every secret as a digest: password, bearer and cookie', async () => {
    const { app } = await start();
    const client = await foundAndSignIn(app, 'ada@example.org', 'Highland Paths');
    const { db } = app.services.database;
    const stored = JSON.stringify([
      await db.selectFrom('users').selectAll().execute(),
      await db.selectFrom('sessions').selectAll().execute(),
      await db.selectFrom('access_tokens').selectAll().execute(),
      await db.selectFrom('known_devices').selectAll().execute(),
    ]);
    expect(stored).toContain('$argon2id$');
    for (const secret of [PASSWORD, client.token ?? '?', ...client.cookies.values()]) {
      expect(stored).not.toContain(secret);
    }
  });

  const badForms: readonly (readonly [string, object])[] = [
    ['no password', { email: 'ada@example.org' }],
    ['an empty password', { email: 'ada@example.org', password: '' }],
    ['a password that is a number', { email: 'ada@example.org', password: 12345678 }],
    ['no address', { password: PASSWORD }],
    ['a field that nobody knows', { email: 'ada@example.org', password: PASSWORD, admin: true }],
  ];

  it('rejects a bad form with 400', async () => {
    const { app } = await start();
    for (const [title, form] of badForms) {
      const reply = await restClient(app).post('api/user-login/', form);
      expect.soft(reply.status, title).toBe(400);
      expect
        .soft(reply.body, title)
        .toMatchObject({ code: 'invalid', request_id: expect.any(String) });
    }
  });

  const badBearers: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ['none', {}],
    ['another scheme', { authorization: 'Basic YWRhOnB3' }],
    ['an invented one', { authorization: `Bearer ${'x'.repeat(43)}` }],
    ['an empty one', { authorization: 'Bearer ' }],
  ];

  it('rejects a call without a valid bearer', async () => {
    const { app } = await start();
    const client = await foundAndSignIn(app, 'ada@example.org', 'Highland Paths');
    client.token = undefined;
    for (const [title, headers] of badBearers) {
      expect.soft((await client.get('api/me/', { headers })).status, title).toBe(401);
    }
  });
});
