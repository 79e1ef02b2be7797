import { afterEach, expect, it } from 'vitest';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { PASSWORD, type RestClient, restClient, signIn } from '../../support/rest-client.ts';
import type { TestApp } from '../../support/test-app.ts';
import { addAuthenticator } from '../support/authenticator.ts';
import {
  addTask,
  cardCall,
  deviceOf,
  foundTeam,
  freshId,
  hire,
  join,
  ok,
  orgStreamOf,
  pull,
  startTeam,
  type Team,
} from '../support/team.ts';

const DAY = 24 * 60 * 60_000;
const BEA = 'bea@field.test';
const RULES = { factor_levels: 4, factor_grace_days: 0, offline_days: null };

forEachDatabase('the rules for signing in', (open) => {
  const running: TestApp[] = [];
  const start = async (): Promise<Team> => {
    const team = await startTeam(open);
    running.push(team.setup);
    return team;
  };
  /** A team whose founder has an authenticator app. */
  const startWithFactor = async () => {
    const team = await start();
    await addAuthenticator(team.setup, team.founder);
    return team;
  };
  afterEach(async () => {
    for (const setup of running.splice(0)) await setup.close();
  });
  const demand = (client: RestClient, rules: object = {}) =>
    client.post('api/sign-in-rules/update/', { ...RULES, ...rules });
  const read = async (client: RestClient) => ok(await client.get('api/sign-in-rules/')).body.data;
  const renewed = async (client: RestClient) => {
    const reply = ok(await client.post('api/session/token/'));
    client.token = reply.body.data.access_token;
    return reply.body.data.organizations[0];
  };

  it('a second factor is demanded by somebody who has one, at level 1', async () => {
    const team = await start();
    const { founder, setup } = team;
    expect(await demand(founder)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    await addAuthenticator(setup, founder);
    ok(await demand(founder, { factor_levels: 2, factor_grace_days: 7, offline_days: 14 }));
    expect(await read(founder)).toMatchObject({
      factor_levels: 2,
      factor_grace_days: 7,
      factor_until: setup.clock.time + 7 * DAY,
      offline_days: 14,
      has_factor: true,
    });
    const manager = await hire(team, 'mo@field.test', 'Manager');
    const reply = await demand(manager);
    expect(reply).toMatchObject({ status: 403 });
    for (const bad of [
      { factor_levels: 5 },
      { factor_grace_days: 31 },
      { offline_days: 0 },
      { offline_days: 91 },
      { offline_days: 1.5 },
    ])
      expect((await demand(founder, bad)).status).toBe(400);
  });

  it('no domain and no provider of another organisation counts as a factor', async () => {
    const team = await startWithFactor();
    const { founder } = team;
    const bea = await hire(team, BEA);
    const other = await foundTeam(team.app, 'eve@other.test', 'Other Works');
    const here = { org_id: founder.orgId ?? '', domain: 'field.test' };
    const there = { ...here, org_id: other.founder.orgId ?? '' };
    const provider = {
      org_id: there.org_id,
      issuer: 'https://login.other.test',
      client_id: 'cairn',
      client_secret: '',
      join_role: null,
      active: 1,
      required: 1,
      changed_at: 1,
    };
    const { writer } = team.app.services;
    const add = (domain: typeof here) =>
      writer.separate(async (tx) => {
        const db = await tx.db();
        await db.deleteFrom('sso_domains').execute();
        await db
          .insertInto('sso_domains')
          .values({ ...domain, token: 'a', verified_at: 1, created_at: 1 })
          .execute();
      });
    await writer.separate(async (tx) => {
      await (await tx.db()).insertInto('sso_providers').values(provider).execute();
    });
    ok(await demand(founder));
    for (const domain of [here, there]) {
      await add(domain);
      expect((await pull(bea)).body).toMatchObject({ code: 'factor_missing' });
      expect((await read(founder)).without_factor).toEqual([Number(bea.orgUserId)]);
    }
    expect(await read(other.founder)).toMatchObject({ factor_levels: 0 });
  });

  it('a member who has none gets no data and writes nothing, and everything once they have one', async () => {
    const team = await startWithFactor();
    const { founder, setup } = team;
    const bea = await hire(team, BEA);
    await join(team, bea);
    const task = await addTask(team, founder);
    ok(await pull(bea));
    const { token } = ok(
      await bea.post('api/token/create/', {
        name: 'A program',
        access: 'write',
        days: 30,
        password: PASSWORD,
      }),
    ).body.data;
    const query = { stream: orgStreamOf(bea) };
    const device = await deviceOf(bea);
    ok(await demand(founder));
    const card = cardCall(team, 1, 'Dug');
    const send = () => device.push([card]);
    for (const reply of [
      await pull(bea),
      await bea.get('sync/bootstrap', { query }),
      await bea.get('sync/check', { query }),
      await send(),
      await bea.get('task/get/list/'),
      await bea.patch(`task/update-destroy/${task}/`, { name: 'Mine' }),
      await bea.post('comment/create/', { id: freshId(), task, comment: 'Hello' }),
      await bea.post('api/socket-ticket/', {}),
    ])
      expect(reply).toMatchObject({ status: 403, body: { code: 'factor_missing' } });
    const program = restClient(setup.app);
    program.token = token;
    program.orgId = bea.orgId;
    expect(await program.get('workspace/list/')).toMatchObject({
      status: 403,
      body: { code: 'factor_missing' },
    });
    // Somebody else's demand is not theirs.
    ok(await pull(founder));

    await addAuthenticator(setup, bea);
    ok(await pull(bea));
    expect((await send()).status).toBe(200);
    ok(await program.get('workspace/list/'));
    expect((await pull(founder)).text).not.toContain('Mine');
  });

  it('people who were members before have the grace period, and people who come later have none', async () => {
    const team = await startWithFactor();
    const { founder, setup } = team;
    const bea = await hire(team, BEA);
    setup.clock.time += 1_000;
    ok(await demand(founder, { factor_grace_days: 3 }));
    expect(await renewed(bea)).toMatchObject({ factor_due_at: setup.clock.time + 3 * DAY });
    expect((await renewed(founder)).factor_due_at).toBeNull();
    ok(await pull(bea));
    setup.clock.time += 1_000;
    const cem = await hire(team, 'cem@field.test');
    expect((await pull(cem)).body.code).toBe('factor_missing');
    setup.clock.time += 3 * DAY - 2_000;
    await renewed(bea);
    ok(await pull(bea));
    setup.clock.time += 1_000;
    expect((await pull(bea)).body.code).toBe('factor_missing');
    await renewed(founder);
    expect((await read(founder)).without_factor.toSorted()).toEqual(
      [bea, cem].map(({ orgUserId }) => Number(orgUserId)).toSorted(),
    );
  });

  it('a demand of levels up to 2 does not concern members below, and a promotion makes it theirs', async () => {
    const team = await startWithFactor();
    const { founder } = team;
    const bea = await hire(team, BEA);
    ok(await demand(founder, { factor_levels: 2 }));
    ok(await pull(bea));
    const roles = ok(await founder.get('user-role/list/')).body.data;
    const manager = roles.find((one: { name: string }) => one.name === 'Manager');
    ok(
      await founder.patch(`organization-user/update/${String(bea.orgUserId)}/`, {
        user_role: manager.id,
      }),
    );
    expect((await pull(bea)).body.code).toBe('factor_missing');
  });

  it('a wider demand begins a new grace period, and a changed one keeps its beginning', async () => {
    const { founder, setup } = await startWithFactor();
    const begun = setup.clock.time;
    ok(await demand(founder, { factor_levels: 1, factor_grace_days: 10 }));
    setup.clock.time += DAY;
    await renewed(founder);
    ok(await demand(founder, { factor_levels: 1, factor_grace_days: 20 }));
    expect((await read(founder)).factor_until).toBe(begun + 20 * DAY);
    ok(await demand(founder, { factor_levels: 4, factor_grace_days: 20 }));
    expect((await read(founder)).factor_until).toBe(setup.clock.time + 20 * DAY);
    const log = ok(await founder.get('security-log/list/')).body.data;
    expect(JSON.stringify(log)).toContain('sign_in_rules_changed');
  });

  it('a session that was not renewed for longer than the limit ends, and signing in again goes on', async () => {
    const team = await start();
    const { founder, setup } = team;
    const bea = await hire(team, BEA);
    ok(await demand(founder, { factor_levels: 0, offline_days: 7 }));
    expect(await renewed(bea)).toMatchObject({ offline_days: 7 });
    setup.clock.time += 7 * DAY;
    await renewed(bea);
    setup.clock.time += 7 * DAY + 1;
    const refused = await bea.post('api/session/token/');
    expect(refused).toMatchObject({ status: 401, body: { details: { reason: 'expired' } } });
    ok(await signIn(bea, BEA));
    ok(await pull(bea));
  });

  it('an organisation asks that devices encrypt what they store, and a call without the field changes nothing', async () => {
    const team = await start();
    const { founder } = team;
    const bea = await hire(team, BEA);
    expect(await renewed(bea)).toMatchObject({ encrypt_devices: false });
    const rules = { factor_levels: 0 };
    expect(await demand(bea, { ...rules, encrypt_devices: true })).toMatchObject({ status: 403 });
    expect(await demand(founder, { ...rules, encrypt_devices: 'yes' })).toMatchObject({
      status: 400,
    });
    ok(await demand(founder, { ...rules, encrypt_devices: true }));
    ok(await demand(founder, rules));
    expect(await read(founder)).toMatchObject({ encrypt_devices: true });
    expect(await renewed(bea)).toMatchObject({ encrypt_devices: true });
    const log = ok(await founder.get('security-log/list/')).body.data;
    expect(JSON.stringify(log)).toMatch(/"encrypt_devices\\?":true/);
    ok(await demand(founder, { ...rules, encrypt_devices: false }));
    expect(await renewed(bea)).toMatchObject({ encrypt_devices: false });
  });

  it('without a limit a session waits for weeks', async () => {
    const team = await start();
    const bea = await hire(team, BEA);
    team.setup.clock.time += 50 * DAY;
    expect((await renewed(bea)).offline_days).toBeNull();
  });

  it('level 1 sees and ends the sessions of a member, which end at once', async () => {
    const team = await start();
    const { founder } = team;
    const bea = await hire(team, BEA);
    const who = { organization_user: bea.orgUserId };
    const [session, ...more] = ok(await founder.post('api/member-sessions/list/', who)).body.data;
    expect(more).toEqual([]);
    expect(session).toMatchObject({ address: '203.0.113.7', shared: false });
    const manager = await hire(team, 'mo@field.test', 'Manager');
    for (const path of ['list', 'end'])
      expect(
        await manager.post(`api/member-sessions/${path}/`, {
          ...who,
          ...(path === 'end' && { id: session.id }),
        }),
      ).toMatchObject({ status: 403 });
    // A session of somebody else is none of theirs.
    const other = { organization_user: manager.orgUserId, id: session.id };
    expect((await founder.post('api/member-sessions/end/', other)).status).toBe(404);
    ok(await pull(bea));
    ok(await founder.post('api/member-sessions/end/', { ...who, id: session.id }));
    expect((await pull(bea)).status).toBe(401);
    expect(await bea.post('api/session/token/')).toMatchObject({
      status: 401,
      body: { details: { reason: 'ended_by_organization', remove: null } },
    });
    const log = ok(await founder.get('security-log/list/')).body.data;
    expect(JSON.stringify(log)).toContain('member_session_ended');
  });

  it('the sessions of somebody who belongs elsewhere as well are not shown', async () => {
    const team = await start();
    const bea = await hire(team, BEA);
    ok(
      await bea.post('api/user-organization-create/', {
        display_name: 'Bea',
        email: BEA,
        phone_number: '+44 20 7946 0000',
        organization: { name: 'Bea alone' },
        password: PASSWORD,
      }),
    );
    const who = { organization_user: bea.orgUserId };
    expect((await team.founder.post('api/member-sessions/list/', who)).status).toBe(409);
  });
});
