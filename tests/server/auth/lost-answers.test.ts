import { randomBytes } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { RETRY_MS } from '../../../server/auth/retry-keys.ts';
import { endSessionsOf } from '../../../server/auth/sessions.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import {
  adopt,
  foundAndSignIn,
  PASSWORD,
  type RestClient,
  restClient,
  signUpForm,
} from '../../support/rest-client.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

const newKey = () => randomBytes(32).toString('hex');

forEachDatabase('account calls whose response was lost', (open) => {
  const running: TestApp[] = [];
  afterEach(async () => {
    for (const setup of running.splice(0)) await setup.close();
  });

  /** Invites a person in the named way; `accept` sends the form. */
  const invited = async (
    way: 'added' | 'invited by address',
    options: Parameters<typeof startTestApp>[1] = {},
  ) => {
    const setup = await startTestApp(await open(), options);
    running.push(setup);
    const admin = await foundAndSignIn(setup.app, 'ada@example.org', 'Highland Paths');
    const { data } = (await admin.get('user-role/list/')).body;
    const user = { display_name: 'Ben', phone_number: '+44 20', email: 'ben@example.org' };
    const role = { user_role: data[3].id, role_category: data[3].role_category.id };
    const { status } =
      way === 'added'
        ? await admin.post('api/org-user/create/', { user, ...role })
        : await admin.post('api/org-user-invite/', { email: user.email, role: data[3].id });
    expect(status).toBeLessThan(300);
    const token = (await setup.mailTo('ben@example.org'))?.link?.split('/').at(-1);
    const person = way === 'added' ? {} : { display_name: 'Ben', phone_number: '+44 20 7946 0001' };
    const accept = (fields: object, client: RestClient = restClient(setup.app)) =>
      client.post('api/organization-invite/accept/', {
        token,
        password: PASSWORD,
        ...person,
        ...fields,
      });
    return { ...setup, accept };
  };

  for (const way of ['added', 'invited by address'] as const) {
    it(`a person ${way} who accepts again gets the opened session, and no second one`, async () => {
      const { app, accept } = await invited(way);
      const retry_key = newKey();
      const ben = restClient(app);
      // The first response is lost: neither token nor cookie reach the browser.
      const lost = await accept({ retry_key });
      const again = await accept({ retry_key }, ben);
      expect(again.status).toBe(200);
      adopt(ben, again);
      expect(again.body.data.organization_id).toBe(lost.body.data.organization_id);
      expect(again.body.data.session_id).toBe(lost.body.data.session_id);
      const sessions = (await ben.get('api/session/list/')).body.data;
      expect(sessions).toHaveLength(1);
      expect(sessions[0]).toMatchObject({ current: true });
      expect((await ben.post('api/session/token/')).status).toBe(200);
      // The secrets of the lost response open nothing any more.
      const finder = restClient(app);
      finder.token = lost.body.data.access_token;
      expect((await finder.get('api/me/')).status).toBe(401);
    });
  }

  for (const way of ['added', 'invited by address'] as const) {
    it(`a person ${way} accepts again after the server failed before the session was open`, async () => {
      const machine = { isBroken: false };
      const { app, accept } = await invited(way, {
        random: (count) => {
          // The length of a secret: those of the session come last.
          if (machine.isBroken && count === 32) throw new Error('The server breaks down');
          return new Uint8Array(randomBytes(count));
        },
      });
      const retry_key = newKey();
      machine.isBroken = true;
      expect((await accept({ retry_key })).status).toBe(500);
      machine.isBroken = false;
      const ben = restClient(app);
      const again = await accept({ retry_key }, ben);
      expect(again.status).toBe(200);
      adopt(ben, again);
      expect((await ben.get('api/session/list/')).body.data).toHaveLength(1);
    });
  }

  it('a key is deleted with its session, whatever its end, and after its hour', async () => {
    const { app, accept, clock } = await invited('added');
    const { db } = app.services.database;
    const ben = { email: 'ben@example.org', password: PASSWORD };
    const enter = async () => {
      const client = restClient(app);
      adopt(client, await client.post('api/user-login/', { ...ben, retry_key: newKey() }));
      return client;
    };
    const kept = async () => (await db.selectFrom('retry_keys').select('digest').execute()).length;
    adopt(restClient(app), await accept({ retry_key: newKey() }));
    const client = await enter();
    expect(await kept()).toBe(2);
    await client.post('api/logout/');
    expect(await kept(), 'signed out').toBe(1);
    const { id } = await db
      .selectFrom('users')
      .select('id')
      .where('email', '=', ben.email)
      .executeTakeFirstOrThrow();
    const { writer } = app.services.auth;
    const end = { reason: 'password_changed', now: clock.now() } as const;
    await writer.write([], async (tx) => endSessionsOf(await tx.db(), id, end));
    expect(await kept(), 'every session ended').toBe(0);
    await enter();
    clock.time += RETRY_MS;
    expect((await restClient(app).post('api/user-login/', ben)).status).toBe(200);
    expect(await kept(), 'an hour later, at a sign-in without one').toBe(0);
  });

  it('another key, a missing one, and the key with another password are rejected and end nothing', async () => {
    const { app, accept } = await invited('added');
    const retry_key = newKey();
    const ben = restClient(app);
    adopt(ben, await accept({ retry_key }, ben));
    expect((await accept({ retry_key: newKey() })).status).toBe(404);
    expect((await accept({})).status).toBe(404);
    const thief = await accept({ retry_key, password: 'a thief chooses' });
    expect(thief.body).toMatchObject({ status: 400, code: 'bad_credentials' });
    expect((await accept({ retry_key: 'short' })).status).toBe(400);
    expect((await ben.get('api/me/')).status).toBe(200);
  });

  it('a key is worthless after an hour, after the session was renewed, and after the session was ended', async () => {
    const late = await invited('added');
    const old = newKey();
    await late.accept({ retry_key: old });
    late.clock.time += RETRY_MS;
    expect((await late.accept({ retry_key: old })).status).toBe(404);

    const used = await invited('added');
    const arrived = newKey();
    const ben = restClient(used.app);
    await used.accept({ retry_key: arrived }, ben);
    expect((await ben.post('api/session/token/')).status).toBe(200);
    expect((await used.accept({ retry_key: arrived })).status).toBe(404);

    const ended = await invited('added');
    const key = newKey();
    const other = restClient(ended.app);
    adopt(other, await ended.accept({ retry_key: key }, other));
    await other.post('api/logout/');
    expect((await ended.accept({ retry_key: key })).status).toBe(404);
  });

  it('is stored as a digest only', async () => {
    const { app, accept } = await invited('added');
    const retry_key = newKey();
    await accept({ retry_key });
    const stored = await app.services.database.db.selectFrom('retry_keys').selectAll().execute();
    expect(stored).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toContain(retry_key);
  });

  it('a repeated sign-up founds one organisation; with another name it founds another', async () => {
    const setup = await startTestApp(await open());
    running.push(setup);
    const retry_key = newKey();
    const signUp = (name: string) =>
      restClient(setup.app).post('api/user-organization-create/', {
        ...signUpForm('ada@example.org', name),
        retry_key,
      });
    const [first, second] = [await signUp('Highland Paths'), await signUp('Highland Paths')];
    expect(second.status).toBe(200);
    expect(second.body).toEqual(first.body);
    const { db } = setup.app.services.database;
    const names = async () =>
      (await db.selectFrom('organizations').select('name').execute()).map(({ name }) => name);
    expect(await names()).toEqual(['Highland Paths']);
    await Promise.all([signUp('Elsewhere'), signUp('Elsewhere')]);
    expect(await names()).toEqual(['Highland Paths', 'Elsewhere']);
  });

  it('a repeated sign-in opens one session', async () => {
    const setup = await startTestApp(await open());
    running.push(setup);
    await restClient(setup.app).post(
      'api/user-organization-create/',
      signUpForm('ada@example.org', 'Highland Paths'),
    );
    const retry_key = newKey();
    const enter = (client: RestClient, key: string) =>
      client.post('api/user-login/', {
        email: 'ada@example.org',
        password: PASSWORD,
        retry_key: key,
      });
    await enter(restClient(setup.app), retry_key);
    const ada = restClient(setup.app);
    adopt(ada, await enter(ada, retry_key));
    expect((await ada.get('api/session/list/')).body.data).toHaveLength(1);
    expect((await enter(restClient(setup.app), newKey())).status).toBe(200);
    expect((await ada.get('api/session/list/')).body.data).toHaveLength(2);
  });
});
