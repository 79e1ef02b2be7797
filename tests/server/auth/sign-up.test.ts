import { afterEach, expect, it } from 'vitest';
import { forEachDatabase } from '../../support/for-each-database.ts';
import {
  foundAndSignIn,
  PASSWORD,
  restClient,
  signIn,
  signUpForm,
} from '../../support/rest-client.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

forEachDatabase('sign-up', (open) => {
  const running: TestApp[] = [];
  const start = async () => {
    const setup = await startTestApp(await open());
    running.push(setup);
    return setup;
  };
  afterEach(async () => {
    for (const setup of running.splice(0)) await setup.close();
  });

  it('creates the organisation with its levels, category, roles and priorities, and the founder at Level 1', async () => {
    const { app } = await start();
    const client = restClient(app);
    const reply = await client.post(
      'api/user-organization-create/',
      signUpForm('Ada@Example.org', 'Highland Paths'),
    );
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ status: 200, message: 'Sign up successful!' });

    const signed = await signIn(client, 'ada@example.org');
    expect(signed.status).toBe(200);
    expect(signed.body.data.organizations).toEqual([
      {
        organization_id: expect.any(Number),
        organization_name: 'Highland Paths',
        organization_user_id: expect.any(Number),
        user_level: 'Level 1',
        organization_special_role: false,
        role_access: {
          get_access: true,
          post_access: true,
          patch_access: true,
          delete_access: true,
        },
        factor_due_at: null,
        offline_days: null,
        encrypt_devices: false,
      },
    ]);

    const levels = await client.get('role-level/list/');
    expect(levels.body.data.map((level: { name: string }) => level.name)).toEqual([
      'Level 1',
      'Level 2',
      'Level 3',
      'Member',
    ]);
    expect(levels.body.data[3]).toMatchObject({
      get_access: true,
      post_access: true,
      patch_access: true,
      delete_access: false,
    });
    const roles = await client.get('user-role/list/');
    expect(
      roles.body.data.map((role: { name: string; role_level: string }) => [
        role.name,
        role.role_level,
      ]),
    ).toEqual([
      ['Administrator', 'Level 1'],
      ['Manager', 'Level 2'],
      ['Coordinator', 'Level 3'],
      ['Member', 'Member'],
    ]);
    const categories = await client.get('role-category/list/');
    expect(categories.body.data).toMatchObject([{ name: 'General', short_name: 'GEN' }]);
    const flags = await client.get('flag/list/');
    expect(flags.body.data.map((flag: { name: string }) => flag.name)).toEqual([
      'Urgent',
      'High',
      'Medium',
      'Low',
    ]);
    const people = await client.get('organization-user/list/');
    expect(people.body).toMatchObject({
      count: 1,
      data: [
        { user: { display_name: 'Ada Field', email: 'ada@example.org' }, user_level: 'Level 1' },
      ],
    });
  });

  it('responds to a known address exactly as to an unknown one, creates nothing, and informs the owner by mail', async () => {
    const { app, mailTo, clock } = await start();
    const owner = await foundAndSignIn(app, 'ada@example.org', 'Highland Paths');
    const stranger = restClient(app, '198.51.100.9');
    const form = {
      ...signUpForm('ada@example.org', 'Not Hers', 'Mallory'),
      password: 'another password',
    };
    const unknown = await stranger.post('api/user-organization-create/', {
      ...form,
      email: 'new@example.org',
    });
    const known = await stranger.post('api/user-organization-create/', form);
    expect(known.status).toBe(unknown.status);
    expect(known.text.replaceAll('ada@', '')).toBe(unknown.text.replaceAll('new@', ''));
    clock.time += 1;

    const mine = await owner.get('organization/list/');
    expect(mine.body.data).toHaveLength(1);
    expect((await signIn(restClient(app), 'ada@example.org', 'another password')).status).toBe(400);
    const mail = await mailTo('ada@example.org');
    expect(mail?.subject).toBe('You already have an account on Cairn');
    expect(mail?.text).toContain('nothing was created or changed');
    const verify = await mailTo('new@example.org');
    expect(verify?.subject).toBe('Confirm your e-mail address on Cairn');
  });

  it('gives what is founded next the same numbers whether the address before it was known or not', async () => {
    const { app } = await start();
    await foundAndSignIn(app, 'ada@example.org', 'Highland Paths');
    const numbersAfter = async (email: string, own: string) => {
      const form = { ...signUpForm(email, 'Attempt'), password: 'another password' };
      const attempt = await restClient(app).post('api/user-organization-create/', form);
      expect(attempt.status).toBe(200);
      const founder = await foundAndSignIn(app, own, 'Own');
      const lists = ['role-level/list/', 'role-category/list/', 'user-role/list/', 'flag/list/'];
      const rows = await Promise.all(
        lists.map(async (path) => (await founder.get(path)).body.data),
      );
      const me = (await founder.get('api/me/')).body.data;
      const people = (await founder.get('organization-user/list/')).body.data;
      const lowest = rows.map((list) => Math.min(...list.map(({ id }: { id: number }) => id)));
      return [Number(founder.orgId), Number(me.id), Number(people[0].id), ...lowest];
    };
    const before = await numbersAfter('first@example.org', 'eve1@example.org');
    const known = await numbersAfter('ada@example.org', 'eve2@example.org');
    const unknown = await numbersAfter('second@example.org', 'eve3@example.org');
    const gaps = (later: readonly number[], earlier: readonly number[]) =>
      later.map((number, index) => number - (earlier[index] ?? 0));
    expect(gaps(known, before)).toEqual(gaps(unknown, known));
  });

  it('founds a second organisation for somebody who signs up again with their own password', async () => {
    const { app } = await start();
    const owner = await foundAndSignIn(app, 'ada@example.org', 'Highland Paths');
    const again = await restClient(app).post(
      'api/user-organization-create/',
      signUpForm('ada@example.org', 'Lowland Canals'),
    );
    expect(again.status).toBe(200);
    const list = await owner.get('organization/list/');
    expect(list.body.data.map((org: { name: string }) => org.name)).toEqual([
      'Highland Paths',
      'Lowland Canals',
    ]);
  });

  it('sends a stranger no more than three mails an hour to one address', async () => {
    const { app, mails, mailTo, clock } = await start();
    await foundAndSignIn(app, 'ada@example.org', 'Highland Paths');
    for (let round = 0; round < 8; round += 1) {
      const reply = await restClient(app).post('api/user-organization-create/', {
        ...signUpForm('ada@example.org', 'Not Hers'),
        password: 'another password',
      });
      expect(reply.status).toBe(200);
      clock.time += 31_000;
    }
    await mailTo('ada@example.org');
    expect(mails).toHaveLength(3);
  });

  const bad: readonly (readonly [string, object, string])[] = [
    ['a password of seven characters', { password: 'short 7' }, 'password'],
    ['the most common password', { password: 'password' }, 'password'],
    ['another one of them, in capitals', { password: 'QWERTYUIOP' }, 'password'],
    ['no organisation', { organization: undefined }, 'organization'],
    ['an empty organisation name', { organization: { name: '  ' } }, 'organization.name'],
    ['an address that is none', { email: 'ada' }, 'email'],
    ['an empty name', { display_name: '' }, 'display_name'],
    ['a phone number of letters', { phone_number: 'call me' }, 'phone_number'],
    ['a field that nobody knows', { level: 'Level 1' }, 'level'],
    ['a number as name', { display_name: 7 }, 'display_name'],
    ['a NUL', { display_name: 'a\0b' }, 'display_name'],
    ['a lone surrogate', { display_name: 'a\ud800b' }, 'display_name'],
  ];

  it('rejects a bad form, names its field, and creates nothing', async () => {
    const { app } = await start();
    const client = restClient(app);
    for (const [title, change, field] of bad) {
      const reply = await client.post('api/user-organization-create/', {
        ...signUpForm('ada@example.org', 'Highland Paths'),
        ...change,
      });
      expect.soft(reply.status, title).toBe(400);
      expect.soft(reply.body, title).toMatchObject({ status: 400, message: expect.any(String) });
      expect.soft(reply.body.details?.field, title).toBe(field);
    }
    expect((await signIn(client, 'ada@example.org', PASSWORD)).body.code).toBe('bad_credentials');
    expect(await app.services.database.db.selectFrom('users').select('id').execute()).toEqual([]);
  });
});
