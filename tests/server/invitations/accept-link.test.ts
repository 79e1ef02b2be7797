import { afterEach, expect, it } from 'vitest';
import { INVITATION_MS } from '../../../model/entities/invitation.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import {
  adopt,
  PASSWORD,
  foundAndSignIn,
  type Reply,
  type RestClient,
  restClient,
  signIn,
} from '../../support/rest-client.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

/** The form of "Add User" for a role of the organisation, by its name. */
async function addPerson(
  client: RestClient,
  {
    email,
    name,
    role = 'Member',
  }: { readonly email: string; readonly name: string; readonly role?: string },
): Promise<Reply> {
  const roles = await client.get('user-role/list/');
  const chosen = roles.body.data.find((one: { name: string }) => one.name === role);
  return client.post('api/org-user/create/', {
    user: { display_name: name, phone_number: '+44 20 7946 0001', email },
    organization: Number(client.orgId),
    user_role: chosen.id,
    role_category: chosen.role_category.id,
  });
}

function tokenOf(link: string | null | undefined): string {
  return String(link).split('/organizationinvite/')[1] ?? '';
}

forEachDatabase('the links of added people', (open) => {
  const running: TestApp[] = [];
  const start = async () => {
    const setup = await startTestApp(await open());
    running.push(setup);
    return setup;
  };
  afterEach(async () => {
    for (const setup of running.splice(0)) await setup.close();
  });

  it('lead from Add User over the mail to a chosen password and a session', async () => {
    const { app, mailTo } = await start();
    const admin = await foundAndSignIn(app, 'ada@example.org', 'Highland Paths');
    const added = await addPerson(admin, { email: 'Ben@Example.org', name: 'Ben Hill' });
    expect(added.status).toBe(200);
    expect(added.body.data).toMatchObject({
      id: expect.any(Number),
      user: { id: expect.any(Number), display_name: 'Ben Hill', email: 'ben@example.org' },
      user_level: 'Member',
      joined: false,
    });

    const mail = await mailTo('ben@example.org');
    expect(mail?.subject).toBe('You have been added to an organisation on Cairn');
    expect(mail?.link).toMatch(/^http:\/\/cairn\.test\/organizationinvite\/[\w-]{43}$/);
    expect(mail?.text).toContain(String(mail?.link));
    const token = tokenOf(mail?.link);

    const ben = restClient(app);
    const look = await ben.post('api/organization-invite/look/', { token });
    expect(look.body.data).toEqual({
      display_name: 'Ben Hill',
      email: 'ben@example.org',
      organization_name: 'Highland Paths',
    });
    const accepted = await ben.post('api/organization-invite/accept/', {
      token,
      password: 'my own password',
    });
    expect(accepted.status).toBe(200);
    expect(String(accepted.body.data.organization_id)).toBe(admin.orgId);
    adopt(ben, accepted);
    expect(ben.cookies.has('cairn_session')).toBe(true);
    expect((await ben.get('api/me/')).body.data.display_name).toBe('Ben Hill');
    expect((await signIn(restClient(app), 'ben@example.org', 'my own password')).status).toBe(200);
    const people = await admin.get('organization-user/list/');
    expect(people.body.data[1]).toMatchObject({ joined: true });

    const again = await restClient(app).post('api/organization-invite/accept/', {
      token,
      password: 'a thief chooses',
    });
    expect(again.status).toBe(404);
    expect((await signIn(restClient(app), 'ben@example.org', 'a thief chooses')).status).toBe(400);
  });

  it('are rejected after seven days, and with a short password', async () => {
    const { app, mailTo, clock } = await start();
    const admin = await foundAndSignIn(app, 'ada@example.org', 'Highland Paths');
    await addPerson(admin, { email: 'ben@example.org', name: 'Ben Hill' });
    const token = tokenOf((await mailTo('ben@example.org'))?.link);
    const ben = restClient(app);
    const short = await ben.post('api/organization-invite/accept/', { token, password: 'seven77' });
    expect(short.status).toBe(400);
    const common = { token, password: 'password' };
    const refused = await ben.post('api/organization-invite/accept/', common);
    expect(refused.body.details?.field).toBe('password');
    clock.time += INVITATION_MS;
    expect((await ben.post('api/organization-invite/look/', { token })).status).toBe(404);
    const late = await ben.post('api/organization-invite/accept/', {
      token,
      password: 'long enough',
    });
    expect(late.status).toBe(404);
  });

  it('are mailed again at an administrator’s request, and at nobody else’s', async () => {
    const { app, mailTo, clock, mails } = await start();
    const admin = await foundAndSignIn(app, 'ada@example.org', 'Highland Paths');
    const added = await addPerson(admin, { email: 'ben@example.org', name: 'Ben Hill' });
    const first = tokenOf((await mailTo('ben@example.org'))?.link);
    clock.time += INVITATION_MS;
    await signIn(admin, 'ada@example.org');
    const again = await admin.post('api/organization-invite/resend/', {
      organization_user: added.body.data.id,
    });
    expect(again.status).toBe(200);
    const token = tokenOf((await mailTo('ben@example.org'))?.link);
    expect(token).not.toBe(first);
    expect(mails.filter((mail) => mail.to === 'ben@example.org')).toHaveLength(2);
    const ben = restClient(app);
    adopt(
      ben,
      await ben.post('api/organization-invite/accept/', { token, password: 'long enough' }),
    );
    const resend = { organization_user: added.body.data.id };
    expect((await ben.post('api/organization-invite/resend/', resend)).status).toBe(403);
    expect((await admin.post('api/organization-invite/resend/', resend)).status).toBe(409);
    const stranger = await foundAndSignIn(app, 'eve@example.org', 'Elsewhere');
    expect((await stranger.post('api/organization-invite/resend/', resend)).status).toBe(404);
  });

  it('are sent to an existing account without telling the inviter that there is one', async () => {
    const { app, mailTo } = await start();
    const admin = await foundAndSignIn(app, 'ada@example.org', 'Highland Paths');
    const other = await foundAndSignIn(app, 'eve@example.org', 'Elsewhere');
    await addPerson(other, { email: 'ben@example.org', name: 'Ben' });
    const ben = restClient(app);
    await ben.post('api/organization-invite/accept/', {
      token: tokenOf((await mailTo('ben@example.org'))?.link),
      password: PASSWORD,
    });
    const known = await addPerson(admin, { email: 'ben@example.org', name: 'Ben Typed' });
    const unknown = await addPerson(admin, { email: 'new@example.org', name: 'New Typed' });
    expect(known.body.data).toMatchObject({
      joined: false,
      user: { display_name: 'Ben Typed', phone_number: '+44 20 7946 0001' },
    });
    expect(Object.keys(known.body.data)).toEqual(Object.keys(unknown.body.data));
    const mail = await mailTo('ben@example.org');
    expect(mail?.link).toBe('http://cairn.test/');
    expect(mail?.text).toContain('You have an account already');

    const signed = await signIn(ben, 'ben@example.org');
    expect(namesOf(signed)).toEqual(['Elsewhere', 'Highland Paths']);
    const people = await admin.get('organization-user/list/');
    expect(people.body.data[1]).toMatchObject({ user: { email: 'ben@example.org' }, joined: true });
  });

  it('give no access to a person who signed up with a foreign address before its owner was added', async () => {
    const { app, mailTo } = await start();
    const stranger = await foundAndSignIn(app, 'ben@example.org', 'Squat', { proved: false });
    const admin = await foundAndSignIn(app, 'ada@example.org', 'Highland Paths');
    await addPerson(admin, { email: 'ben@example.org', name: 'Ben' });
    const mail = await mailTo('ben@example.org');
    const foreign = { org: String(admin.orgId) };
    expect((await stranger.get('users/', foreign)).status).toBe(404);
    expect(namesOf(await signIn(stranger, 'ben@example.org'))).toEqual(['Squat']);
    expect((await stranger.get('users/', foreign)).status).toBe(404);
    const before = await admin.get('organization-user/list/');
    expect(before.body.data[1]).toMatchObject({ joined: false });

    const ben = restClient(app);
    const accepted = await ben.post('api/organization-invite/accept/', {
      token: tokenOf(mail?.link),
      password: 'the owner of the mailbox',
    });
    expect(namesOf(accepted)).toContain('Highland Paths');
    expect((await stranger.get('api/me/')).status).toBe(401);
    expect((await stranger.post('api/session/token/')).status).toBe(401);
    expect((await signIn(stranger, 'ben@example.org')).status).toBe(400);
  });

  it('let the added person join with their own password while signed in; nobody else', async () => {
    const { app, mailTo } = await start();
    const ben = await foundAndSignIn(app, 'ben@example.org', 'His Own', { proved: false });
    const admin = await foundAndSignIn(app, 'ada@example.org', 'Highland Paths');
    await addPerson(admin, { email: 'ben@example.org', name: 'Ben' });
    const token = tokenOf((await mailTo('ben@example.org'))?.link);
    const join = (client: RestClient) => client.post('api/organization-invite/join/', { token });
    const stranger = await foundAndSignIn(app, 'eve@example.org', 'Elsewhere');
    expect((await join(stranger)).status).toBe(403);
    expect((await join(restClient(app))).status).toBe(401);
    const there = { org: String(admin.orgId) };
    expect((await stranger.get('users/', there)).status).toBe(404);
    expect((await ben.get('users/', there)).status).toBe(404);
    const guest = (address: string) => addPerson(ben, { email: address, name: 'Guest' });
    expect((await guest('fay@example.org')).status).toBe(403);

    const joined = await join(ben);
    expect(joined.status).toBe(200);
    expect(String(joined.body.data.organization_id)).toBe(admin.orgId);
    expect((await ben.get('users/', there)).status).toBe(200);
    const people = await admin.get('organization-user/list/');
    expect(people.body.data[1]).toMatchObject({ joined: true });
    expect(namesOf(await signIn(ben, 'ben@example.org'))).toEqual(['His Own', 'Highland Paths']);
    expect((await join(ben)).status).toBe(404);
    // The link has proved the address, so ben may invite people himself.
    expect((await guest('fay@example.org')).status).toBe(200);
  });

  it('are not created for an address that is in the organisation already', async () => {
    const { app } = await start();
    const admin = await foundAndSignIn(app, 'ada@example.org', 'Highland Paths');
    expect((await addPerson(admin, { email: 'ben@example.org', name: 'Ben' })).status).toBe(200);
    const twice = await addPerson(admin, { email: 'BEN@example.org', name: 'Ben' });
    expect(twice.status).toBe(409);
    expect(twice.body.code).toBe('conflict');
    expect((await admin.get('organization-user/list/')).body.count).toBe(2);
  });

  it('all end with the first one that is used', async () => {
    const { app, mailTo } = await start();
    const ada = await foundAndSignIn(app, 'ada@example.org', 'Highland Paths');
    const eve = await foundAndSignIn(app, 'eve@example.org', 'Elsewhere');
    await addPerson(ada, { email: 'ben@example.org', name: 'Ben' });
    const first = tokenOf((await mailTo('ben@example.org'))?.link);
    await addPerson(eve, { email: 'ben@example.org', name: 'Benjamin' });
    const second = tokenOf((await mailTo('ben@example.org'))?.link);
    const ben = restClient(app);
    const accepted = await ben.post('api/organization-invite/accept/', {
      token: first,
      password: 'long enough',
    });
    expect(accepted.body.data.organizations).toHaveLength(2);
    const other = await ben.post('api/organization-invite/accept/', {
      token: second,
      password: 'something else',
    });
    expect(other.status).toBe(404);
    expect((await signIn(ben, 'ben@example.org', 'long enough')).status).toBe(200);
  });

  it('are sent again to an added person who signs up instead, and nothing is created', async () => {
    const { app, mailTo } = await start();
    const admin = await foundAndSignIn(app, 'ada@example.org', 'Highland Paths');
    await addPerson(admin, { email: 'ben@example.org', name: 'Ben' });
    await mailTo('ben@example.org');
    const reply = await restClient(app).post('api/user-organization-create/', {
      display_name: 'Somebody',
      email: 'ben@example.org',
      phone_number: '+44 20 7946 0002',
      organization: { name: 'His Own' },
      password: 'chosen by whom',
    });
    expect(reply.status).toBe(200);
    expect((await signIn(restClient(app), 'ben@example.org', 'chosen by whom')).status).toBe(400);
    const mail = await mailTo('ben@example.org');
    expect(mail?.subject).toBe('Choose your password on Cairn first');
    const ben = restClient(app);
    const token = tokenOf(mail?.link);
    const accepted = await ben.post('api/organization-invite/accept/', {
      token,
      password: 'long enough',
    });
    expect(accepted.body.data.organizations).toHaveLength(1);
  });

  it('are mailed with names whose line breaks are removed', async () => {
    const { app, mailTo } = await start();
    const admin = await foundAndSignIn(app, 'ada@example.org', 'Paths\r\nBcc: all@example.org');
    await addPerson(admin, { email: 'ben@example.org', name: 'Ben\n\nPay here' });
    const mail = await mailTo('ben@example.org');
    expect(mail?.subject).toBe('You have been added to an organisation on Cairn');
    expect(mail?.text).toContain('Hello Ben Pay here,');
    expect(mail?.text).toContain('Ada Field has added you to Paths Bcc: all@example.org on Cairn');
  });
});

function namesOf(reply: Reply): readonly string[] {
  return reply.body.data.organizations.map(
    (one: { organization_name: string }) => one.organization_name,
  );
}
