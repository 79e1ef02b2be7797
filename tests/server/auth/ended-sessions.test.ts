import { afterEach, expect, it } from 'vitest';
import { SESSION_MS, SHARED_SESSION_MS } from '../../../server/auth/sessions.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { PASSWORD, restClient, type RestClient, signIn } from '../../support/rest-client.ts';
import { hire, ok, startTeam, type Team } from '../support/team.ts';

forEachDatabase('the browser of an ended session', (open) => {
  const teams: Team[] = [];
  const start = async () => {
    const team = await startTeam(open);
    teams.push(team);
    return team;
  };
  afterEach(async () => {
    for (const team of teams.splice(0)) await team.setup.close();
  });
  const why = async (browser: RestClient) => {
    const { status, body } = await browser.post('api/session/token/');
    return { status, code: body.code, message: body.message, ...body.details };
  };
  const setActive = async (team: Team, { orgUserId }: RestClient, active: boolean) =>
    ok(await team.founder.patch(`organization-user/update/${orgUserId}/`, { active }));

  it('[CLIENT-10.2] receives the reason; a stranger, a made-up cookie and a bearer do not', async () => {
    const team = await start();
    const ben = await hire(team, 'ben@field.test');
    const { id } = (await ben.post('api/session/token/')).body.data.user;
    await setActive(team, ben, false);
    expect(await why(ben)).toEqual({
      status: 401,
      code: 'unauthenticated',
      message: 'Your access has ended',
      reason: 'deactivated',
      user_id: id,
      remove: null,
      former_organizations: [
        { organization_id: Number(team.founder.orgId), organization_name: 'Field Work' },
      ],
    });
    const plain = { status: 401, code: 'unauthenticated', message: 'Please sign in again' };
    const stranger = restClient(team.app);
    expect(await why(stranger)).toEqual(plain);
    stranger.cookies.set('cairn_session', 'x'.repeat(43));
    expect(await why(stranger)).toEqual(plain);
    stranger.cookies.clear();
    stranger.token = ben.token;
    stranger.orgId = ben.orgId;
    const asked = await stranger.get('api/me/');
    expect([asked.status, asked.body.details]).toEqual([401, undefined]);
  });

  it('receives the reasons password change, ended elsewhere and expired, each by its name', async () => {
    const team = await start();
    const { founder } = team;
    const enter = async (shared = false) => {
      const browser = restClient(team.app);
      const email = 'ada@field.test';
      ok(await browser.post('api/user-login/', { email, password: PASSWORD, shared }));
      return browser;
    };
    const first = await enter();
    ok(await founder.post('api/session/end-others/', {}));
    expect(await why(first)).toMatchObject({ reason: 'ended_elsewhere', remove: null });
    const second = await enter();
    const change = { current_password: PASSWORD, password: 'a better horse battery' };
    ok(await founder.post('api/password/change/', change));
    expect(await why(second)).toMatchObject({ reason: 'password_changed' });
    ok(
      await founder.post('api/password/change/', {
        current_password: change.password,
        password: PASSWORD,
      }),
    );
    const [third, fourth] = [await enter(true), await enter(true)];
    team.setup.clock.time += SHARED_SESSION_MS;
    expect(await why(third)).toMatchObject({ reason: 'expired' });
    // A sign-in sweeps expired sessions.
    await enter();
    expect(await why(fourth)).toMatchObject({ reason: 'expired' });
    team.setup.clock.time += SESSION_MS;
    await enter();
    expect((await why(first)).reason, 'no browser holds such a cookie any more').toBeUndefined();
  });

  it('does not receive the reason deactivated after a reactivation, and does after a later deactivation', async () => {
    const team = await start();
    const ben = await hire(team, 'ben@field.test');
    await setActive(team, ben, false);
    await setActive(team, ben, true);
    expect(await why(ben)).toMatchObject({ reason: 'ended_elsewhere', former_organizations: [] });
    const again = restClient(team.app);
    await signIn(again, 'ben@field.test');
    ok(
      await again.post('api/password/change/', {
        current_password: PASSWORD,
        password: 'a better horse battery',
      }),
    );
    await setActive(team, ben, false);
    expect(await why(ben)).toMatchObject({ reason: 'deactivated' });
  });

  it('[CLIENT-10.8] is instructed to remove its data on request of its person, who then sees the removal', async () => {
    const team = await start();
    const { founder, setup } = team;
    const lost = restClient(team.app);
    const signed = await lost.post(
      'api/user-login/',
      { email: 'ada@field.test', password: PASSWORD },
      { headers: { 'user-agent': 'Pocket/1.0' } },
    );
    const id = signed.body.data.session_id;
    const removals = async () => (await founder.get('api/session/list/')).body.removals;
    expect((await founder.post('api/session/end/', { id, remove: 'some' })).status).toBe(400);
    ok(await founder.post('api/session/end/', { id, remove: 'keep_unsent' }));
    const asked = { id, browser: 'Pocket/1.0', remove: 'keep_unsent', ended_at: setup.clock.time };
    expect(await removals()).toEqual([{ ...asked, told_at: null, removed_at: null }]);

    setup.clock.time += 60_000;
    expect(await why(lost)).toMatchObject({ reason: 'ended_elsewhere', remove: 'keep_unsent' });
    const told_at = setup.clock.time;
    expect(await removals()).toEqual([{ ...asked, told_at, removed_at: null }]);
    ok(await restClient(team.app).post('api/session/removed/', {}));
    ok(await founder.post('api/session/removed/', {}));
    expect(await removals(), 'only its own browser can say so').toEqual([
      { ...asked, told_at, removed_at: null },
    ]);
    expect((await founder.post('api/session/token/')).status, 'a living session stays').toBe(200);

    setup.clock.time += 60_000;
    ok(await lost.post('api/session/removed/', {}));
    expect(await removals()).toEqual([{ ...asked, told_at, removed_at: setup.clock.time }]);
    expect(lost.cookies.has('cairn_session')).toBe(false);
  });

  it('[CLIENT-10.3] of a person in several organisations stays signed in, and every renewal names the former organisation', async () => {
    const team = await start();
    const ben = await hire(team, 'ben@field.test');
    ok(
      await ben.post('api/user-organization-create/', {
        display_name: 'Ben',
        email: 'ben@field.test',
        phone_number: '+44 20 7946 0001',
        password: PASSWORD,
        organization: { name: 'Ben alone' },
      }),
    );
    await setActive(team, ben, false);
    const { status, body } = await ben.post('api/session/token/');
    expect(status).toBe(200);
    expect(body.data.organizations).toMatchObject([{ organization_name: 'Ben alone' }]);
    expect(body.data.former_organizations).toEqual([
      { organization_id: Number(team.founder.orgId), organization_name: 'Field Work' },
    ]);
  });
});
