import { afterEach, expect, it } from 'vitest';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { foundAndSignIn, restClient, signIn, signUpForm } from '../../support/rest-client.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

forEachDatabase('sign-up and invitations at the same moment', (open) => {
  const running: TestApp[] = [];
  afterEach(async () => {
    for (const setup of running.splice(0)) await setup.close();
  });
  const start = async () => {
    const setup = await startTestApp(await open());
    running.push(setup);
    return setup;
  };

  it('two sign-ups with one address create one account, and the second person is informed by mail', async () => {
    const { app, mailTo } = await start();
    const passwords = ['the first password', 'the other password'];
    const replies = await Promise.all(
      passwords.map((password, index) =>
        restClient(app).post('api/user-organization-create/', {
          ...signUpForm('ada@example.org', `Organisation ${index}`),
          password,
        }),
      ),
    );
    expect(replies.map((reply) => reply.status)).toEqual([200, 200]);
    const { db } = app.services.database;
    expect(await db.selectFrom('users').select('id').execute()).toHaveLength(1);
    expect(await db.selectFrom('organizations').select('id').execute()).toHaveLength(1);
    const signed = [];
    for (const password of passwords) {
      signed.push((await signIn(restClient(app), 'ada@example.org', password)).status);
    }
    expect(signed.toSorted((left, right) => left - right)).toEqual([200, 400]);
    expect((await mailTo('ada@example.org'))?.subject).toBe('You already have an account on Cairn');
  });

  it('a link that is used twice at the same time sets one password', async () => {
    const { app, mailTo } = await start();
    const admin = await foundAndSignIn(app, 'ada@example.org', 'Highland Paths');
    const { data } = (await admin.get('user-role/list/')).body;
    await admin.post('api/org-user/create/', {
      user: { display_name: 'Ben', phone_number: '+44 20 7946 0001', email: 'ben@example.org' },
      user_role: data[3].id,
      role_category: data[3].role_category.id,
    });
    const token = (await mailTo('ben@example.org'))?.link?.split('/').at(-1);
    const passwords = ['the first password', 'the other password'];
    const replies = await Promise.all(
      passwords.map((password) =>
        restClient(app).post('api/organization-invite/accept/', { token, password }),
      ),
    );
    expect(replies.map((reply) => reply.status).toSorted((left, right) => left - right)).toEqual([
      200, 404,
    ]);
    const winner = passwords[replies.findIndex((reply) => reply.status === 200)];
    const loser = passwords.find((password) => password !== winner);
    expect((await signIn(restClient(app), 'ben@example.org', winner)).status).toBe(200);
    expect((await signIn(restClient(app), 'ben@example.org', loser)).status).toBe(400);
  });

  it('two administrators who add one person at the same time create one account and one row', async () => {
    const { app } = await start();
    const ada = await foundAndSignIn(app, 'ada@example.org', 'Highland Paths');
    const eve = await foundAndSignIn(app, 'eve@example.org', 'Elsewhere');
    const add = async (admin: typeof ada) => {
      const { data } = (await admin.get('user-role/list/')).body;
      return admin.post('api/org-user/create/', {
        user: { display_name: 'Ben', phone_number: '+44 20 7946 0001', email: 'ben@example.org' },
        user_role: data[3].id,
        role_category: data[3].role_category.id,
      });
    };
    const replies = await Promise.all([add(ada), add(ada), add(eve)]);
    expect(replies.map((reply) => reply.status).toSorted((left, right) => left - right)).toEqual([
      200, 200, 409,
    ]);
    const { db } = app.services.database;
    const accounts = await db.selectFrom('users').select('email').execute();
    expect(accounts.filter(({ email }) => email === 'ben@example.org')).toHaveLength(1);
    const rows = await db
      .selectFrom('org_users')
      .select('id')
      .where('email', '=', 'ben@example.org')
      .execute();
    expect(rows).toHaveLength(2);
  });
});
