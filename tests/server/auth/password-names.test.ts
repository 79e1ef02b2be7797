import { afterEach, expect, it } from 'vitest';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { foundAndSignIn, PASSWORD, restClient, signUpForm } from '../../support/rest-client.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { foundTeam, ok } from '../support/team.ts';

const REFUSED = { status: 400, body: { code: 'invalid', details: { field: 'password' } } };

forEachDatabase('passwords that rest on names', (open) => {
  const running: TestApp[] = [];
  const start = async () => {
    const setup = await startTestApp(await open());
    running.push(setup);
    return setup;
  };
  afterEach(async () => {
    for (const setup of running.splice(0)) await setup.close();
  });

  it('are refused at sign-up, alike for a known and an unknown address', async () => {
    const { app } = await start();
    await foundAndSignIn(app, 'ada@field.test', 'Highland Paths');
    const stranger = restClient(app, '198.51.100.9');
    for (const email of ['ada@field.test', 'new@field.test'])
      for (const password of ['Cairn2026!', 'HighlandPaths1', `${email}1`, 'adafield99']) {
        const form = { ...signUpForm(email, 'Highland Paths'), password };
        expect(await stranger.post('api/user-organization-create/', form)).toMatchObject(REFUSED);
      }
  });

  it('are refused as a new password and by a link, and the link stays', async () => {
    const setup = await start();
    const { app } = setup;
    const ada = await foundAndSignIn(app, 'ada@field.test', 'Highland Paths');
    for (const password of ['Ada.Field.2026', 'highland-paths'])
      expect(
        await ada.post('api/password/change/', { current_password: PASSWORD, password }),
      ).toMatchObject(REFUSED);
    const visitor = restClient(app, '198.51.100.9');
    ok(await visitor.post('api/password-reset/request/', { email: 'ada@field.test' }));
    const link = (await setup.mailTo('ada@field.test'))?.link ?? '';
    const [id, token] = link.split('/').slice(-2);
    const confirm = (password: string) =>
      visitor.post('api/password-reset/confirm/', { id, token, password });
    expect(await confirm('HighlandPaths1')).toMatchObject(REFUSED);
    ok(await confirm('a long walk over the hills'));
  });

  it('are refused by an invitation, whose organisation is one of the names', async () => {
    const setup = await start();
    const team = { setup, ...(await foundTeam(setup.app, 'ada@field.test', 'Highland Paths')) };
    const roles = ok(await team.founder.get('user-role/list/')).body.data;
    const role = roles.find((one: { name: string }) => one.name === 'Member');
    ok(
      await team.founder.post('api/org-user/create/', {
        user: {
          display_name: 'Ben Ridge',
          phone_number: '+44 20 7946 0001',
          email: 'ben@hill.test',
        },
        user_role: role.id,
        role_category: role.role_category.id,
      }),
    );
    const token = (await setup.mailTo('ben@hill.test'))?.link?.split('/').at(-1);
    const ben = restClient(setup.app);
    const accept = (password: string) =>
      ben.post('api/organization-invite/accept/', { token, password });
    for (const password of ['BenRidge1', 'highlandpaths', 'ben@hill.test'])
      expect(await accept(password)).toMatchObject(REFUSED);
    ok(await accept('a long walk over the hills'));
  });
});
