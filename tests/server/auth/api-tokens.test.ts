import { afterEach, expect, it } from 'vitest';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { PASSWORD, type RestClient, restClient, signIn } from '../../support/rest-client.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { foundTeam, hire, ok, type Team } from '../support/team.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** A call that no token may make, with a body that it accepts. */
const FOR_SESSIONS = [
  ['post', 'api/token/create/', { name: 'More', access: 'write', days: 9, password: PASSWORD }],
  ['get', 'api/token/list/', {}],
  ['post', 'api/token/rotate/', { id: 'any', password: PASSWORD }],
  ['post', 'api/token/end/', { id: 'any' }],
  ['post', 'api/password/change/', { current_password: PASSWORD, password: 'a better battery' }],
  ['post', 'api/email-address/change/', { email: 'other@example.org', password: PASSWORD }],
  ['get', 'api/session/list/', {}],
  ['post', 'api/session/end-others/', {}],
  ['get', 'api/session/sealing-key/', {}],
  ['post', 'api/socket-ticket/', {}],
  ['get', 'api/push/key/', {}],
] as const;

forEachDatabase('tokens of programs', (open) => {
  const running: TestApp[] = [];
  const start = async (): Promise<Team> => {
    const setup = await startTestApp(await open());
    running.push(setup);
    return { setup, ...(await foundTeam(setup.app, 'ada@example.org', 'Highland Paths')) };
  };
  afterEach(async () => {
    for (const setup of running.splice(0)) await setup.close();
  });

  it('act in the name of their person, in one organisation, and say when they were used', async () => {
    const team = await start();
    const { setup, founder } = team;
    const program = await programOf(team, founder, 'write');
    const [unused] = ok(await founder.get('api/token/list/')).body.data;
    expect(unused).toMatchObject({ name: 'Nightly', access: 'write', used_at: null });
    expect(unused.expires_at).toBe(setup.clock.time + 30 * DAY_MS);
    expect(JSON.stringify(unused)).not.toContain('cairn_pat_');
    ok(await program.post('workspace/create/', { name: 'Harbour', desc: '' }));
    const { body } = ok(await founder.get('workspace/list/'));
    expect(body.data.map(({ name }: { name: string }) => name)).toContain('Harbour');
    const [used] = ok(await founder.get('api/token/list/')).body.data;
    expect(used.used_at).toBe(setup.clock.time);
    const activity = ok(await founder.get('activity/list/')).body.data;
    expect(activity[0].by.id).toBe(Number(founder.orgUserId));
  });

  it('are stored as digests, and shown once', async () => {
    const team = await start();
    const { token } = await programOf(team, team.founder, 'read');
    const rows = await team.app.services.database.db.selectFrom('api_tokens').selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('with the access to read change nothing', async () => {
    const team = await start();
    const program = await programOf(team, team.founder, 'read');
    expect((await program.get('project/list/')).status).toBe(200);
    const refused = await program.post('workspace/create/', { name: 'Harbour', desc: '' });
    expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    const { body } = ok(await team.founder.get('workspace/list/'));
    expect(JSON.stringify(body)).not.toContain('Harbour');
  });

  it('follow the sync protocol as readers, and send nothing as a device', async () => {
    const team = await start();
    const program = await programOf(team, team.founder, 'read');
    const query = { stream: `org:${team.founder.orgId}` };
    expect((await program.get('sync/check', { query })).status).toBe(200);
    const download = await program.post('sync/bootstrap', { held: [] }, { query });
    expect(download.status).toBe(200);
    const writer = await programOf(team, team.founder, 'write');
    const push = { client_id: 'c', epoch: 'e', ack_through: 0, schema: 1, calls: [] };
    expect((await writer.post('sync/push', push)).status).toBe(403);
  });

  it('never make tokens, nor touch the password, the address, sessions and sockets', async () => {
    const team = await start();
    const program = await programOf(team, team.founder, 'write');
    for (const [method, path, body] of FOR_SESSIONS) {
      for (const orgId of [team.founder.orgId, undefined]) {
        program.orgId = orgId;
        const reply = await (method === 'get' ? program.get(path) : program.post(path, body));
        expect.soft([path, reply.status]).toEqual([path, 403]);
      }
    }
    const tokens = ok(await team.founder.get('api/token/list/')).body.data;
    expect(tokens).toHaveLength(1);
  });

  it('never decide who belongs to the organisation and with which rights', async () => {
    const team = await start();
    const person = await hire(team, 'member@example.org');
    const program = await programOf(team, team.founder, 'write');
    const off = { active: false };
    const path = `organization-user/update/${person.orgUserId}/`;
    expect((await program.patch(path, off)).status).toBe(403);
    const level = { name: 'Mine', order: 9, get_access: true, post_access: true };
    const level4 = { ...level, patch_access: true, delete_access: true };
    expect((await program.post('role-level/create/', level4)).status).toBe(403);
    const invited = await program.post('api/org-user-invite/', { email: 'x@example.org' });
    expect(invited.status).toBe(403);
    expect((await person.get('project/list/')).status).toBe(200);
  });

  it('count in the header alone, never in an address', async () => {
    const team = await start();
    const { token, orgId } = await programOf(team, team.founder, 'write');
    const nobody = restClient(team.app);
    nobody.orgId = orgId;
    for (const name of ['token', 'access_token', 'authorization']) {
      const reply = await nobody.get('project/list/', { query: { [name]: token ?? '' } });
      expect.soft([name, reply.status]).toEqual([name, 401]);
    }
    expect(await team.app.services.auth.authenticate(token ?? '')).toBeUndefined();
  });

  it('end at their end, when they are ended, and with a change of the password', async () => {
    const team = await start();
    const { setup, founder } = team;
    const first = await programOf(team, founder, 'read');
    setup.clock.time += 30 * DAY_MS;
    expect((await first.get('project/list/')).status).toBe(401);
    ok(await signIn(founder, 'ada@example.org'));
    expect(ok(await founder.get('api/token/list/')).body.data).toEqual([]);
    const second = await programOf(team, founder, 'read');
    const [{ id }] = ok(await founder.get('api/token/list/')).body.data;
    ok(await founder.post('api/token/end/', { id }));
    expect((await second.get('project/list/')).status).toBe(401);
    expect((await founder.post('api/token/end/', { id })).status).toBe(404);
    const third = await programOf(team, founder, 'read');
    const change = { current_password: PASSWORD, password: 'a better horse battery' };
    ok(await founder.post('api/password/change/', change));
    expect((await third.get('project/list/')).status).toBe(401);
  });

  it('end with the deactivation of their person, and stay ended when the person returns', async () => {
    const team = await start();
    const person = await hire(team, 'member@example.org');
    const program = await programOf(team, person, 'write');
    expect((await program.get('project/list/')).status).toBe(200);
    const path = `organization-user/update/${person.orgUserId}/`;
    ok(await team.founder.patch(path, { active: false }));
    expect((await program.get('project/list/')).status).toBe(401);
    ok(await team.founder.patch(path, { active: true }));
    expect((await program.get('project/list/')).status).toBe(401);
  });

  it('of another organisation outlive a deactivation', async () => {
    const team = await start();
    const elsewhere = await foundTeam(team.app, 'eve@example.org', 'Elsewhere');
    const person = await hire(team, 'member@example.org');
    const program = await programOf(team, person, 'read');
    const [role] = ok(await elsewhere.founder.get('user-role/list/')).body.data;
    const invited = { email: 'member@example.org', role: role.id };
    await elsewhere.founder.post('api/org-user-invite/', invited);
    const token = (await team.setup.mailTo(invited.email))?.link?.split('/').at(-1);
    const there = restClient(team.app);
    ok(await there.post('api/organization-invite/accept/', { token, password: PASSWORD }));
    ok(await signIn(there, invited.email));
    there.orgId = elsewhere.founder.orgId;
    const kept = await programOf(team, there, 'read');
    const [{ id }] = ok(await there.get('api/token/list/')).body.data;
    const replaced = await rotated(team, there, id, 24);
    for (const client of [person, there]) ok(await client.post('api/calendar/create/', {}));
    expect(ok(await there.get('api/calendar/list/')).body.data).toHaveLength(1);
    const calendars = team.app.services.database.db.selectFrom('calendar_feeds').select('org_id');
    ok(await there.post('api/calendar/end/', {}));
    expect(await calendars.execute()).toEqual([{ org_id: team.founder.orgId }]);
    ok(await there.post('api/calendar/create/', {}));
    const path = `organization-user/update/${person.orgUserId}/`;
    ok(await team.founder.patch(path, { active: false }));
    expect((await program.get('project/list/')).status).toBe(401);
    for (const one of [kept, replaced.program])
      expect((await one.get('project/list/')).status).toBe(200);
    expect(await calendars.execute()).toEqual([{ org_id: there.orgId }]);
  });

  it('get a new secret, and keep their name, access and end; the former one ends at once', async () => {
    const team = await start();
    const { founder } = team;
    const former = await programOf(team, founder, 'read');
    const [before] = ok(await founder.get('api/token/list/')).body.data;
    const { program, until } = await rotated(team, founder, before.id, 0);
    expect(until).toBeNull();
    expect(program.token).not.toBe(former.token);
    expect((await former.get('project/list/')).status).toBe(401);
    expect((await program.get('project/list/')).status).toBe(200);
    const refused = await program.post('workspace/create/', { name: 'Harbour', desc: '' });
    expect(refused.status).toBe(403);
    const [after] = ok(await founder.get('api/token/list/')).body.data;
    expect(after).toEqual({ ...before, used_at: after.used_at });
  });

  it('keep former secrets until the end of each overlap, also of a replacement that was repeated', async () => {
    const team = await start();
    const { founder, setup } = team;
    const first = await programOf(team, founder, 'read');
    const [{ id }] = ok(await founder.get('api/token/list/')).body.data;
    const second = await rotated(team, founder, id, 24);
    expect(second.until).toBe(setup.clock.time + DAY_MS);
    const third = await rotated(team, founder, id, 1);
    const all = [first, second.program, third.program];
    const statuses = async () =>
      Promise.all(all.map(async (one) => (await one.get('project/list/')).status));
    expect(await statuses()).toEqual([200, 200, 200]);
    const [listed] = ok(await founder.get('api/token/list/')).body.data;
    expect(listed.former_until).toBe(second.until);
    setup.clock.time += HOUR_MS;
    expect(await statuses()).toEqual([200, 401, 200]);
    setup.clock.time += 23 * HOUR_MS;
    expect(await statuses()).toEqual([401, 401, 200]);
    ok(await signIn(founder, 'ada@example.org'));
    const [later] = ok(await founder.get('api/token/list/')).body.data;
    expect(later.former_until).toBeNull();
  });

  it('end with all their former secrets: by a replacement without an overlap, by their end, by a new password', async () => {
    const team = await start();
    const { founder } = team;
    const password = 'a better horse battery';
    const ends: readonly ((id: string) => Promise<unknown>)[] = [
      (id) => rotated(team, founder, id, 0),
      async (id) => ok(await founder.post('api/token/end/', { id })),
      async () => {
        const change = { current_password: PASSWORD, password };
        return ok(await founder.post('api/password/change/', change));
      },
    ];
    for (const end of ends) {
      const first = await programOf(team, founder, 'read');
      const [{ id }] = ok(await founder.get('api/token/list/')).body.data;
      const second = await rotated(team, founder, id, 24);
      await end(id);
      for (const one of [first, second.program]) {
        expect.soft((await one.get('project/list/')).status).toBe(401);
      }
      const { db } = team.app.services.database;
      const rows = await db.selectFrom('former_token_secrets').selectAll().execute();
      expect.soft(rows).toEqual([]);
      if (end !== ends.at(-1)) await founder.post('api/token/end/', { id });
    }
  });

  it('outlive no end of the token by an overlap', async () => {
    const team = await start();
    const { founder, setup } = team;
    const first = await programOf(team, founder, 'read');
    const [{ id, expires_at }] = ok(await founder.get('api/token/list/')).body.data;
    setup.clock.time = expires_at - HOUR_MS;
    ok(await signIn(founder, 'ada@example.org'));
    const { until } = await rotated(team, founder, id, 24);
    expect(until).toBe(expires_at);
    setup.clock.time = expires_at;
    expect((await first.get('project/list/')).status).toBe(401);
  });

  it('are replaced by their person alone, with the password and an overlap of the list', async () => {
    const team = await start();
    const person = await hire(team, 'member@example.org');
    const program = await programOf(team, team.founder, 'read');
    const [{ id }] = ok(await team.founder.get('api/token/list/')).body.data;
    const form = { id, overlap_hours: 0, password: PASSWORD };
    expect((await person.post('api/token/rotate/', form)).status).toBe(404);
    for (const wrong of [
      { ...form, password: 'not the password' },
      { ...form, overlap_hours: 48 },
      { id, overlap_hours: 1 },
    ]) {
      expect.soft((await team.founder.post('api/token/rotate/', wrong)).status).toBe(400);
    }
    expect((await program.get('project/list/')).status).toBe(200);
  });

  it('are listed, replaced and ended in their own organisation alone', async () => {
    const team = await start();
    const { founder } = team;
    const other = await foundTeam(team.app, 'eve@example.org', 'Elsewhere');
    await programOf(team, founder, 'read');
    const [{ id }] = ok(await founder.get('api/token/list/')).body.data;
    // As if the person were a member there too.
    await team.app.services.writer.write([], async (tx) => {
      const tokens = (await tx.db()).updateTable('api_tokens');
      await tokens
        .set({ org_id: other.founder.orgId ?? '' })
        .where('id', '=', id)
        .execute();
    });
    const replacement = { id, overlap_hours: 0, password: PASSWORD };
    expect((await founder.post('api/token/rotate/', replacement)).status).toBe(404);
    expect((await founder.post('api/token/end/', { id })).status).toBe(404);
    expect(ok(await founder.get('api/token/list/')).body.data).toEqual([]);
  });

  it('are no one else’s to see or to end, and need the password and an end', async () => {
    const team = await start();
    const person = await hire(team, 'member@example.org');
    const program = await programOf(team, team.founder, 'read');
    const [{ id }] = ok(await team.founder.get('api/token/list/')).body.data;
    expect(ok(await person.get('api/token/list/')).body.data).toEqual([]);
    expect((await person.post('api/token/end/', { id })).status).toBe(404);
    expect((await program.get('project/list/')).status).toBe(200);
    const form = { name: 'Nightly', access: 'read', days: 30, password: PASSWORD };
    for (const wrong of [
      { ...form, password: 'not the password' },
      { ...form, days: 367 },
      { ...form, days: 0 },
      { ...form, access: 'all' },
      { name: 'Nightly', access: 'read', password: PASSWORD },
    ]) {
      expect.soft((await team.founder.post('api/token/create/', wrong)).status).toBe(400);
    }
  });
});

/** A program with the new secret of a token, and the end of the former one. */
async function rotated(
  { app }: Pick<Team, 'app'>,
  person: RestClient,
  id: string,
  overlap_hours: number,
): Promise<{ readonly program: RestClient; readonly until: number | null }> {
  const form = { id, overlap_hours, password: PASSWORD };
  const { data } = ok(await person.post('api/token/rotate/', form)).body;
  expect(data.token).toMatch(/^cairn_pat_[\w-]{43}$/);
  const program = restClient(app);
  Object.assign(program, { token: data.token, orgId: person.orgId });
  return { program, until: data.former_until };
}

/** A program with a new token of a person. */
async function programOf(
  { app }: Pick<Team, 'app'>,
  person: RestClient,
  access: 'read' | 'write',
): Promise<RestClient> {
  const form = { name: 'Nightly', access, days: 30, password: PASSWORD };
  const { body } = ok(await person.post('api/token/create/', form));
  expect(body.data.token).toMatch(/^cairn_pat_[\w-]{43}$/);
  const program = restClient(app);
  Object.assign(program, { token: body.data.token, orgId: person.orgId });
  return program;
}
