import { afterEach, expect, it } from 'vitest';
import { INVITATION_MS } from '../../../model/entities/invitation.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { PASSWORD, type RestClient, restClient, signIn } from '../../support/rest-client.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { foundTeam, freshId, hire, ok, pull, startTeam, type Team } from '../support/team.ts';

const NEWCOMER = { display_name: 'Nia New', phone_number: '+44 20 7946 0003', password: PASSWORD };

forEachDatabase('invitations by address', (open) => {
  const setups: TestApp[] = [];
  const start = async () => {
    const team = await startTeam(open);
    setups.push(team.setup);
    return team;
  };
  afterEach(async () => {
    for (const setup of setups.splice(0)) await setup.close();
  });
  const invite = async (team: Team, email = 'nia@new.test') => {
    const role = await roleOf(team, 'Member');
    return team.founder.post('api/org-user-invite/', {
      email,
      organization: team.founder.orgId,
      role,
    });
  };
  const tokenFor = async (team: Team, email = 'nia@new.test') =>
    (await team.setup.mailTo(email))?.link?.split('/').at(-1) ?? '';
  const accept = (team: Team, body: object) =>
    restClient(team.app).post('api/organization-invite/accept/', body);

  it('respond with 201 ‘Mail sent successfully!’, and a person without an account joins by the link', async () => {
    const team = await start();
    const sent = await invite(team);
    expect(sent.status).toBe(201);
    expect(sent.body.message).toBe('Mail sent successfully!');
    const token = await tokenFor(team);
    const looked = await restClient(team.app).post('api/organization-invite/look/', { token });
    expect(looked.body.data).toMatchObject({
      email: 'nia@new.test',
      organization_name: 'Field Work',
      account: 'none',
      role_name: 'Member',
    });
    expect((await accept(team, { token, password: PASSWORD })).status).toBe(400);
    const common = await accept(team, { token, ...NEWCOMER, password: '12345678' });
    expect(common.body.details?.field).toBe('password');
    const joined = ok(await accept(team, { token, ...NEWCOMER })).body.data;
    expect(String(joined.organization_id)).toBe(team.founder.orgId);
    expect(joined.organizations).toMatchObject([{ organization_name: 'Field Work' }]);
    expect((await accept(team, { token, ...NEWCOMER })).status).toBe(404);
    const people = (await team.founder.get('organization-user/list/')).body.data;
    expect(people.at(-1)).toMatchObject({
      active: true,
      joined: true,
      user: { display_name: 'Nia New', email: 'nia@new.test' },
    });
    expect((await listed(team)).map(({ state }) => state)).toEqual(['accepted']);
    const nia = restClient(team.app);
    expect((await signIn(nia, 'nia@new.test')).status).toBe(200);
  });

  it('are rejected for a member, an invited address, and an inviter without post access', async () => {
    const team = await start();
    await hire(team, 'ben@field.test');
    expect((await invite(team, 'Ben@Field.test')).status).toBe(409);
    expect((await invite(team)).status).toBe(201);
    expect((await invite(team)).status).toBe(409);
    const ids = (await team.founder.get('role-level/list/')).body.data;
    const third = ids.find((level: { name: string }) => level.name === 'Level 3');
    const cy = await hire(team, 'cy@field.test', 'Coordinator');
    ok(await team.founder.patch(`role-level/update/${third.id}/`, { post_access: false }));
    const refused = await cy.post('api/org-user-invite/', {
      email: 'x@field.test',
      role: await roleOf(team, 'Member'),
    });
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'You dont have access to invite a user',
    ]);
  });

  it('of two organisations for one address, with one id, do not end each other', async () => {
    const here = await start();
    const there = { ...(await foundTeam(here.app, 'zoe@other.test', 'Other')), setup: here.setup };
    expect((await invite(here, 'zed@new.test')).status).toBe(201);
    expect((await invite(there, 'zed@new.test')).status).toBe(201);
    const id = freshId();
    const tokens: string[] = [];
    for (const team of [here, there]) {
      const role = await roleOf(team, 'Member');
      const sent = await team.founder.post('api/org-user-invite/', {
        id,
        email: 'nia@new.test',
        role,
      });
      expect(sent.status).toBe(201);
      tokens.push(await tokenFor(team));
    }
    ok(await here.founder.patch(`api/org-user-invite/update/${id}/`, { revoked: true }));
    expect((await accept(here, { token: tokens[0], ...NEWCOMER })).status).toBe(404);
    const joined = ok(await accept(there, { token: tokens[1], ...NEWCOMER })).body.data;
    expect(joined.organizations).toMatchObject([{ organization_name: 'Other' }]);
  });

  it('of a person who was added in two organisations and deactivated by one still work in the other', async () => {
    const here = await start();
    const there = { ...(await foundTeam(here.app, 'zoe@other.test', 'Other')), setup: here.setup };
    const add = async (team: Team) => {
      const { body } = await team.founder.get('user-role/list/');
      const role = body.data.find((one: { name: string }) => one.name === 'Member');
      const user = { display_name: 'Nia', phone_number: '+44 20 7946 0003', email: 'nia@new.test' };
      const person = { user, user_role: role.id, role_category: role.role_category.id };
      ok(await team.founder.post('api/org-user/create/', person));
    };
    await add(there);
    const token = await tokenFor(there);
    await add(here);
    const [invitation] = await listed(here);
    ok(
      await here.founder.patch(`api/org-user-invite/update/${invitation?.id}/`, { revoked: true }),
    );
    const joined = ok(await accept(there, { token, ...NEWCOMER })).body.data;
    expect(joined.organizations).toMatchObject([{ organization_name: 'Other' }]);
  });

  it('sent again end the earlier link; revoked and expired ones do not work', async () => {
    const team = await start();
    const { id } = (await invite(team)).body.data;
    const first = await tokenFor(team);
    ok(await team.founder.patch(`api/org-user-invite/update/${id}/`, { resend: true }));
    const second = await tokenFor(team);
    expect(second).not.toBe(first);
    expect((await accept(team, { token: first, ...NEWCOMER })).status).toBe(404);
    team.setup.clock.time += INVITATION_MS;
    expect((await accept(team, { token: second, ...NEWCOMER })).status).toBe(404);
    // Two weeks later every session is still valid.
    await signIn(team.founder, 'ada@field.test');
    ok(await team.founder.patch(`api/org-user-invite/update/${id}/`, { resend: true }));
    const third = await tokenFor(team);
    ok(await team.founder.patch(`api/org-user-invite/update/${id}/`, { revoked: true }));
    expect((await accept(team, { token: third, ...NEWCOMER })).status).toBe(404);
    const late = await team.founder.patch(`api/org-user-invite/update/${id}/`, { resend: true });
    expect(late.status).toBe(409);
    expect((await invite(team)).status).toBe(201);
  });

  it('are accepted by an account with a proved mailbox after signing in; another one cannot replace it', async () => {
    const team = await start();
    const other = { ...(await foundTeam(team.app, 'zoe@other.test', 'Other')), setup: team.setup };
    const eve = await hire(other, 'eve@other.test');
    await invite(team, 'eve@other.test');
    const token = await tokenFor(team, 'eve@other.test');
    const looked = await restClient(team.app).post('api/organization-invite/look/', { token });
    expect(looked.body.data.account).toBe('proved');
    const stolen = await accept(team, { token, ...NEWCOMER, password: 'another password' });
    expect(stolen.status).toBe(400);
    const foreign = await other.founder.post('api/organization-invite/join/', { token });
    expect(foreign.status).toBe(403);
    expect(
      (await restClient(team.app).post('api/organization-invite/join/', { token })).status,
    ).toBe(401);
    const joined = ok(await eve.post('api/organization-invite/join/', { token })).body.data;
    expect(String(joined.organization_id)).toBe(team.founder.orgId);
    expect((await eve.get('api/me/', { org: team.founder.orgId ?? '' })).status).toBe(200);
    expect((await eve.post('api/organization-invite/join/', { token })).status).toBe(404);
  });

  it('create one membership when one link is used twice at the same time', async () => {
    const team = await start();
    await invite(team);
    const token = await tokenFor(team);
    const replies = await Promise.all([
      accept(team, { token, ...NEWCOMER }),
      accept(team, { token, ...NEWCOMER }),
    ]);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const people = (await team.founder.get('organization-user/list/')).body.data;
    expect(people).toHaveLength(2);
  });

  it('show that the mail is delayed while the mail server is down, and that it is sent later', async () => {
    let down = true;
    const setup = await startTestApp(await open(), {
      mail: {
        send: () => (down ? Promise.reject(new Error('down')) : Promise.resolve()),
        close: () => undefined,
      },
    });
    setups.push(setup);
    const team = { setup, ...(await foundTeam(setup.app, 'ada@field.test', 'Field Work')) };
    expect((await invite(team)).status).toBe(201);
    await setup.app.services.mailer.settle();
    expect((await listed(team)).map(({ mail }) => mail)).toEqual(['delayed']);
    down = false;
    setup.clock.time += 60_000;
    await setup.app.services.mailer.settle();
    expect((await listed(team)).map(({ mail }) => mail)).toEqual(['sent']);
  });

  it('include added people until they join; revoking deactivates them', async () => {
    const team = await start();
    const role = (await team.founder.get('user-role/list/')).body.data.at(-1);
    const add = (email: string) =>
      team.founder.post('api/org-user/create/', {
        user: { display_name: 'Nia', phone_number: '+44 20 7946 0003', email },
        user_role: role.id,
        role_category: role.role_category.id,
      });
    ok(await add('nia@new.test'));
    team.setup.clock.time += 1_000;
    ok(await add('ola@new.test'));
    const [ola, nia] = await listed(team);
    expect([ola?.email, nia?.state]).toEqual(['ola@new.test', 'pending']);
    const token = await tokenFor(team);
    ok(await accept(team, { token, password: PASSWORD }));
    ok(await team.founder.patch(`api/org-user-invite/update/${ola?.id}/`, { revoked: true }));
    const olas = await tokenFor(team, 'ola@new.test');
    expect((await accept(team, { token: olas, password: PASSWORD })).status).toBe(404);
    const people = (await team.founder.get('organization-user/list/')).body.data;
    expect(people.map((one: { active: boolean }) => one.active)).toEqual([true, true, false]);
    expect((await listed(team)).map(({ state }) => state)).toEqual(['revoked', 'accepted']);
  });

  it('of a person who was invited and then added are one, which ends with their joining', async () => {
    const team = await start();
    const role = (await team.founder.get('user-role/list/')).body.data.at(-1);
    const add = () =>
      team.founder.post('api/org-user/create/', {
        user: { display_name: 'Nia', phone_number: '+44 20 7946 0003', email: 'nia@new.test' },
        user_role: role.id,
        role_category: role.role_category.id,
      });
    expect((await invite(team)).status).toBe(201);
    const before = await tokenFor(team);
    ok(await add());
    expect((await accept(team, { token: before, ...NEWCOMER })).status).toBe(404);
    expect((await listed(team)).map(({ state }) => state)).toEqual(['pending']);
    ok(await accept(team, { token: await tokenFor(team), password: PASSWORD }));
    expect((await listed(team)).map(({ state }) => state)).toEqual(['accepted']);
    const [, nia] = (await team.founder.get('organization-user/list/')).body.data;
    ok(await team.founder.patch(`organization-user/update/${nia.id}/`, { active: false }));
    const again = await add();
    expect([again.status, again.body.message]).toEqual([
      409,
      'Somebody with this e-mail address was deactivated here: reactivate them instead',
    ]);
  });

  it('of an added person who was deactivated and activated before joining get a new mail', async () => {
    const team = await start();
    const role = (await team.founder.get('user-role/list/')).body.data.at(-1);
    ok(
      await team.founder.post('api/org-user/create/', {
        user: { display_name: 'Nia', phone_number: '+44 20 7946 0003', email: 'nia@new.test' },
        user_role: role.id,
        role_category: role.role_category.id,
      }),
    );
    const [invitation] = await listed(team);
    const before = await tokenFor(team);
    ok(
      await team.founder.patch(`api/org-user-invite/update/${invitation?.id}/`, { revoked: true }),
    );
    const [, nia] = (await team.founder.get('organization-user/list/')).body.data;
    ok(await team.founder.patch(`organization-user/update/${nia.id}/`, { active: true }));
    expect((await listed(team)).map(({ state }) => state)).toEqual(['pending']);
    const token = await tokenFor(team);
    expect(token).not.toBe(before);
    ok(await accept(team, { token, password: PASSWORD }));
    ok(await team.founder.patch(`organization-user/update/${nia.id}/`, { active: false }));
    ok(await team.founder.patch(`organization-user/update/${nia.id}/`, { active: true }));
    expect((await listed(team)).map(({ state }) => state)).toEqual(['accepted']);
    expect(await tokenFor(team)).toBe(token);
  });

  it('are received by levels 1 to 3 only', async () => {
    const team = await start();
    const ben = await hire(team, 'ben@field.test');
    const max = await hire(team, 'max@field.test', 'Coordinator');
    await invite(team);
    const tables = async (who: RestClient) =>
      (await pull(who)).body.changes.map((change: { table: string }) => change.table);
    expect(await tables(max)).toContain('invitations');
    expect(await tables(ben)).not.toContain('invitations');
    expect((await ben.get('api/org-user-invite/list/')).status).toBe(403);
  });
});

interface Listed {
  readonly id: string;
  readonly email: string;
  readonly state: string;
  readonly mail: string;
}

async function listed(team: Pick<Team, 'founder'>): Promise<readonly Listed[]> {
  const rows: readonly Listed[] = (await team.founder.get('api/org-user-invite/list/')).body.data;
  return rows;
}

async function roleOf(team: Pick<Team, 'founder'>, name: string): Promise<number> {
  const roles = (await team.founder.get('user-role/list/')).body.data;
  return roles.find((role: { name: string }) => role.name === name).id;
}
