import { afterEach, expect, it } from 'vitest';
import { AUTH_LIMITS, invitationsADay } from '../../../server/auth/throttle.ts';
import { UNPROVED_BYTES } from '../../../server/files/file-sql.ts';
import type { AppOptions } from '../../../server/http/services.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import {
  foundAndSignIn,
  PASSWORD,
  type RestClient,
  restClient,
  signIn,
  signUpForm,
} from '../../support/rest-client.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

const SIGN_UP = 'api/user-organization-create/';

async function invite(client: RestClient, email: string, kind: 'added' | 'invited' = 'invited') {
  const roles = await client.get('user-role/list/');
  const role = roles.body.data.find((one: { name: string }) => one.name === 'Member');
  if (kind === 'invited') return client.post('api/org-user-invite/', { email, role: role.id });
  return client.post('api/org-user/create/', {
    user: { display_name: 'Ben', phone_number: '+44 20 7946 0001', email },
    user_role: role.id,
    role_category: role.role_category.id,
  });
}

forEachDatabase('limits for strangers', (open) => {
  const running: TestApp[] = [];
  const start = async (options: Partial<AppOptions> = {}) => {
    const setup = await startTestApp(await open(), options);
    running.push(setup);
    return setup;
  };
  afterEach(async () => {
    for (const setup of running.splice(0)) await setup.close();
  });
  const modeOf = async ({ app }: TestApp) =>
    (await restClient(app).get('api/sign-up/')).body.data.mode;

  it('SIGN_UP=closed accepts the first sign-up of an empty server and no other one', async () => {
    const setup = await start({ signUpMode: 'closed' });
    expect(await modeOf(setup)).toBe('open');
    const ada = await foundAndSignIn(setup.app, 'ada@example.org', 'Highland Paths');
    expect(await modeOf(setup)).toBe('closed');
    for (const email of ['eve@example.org', 'ada@example.org']) {
      const reply = await restClient(setup.app).post(SIGN_UP, signUpForm(email, 'Elsewhere'));
      expect.soft([email, reply.status, reply.body.code]).toEqual([email, 403, 'forbidden']);
    }
    expect((await ada.get('organization/list/')).body.data).toHaveLength(1);
    expect((await signIn(restClient(setup.app), 'eve@example.org')).status).toBe(400);
    // An invited person still joins.
    await invite(ada, 'ben@example.org');
    const token = (await setup.mailTo('ben@example.org'))?.link?.split('/').at(-1);
    const { display_name, phone_number } = signUpForm('', '');
    const joined = await restClient(setup.app).post('api/organization-invite/accept/', {
      token,
      password: PASSWORD,
      display_name,
      phone_number,
    });
    expect(joined.status).toBe(200);
  });

  it('SIGN_UP=invited lets people with an account found another organisation, and rejects all others alike', async () => {
    const setup = await start({ signUpMode: 'invited' });
    const ada = await foundAndSignIn(setup.app, 'ada@example.org', 'Highland Paths');
    expect(await modeOf(setup)).toBe('invited');
    const ask = (email: string, password = PASSWORD) =>
      restClient(setup.app).post(SIGN_UP, { ...signUpForm(email, 'Second'), password });
    const unknown = await ask('eve@example.org');
    const wrong = await ask('ada@example.org', 'not her password');
    expect([unknown.status, unknown.body.message]).toEqual([403, wrong.body.message]);
    expect(wrong.status).toBe(403);
    expect((await ask('ada@example.org')).status).toBe(200);
    expect((await ada.get('organization/list/')).body.data).toHaveLength(2);
  });

  it('nobody invites before they have confirmed their own address, and everybody may afterwards', async () => {
    const { app, mailTo } = await start();
    const ada = await foundAndSignIn(app, 'ada@example.org', 'Highland Paths', { proved: false });
    for (const kind of ['added', 'invited'] as const) {
      const refused = await invite(ada, 'ben@example.org', kind);
      expect.soft([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
      expect.soft(refused.body.message).toMatch(/^Confirm your e-mail address first/);
    }
    expect(await mailTo('ben@example.org')).toBeUndefined();
    expect((await ada.get('organization-user/list/')).body.count).toBe(1);
    const mail = await mailTo('ada@example.org');
    const token = new URL(String(mail?.link)).searchParams.get('token');
    expect((await ada.post('api/email-address/confirm/', { token })).status).toBe(200);
    expect((await invite(ada, 'ben@example.org')).status).toBe(201);
    expect(await mailTo('ben@example.org')).toBeDefined();
  });

  it('an organisation and a person send a limited number of invitations a day, repeated ones included', async () => {
    const limits = { auth: { ...AUTH_LIMITS, invitations: invitationsADay(3) } };
    const { app, mails, mailTo, clock } = await start({ limits });
    const ada = await foundAndSignIn(app, 'ada@example.org', 'Highland Paths');
    for (let number = 0; number < 2; number += 1) {
      expect((await invite(ada, `person${number}@example.org`)).status).toBe(201);
    }
    const list = await ada.get('api/org-user-invite/list/');
    const path = `api/org-user-invite/update/${list.body.data[0].id}/`;
    expect((await ada.patch(path, { resend: true })).status).toBe(200);
    const refused = await invite(ada, 'person9@example.org');
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
    expect((await ada.patch(path, { resend: true })).status).toBe(409);
    // Another organisation of the same person changes nothing.
    await restClient(app).post(SIGN_UP, signUpForm('ada@example.org', 'Lowland Canals'));
    const second = (await ada.get('organization/list/')).body.data[1];
    ada.orgId = String(second.id);
    expect((await invite(ada, 'person9@example.org')).status).toBe(409);
    await mailTo('ada@example.org');
    expect(mails.filter(({ to }) => to.startsWith('person'))).toHaveLength(3);
    clock.time += 8 * 60 * 60_000;
    await signIn(ada, 'ada@example.org');
    expect((await invite(ada, 'person9@example.org')).status).toBe(201);
  });

  it('no subject contains text of the person who causes the mail, and a mail to a stranger none at all', async () => {
    const { app, mails, mailTo } = await start();
    const spam = 'WIN-A-PRIZE';
    const form = signUpForm('ada@example.org', `${spam} Ltd`, spam);
    await restClient(app).post(SIGN_UP, form);
    await restClient(app).post(SIGN_UP, { ...form, password: 'another password' });
    await mailTo('ada@example.org');
    expect(mails.length).toBeGreaterThan(0);
    const [first] = mails;
    expect(first?.text).not.toContain(spam);
    const eve = await foundAndSignIn(app, 'eve@example.org', `${spam} Inc`);
    await invite(eve, 'ben@example.org');
    await invite(eve, 'cleo@example.org', 'added');
    await mailTo('cleo@example.org');
    expect(mails.map(({ to }) => to)).toEqual(
      expect.arrayContaining(['ben@example.org', 'cleo@example.org']),
    );
    for (const { subject } of mails) expect.soft(subject).not.toContain(spam);
  });

  it('an organisation in which nobody has confirmed an address has little space for files', async () => {
    const { app } = await start();
    const ada = await foundAndSignIn(app, 'ada@example.org', 'Highland Paths', { proved: false });
    // The address of somebody else's organisation does not count.
    await foundAndSignIn(app, 'eve@example.org', 'Other Works');
    const { db } = app.services.database;
    const { writer } = app.services;
    await writer.write([], async (tx) => {
      const rows = await tx.db();
      const bytes = UNPROVED_BYTES - 2;
      await rows
        .insertInto('file_usage')
        .values({ org_id: String(ada.orgId), bytes })
        .execute();
    });
    const boundary = 'cairn';
    const payload = [
      `--${boundary}\r\ncontent-disposition: form-data; name="name"\r\n\r\nNorth`,
      `--${boundary}\r\ncontent-disposition: form-data; name="desc"\r\n\r\n`,
      `--${boundary}\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n${'x'.repeat(99)}`,
      `--${boundary}--\r\n`,
    ].join('\r\n');
    const upload = () =>
      app.fastify.inject({
        method: 'POST',
        url: `/rest/workspace/create/?organization_accesskey_id=${ada.orgId}`,
        headers: {
          authorization: `Bearer ${ada.token}`,
          'content-type': `multipart/form-data; boundary=${boundary}`,
        },
        payload,
      });
    const refused = await upload();
    expect(refused.json().message).toMatch(/nobody has confirmed their e-mail address/);
    await writer.write([], async (tx) => {
      await (await tx.db()).updateTable('users').set({ mailbox_proved: 1 }).execute();
    });
    expect((await upload()).json().message).not.toMatch(/nobody has confirmed/);
    expect(await db.selectFrom('users').select('id').execute()).toHaveLength(2);
  });
});
