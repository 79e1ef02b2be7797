import { afterEach, expect, it } from 'vitest';
import { ADDRESS_MS, RESET_MS } from '../../../server/auth/links.ts';
import { SESSION_MS, SHARED_SESSION_MS } from '../../../server/auth/sessions.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { foundAndSignIn, PASSWORD, restClient, signIn } from '../../support/rest-client.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

const NEW_PASSWORD = 'a better horse battery';

function resetLinkOf(link: string | null | undefined) {
  const [id = '', token = ''] = String(link).split('/forgotpassword/')[1]?.split('/') ?? [];
  return { id, token };
}

function tokenOf(link: string | null | undefined): string {
  return new URL(String(link)).searchParams.get('token') ?? '';
}

forEachDatabase('an account', (open) => {
  const running: TestApp[] = [];
  const start = async () => {
    const setup = await startTestApp(await open());
    running.push(setup);
    return setup;
  };
  afterEach(async () => {
    for (const setup of running.splice(0)) await setup.close();
  });

  it('gets a new password through a link in a mail, once, and every session ends', async () => {
    const { app, mailTo } = await start();
    const phone = await foundAndSignIn(app, 'ada@example.org', 'Highland Paths');
    const visitor = restClient(app);
    const asked = await visitor.post('api/password-reset/request/', { email: 'Ada@example.org ' });
    expect(asked.status).toBe(200);
    const mail = await mailTo('ada@example.org');
    expect(mail?.link).toMatch(/^http:\/\/cairn\.test\/forgotpassword\/\d+\/[\w-]{43}$/);
    const link = resetLinkOf(mail?.link);

    const look = await visitor.post('api/password-reset/look/', link);
    expect(look.body.data).toEqual({ display_name: 'Ada Field', email: 'ada@example.org' });
    const confirm = { ...link, password: NEW_PASSWORD };
    expect((await visitor.post('api/password-reset/confirm/', confirm)).status).toBe(200);

    expect((await phone.get('api/me/')).status).toBe(401);
    expect((await phone.post('api/session/token/')).status).toBe(401);
    expect((await signIn(restClient(app), 'ada@example.org')).status).toBe(400);
    expect((await signIn(restClient(app), 'ada@example.org', NEW_PASSWORD)).status).toBe(200);
    expect((await mailTo('ada@example.org'))?.subject).toBe('Your password on Cairn was changed');
    const again = { ...link, password: 'a thief chooses' };
    expect((await visitor.post('api/password-reset/confirm/', again)).status).toBe(404);
    expect((await visitor.post('api/password-reset/look/', link)).status).toBe(404);
  });

  it('gets the same response to a password request for a known and an unknown address', async () => {
    const { app, mails, mailTo } = await start();
    await foundAndSignIn(app, 'ada@example.org', 'Highland Paths');
    const ask = (email: string) => restClient(app).post('api/password-reset/request/', { email });
    const known = await ask('ada@example.org');
    const unknown = await ask('nobody@example.org');
    expect(unknown.text).toBe(known.text);
    expect(unknown.status).toBe(known.status);
    await mailTo('nobody@example.org');
    expect(mails.map((mail) => mail.to)).not.toContain('nobody@example.org');
  });

  it('keeps its password when a link is expired, of another account, or the password too short', async () => {
    const { app, mailTo, clock } = await start();
    await foundAndSignIn(app, 'ada@example.org', 'Highland Paths');
    const visitor = restClient(app);
    await visitor.post('api/password-reset/request/', { email: 'ada@example.org' });
    const link = resetLinkOf((await mailTo('ada@example.org'))?.link);
    const confirm = (change: object) =>
      visitor.post('api/password-reset/confirm/', { ...link, password: NEW_PASSWORD, ...change });
    expect((await confirm({ id: '999' })).status).toBe(404);
    expect((await confirm({ password: 'short' })).status).toBe(400);
    expect((await confirm({ password: '12345678' })).body.details.field).toBe('password');
    expect((await confirm({ token: 'x'.repeat(43) })).status).toBe(404);
    clock.time += RESET_MS;
    expect((await confirm({})).status).toBe(404);
    expect((await signIn(restClient(app), 'ada@example.org')).status).toBe(200);
  });

  it('accepts no link of another purpose for a new password, nor the other way round', async () => {
    const { app, mailTo } = await start();
    const ada = await foundAndSignIn(app, 'ada@example.org', 'Highland Paths');
    const verify = await mailTo('ada@example.org');
    const token = tokenOf(verify?.link);
    await ada.post('api/password-reset/request/', { email: 'ada@example.org' });
    const reset = resetLinkOf((await mailTo('ada@example.org'))?.link);
    const wrong = { id: reset.id, token, password: NEW_PASSWORD };
    expect((await ada.post('api/password-reset/confirm/', wrong)).status).toBe(404);
    const crossed = { token: reset.token };
    expect((await ada.post('api/email-address/confirm/', crossed)).status).toBe(404);
    expect((await ada.post('api/organization-invite/look/', crossed)).status).toBe(404);
  });

  it('changes its password with the old one; other sessions end, this one stays', async () => {
    const { app, mailTo } = await start();
    const laptop = await foundAndSignIn(app, 'ada@example.org', 'Highland Paths');
    const phone = restClient(app);
    await signIn(phone, 'ada@example.org');
    const change = (current_password: string, password = NEW_PASSWORD) =>
      laptop.post('api/password/change/', { current_password, password });
    const wrong = await change('not the password');
    expect([wrong.status, wrong.body.code]).toEqual([400, 'bad_credentials']);
    expect((await change(PASSWORD, 'short')).status).toBe(400);
    expect((await phone.get('api/me/')).status).toBe(200);
    expect((await change(PASSWORD)).status).toBe(200);
    expect((await phone.get('api/me/')).status).toBe(401);
    expect((await laptop.get('api/me/')).status).toBe(200);
    expect((await signIn(phone, 'ada@example.org', NEW_PASSWORD)).status).toBe(200);
    expect((await mailTo('ada@example.org'))?.subject).toBe('Your password on Cairn was changed');
  });

  it('changes its password once when the call arrives twice, with the same response', async () => {
    const { app, mails, mailTo } = await start();
    const laptop = await foundAndSignIn(app, 'ada@example.org', 'Highland Paths');
    const call = { current_password: PASSWORD, password: NEW_PASSWORD };
    const first = await laptop.post('api/password/change/', call);
    const later = restClient(app);
    await signIn(later, 'ada@example.org', NEW_PASSWORD);
    const second = await laptop.post('api/password/change/', call);
    expect([second.status, second.body.message]).toEqual([200, first.body.message]);
    expect((await later.get('api/me/')).status).toBe(200);
    await mailTo('ada@example.org');
    expect(mails.filter(({ subject }) => subject.includes('was changed'))).toHaveLength(1);
    const common = { current_password: PASSWORD, password: 'password' };
    expect((await laptop.post('api/password/change/', common)).body.details?.field).toBe(
      'password',
    );
    const guessed = { current_password: 'not the password', password: 'nor is this one' };
    expect((await laptop.post('api/password/change/', guessed)).status).toBe(400);
  });

  it('counts each password that a change of it tries, so that the new one is no free guess', async () => {
    const { app } = await start();
    const laptop = await foundAndSignIn(app, 'ada@example.org', 'Highland Paths');
    const statuses: number[] = [];
    while (!statuses.includes(429) && statuses.length < 40) {
      const guess = `guess number ${String(statuses.length)}`;
      const call = { current_password: guess, password: `another ${guess}` };
      statuses.push((await laptop.post('api/password/change/', call)).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 5 }, () => 400), 429]);
  });

  it('lists its sessions and ends them one by one, its own only', async () => {
    const { app, clock } = await start();
    const laptop = await foundAndSignIn(app, 'ada@example.org', 'Highland Paths');
    const phone = restClient(app);
    clock.time += 60_000;
    phone.token = undefined;
    const signed = await phone.post(
      'api/user-login/',
      { email: 'ada@example.org', password: PASSWORD },
      { headers: { 'user-agent': 'Pocket/1.0' } },
    );
    const stranger = await foundAndSignIn(app, 'eve@example.org', 'Elsewhere');
    const list = await laptop.get('api/session/list/');
    expect(list.body.data).toMatchObject([
      { browser: 'Pocket/1.0', current: false, used_at: clock.time, shared: false },
      { current: true, created_at: clock.time - 60_000 },
    ]);
    const id = signed.body.data.session_id;
    expect((await stranger.post('api/session/end/', { id })).status).toBe(404);
    expect((await laptop.post('api/session/end/', { id })).status).toBe(200);
    expect((await phone.post('api/session/token/')).status).toBe(401);
    expect((await laptop.get('api/session/list/')).body.data).toHaveLength(1);

    await signIn(phone, 'ada@example.org');
    expect((await laptop.post('api/session/end-others/')).status).toBe(200);
    expect((await phone.get('api/me/')).status).toBe(401);
    expect((await laptop.get('api/me/')).status).toBe(200);
    expect((await stranger.get('api/me/')).status).toBe(200);
  });

  it('on a shared computer loses the cookie with the browser and the session within half a day', async () => {
    const { app, clock } = await start();
    const own = await foundAndSignIn(app, 'ada@example.org', 'Highland Paths');
    const shared = restClient(app);
    const reply = await shared.post('api/user-login/', {
      email: 'ada@example.org',
      password: PASSWORD,
      shared: true,
    });
    const cookie = [reply.headers['set-cookie']]
      .flat()
      .find((text) => String(text).startsWith('cairn_session='));
    expect(cookie).not.toMatch(/Max-Age|Expires/i);
    clock.time += SHARED_SESSION_MS - 1_000;
    const renewed = await shared.post('api/session/token/');
    expect(renewed.status).toBe(200);
    expect(String([renewed.headers['set-cookie']].flat())).not.toMatch(/Max-Age|Expires/i);
    clock.time += SHARED_SESSION_MS;
    expect((await shared.post('api/session/token/')).status).toBe(401);
    expect(clock.time).toBeLessThan(clock.time + SESSION_MS);
    expect((await own.post('api/session/token/')).status).toBe(200);
  });

  it('moves to a new address when the link in the mail to it is confirmed, in every organisation', async () => {
    const { app, mailTo, clock } = await start();
    const ada = await foundAndSignIn(app, 'ada@example.org', 'Highland Paths');
    await ada.post('api/user-organization-create/', {
      display_name: 'Ada Field',
      email: 'ada@example.org',
      phone_number: '+44 20 7946 0000',
      organization: { name: 'Second Paths' },
      password: PASSWORD,
    });
    const body = { email: 'ada@new.example', password: PASSWORD };
    const wrong = await ada.post('api/email-address/change/', { ...body, password: 'no' });
    expect(wrong.status).toBe(400);
    expect((await ada.post('api/email-address/change/', body)).status).toBe(200);
    const token = tokenOf((await mailTo('ada@new.example'))?.link);
    expect((await signIn(restClient(app), 'ada@example.org')).status).toBe(200);

    const stranger = await foundAndSignIn(app, 'eve@example.org', 'Elsewhere');
    expect((await stranger.post('api/email-address/confirm/', { token })).status).toBe(404);
    const visitor = restClient(app);
    expect((await visitor.post('api/email-address/confirm/', { token })).status).toBe(401);
    expect((await ada.post('api/email-address/confirm/', { token })).body.data).toEqual({
      email: 'ada@new.example',
    });
    expect((await ada.post('api/email-address/confirm/', { token })).status).toBe(404);
    expect((await signIn(restClient(app), 'ada@example.org')).status).toBe(400);
    const again = restClient(app);
    const signed = await signIn(again, 'ada@new.example');
    for (const { organization_id } of signed.body.data.organizations) {
      const people = await again.get('organization-user/list/', { org: String(organization_id) });
      expect(people.body.data[0].user.email).toBe('ada@new.example');
    }
    expect((await mailTo('ada@example.org'))?.text).toContain('ada@new.example');

    await again.post('api/email-address/change/', {
      email: 'ada@third.example',
      password: PASSWORD,
    });
    const late = tokenOf((await mailTo('ada@third.example'))?.link);
    clock.time += ADDRESS_MS;
    await signIn(again, 'ada@new.example');
    expect((await again.post('api/email-address/confirm/', { token: late })).status).toBe(404);
  });

  it('does not learn whether a requested address belongs to somebody; only that mailbox does', async () => {
    const { app, mailTo } = await start();
    const ada = await foundAndSignIn(app, 'ada@example.org', 'Highland Paths');
    await foundAndSignIn(app, 'eve@example.org', 'Elsewhere');
    const ask = (email: string) =>
      ada.post('api/email-address/change/', { email, password: PASSWORD });
    const free = await ask('free@example.org');
    const taken = await ask('eve@example.org');
    expect(taken.status).toBe(free.status);
    expect(taken.text.replace('eve@', 'free@')).toBe(free.text);
    const mail = await mailTo('eve@example.org');
    expect(mail?.subject).toBe('You already have an account on Cairn');
    expect(mail?.link).toBeNull();
  });

  it('confirms the address of its sign-up by the mail of the sign-up, and only while signed in to it', async () => {
    const { app, mailTo } = await start();
    const ada = await foundAndSignIn(app, 'ada@example.org', 'Highland Paths', { proved: false });
    const mail = await mailTo('ada@example.org');
    expect(mail?.subject).toBe('Confirm your e-mail address on Cairn');
    const token = tokenOf(mail?.link);
    const owner = await foundAndSignIn(app, 'eve@example.org', 'Elsewhere');
    expect((await owner.post('api/email-address/confirm/', { token })).status).toBe(404);
    const unproved = await ada.get('api/email-address/');
    expect(unproved.body.data).toEqual({ email: 'ada@example.org', confirmed: false });
    expect((await ada.post('api/email-address/confirm/', { token })).status).toBe(200);
    expect((await ada.get('api/email-address/')).body.data.confirmed).toBe(true);
    const roles = await owner.get('user-role/list/');
    const [role] = roles.body.data;
    await owner.post('api/org-user/create/', {
      user: { display_name: 'Ada', phone_number: '+44 20 7946 0001', email: 'ada@example.org' },
      user_role: role.id,
      role_category: role.role_category.id,
    });
    expect((await mailTo('ada@example.org'))?.text).toContain('You have an account already');
  });
});
