import { afterEach, expect, it } from 'vitest';
import type { OrganizationToken } from '../../../server/auth/organization-tokens.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { PASSWORD, type RestClient, restClient, signIn } from '../../support/rest-client.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { foundTeam, freshId, hire, ok, taskBody, type Team } from '../support/team.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const PATH = 'api/organization-token/';

forEachDatabase('tokens of the organisation', (open) => {
  const running: TestApp[] = [];
  const start = async (): Promise<Team> => {
    const setup = await startTestApp(await open());
    running.push(setup);
    return { setup, ...(await foundTeam(setup.app, 'ada@example.org', 'Highland Paths')) };
  };
  afterEach(async () => {
    for (const setup of running.splice(0)) await setup.close();
  });

  it('act under the name of their program, and say when they were used', async () => {
    const team = await start();
    const { founder, setup } = team;
    const { program, token } = await programOf(team, { access: 'write' });
    expect(token).toMatchObject({ name: 'Stock', access: 'write', projects: null, used_at: null });
    expect(token.expires_at).toBe(setup.clock.time + 30 * DAY_MS);
    ok(await program.post('workspace/create/', { name: 'Harbour', desc: '' }));
    const task = await createTask(team, program);
    const activity = ok(await founder.get('activity/list/')).body.data;
    const made = activity.find(
      (one: { by: { id: number } }) => one.by.id !== token.organization_user,
    );
    expect(made.by.id).toBe(Number(founder.orgUserId));
    expect(activity[0].by).toEqual({
      id: token.organization_user,
      display_name: 'Stock',
    });
    const { data } = ok(await founder.get('task/get/list/')).body;
    const [row] = data.filter(({ id }: { id: string }) => id === task);
    expect(row.created_by).toMatchObject({
      id: token.organization_user,
      user: { display_name: 'Stock', email: '' },
    });
    const [used] = ok(await founder.get(`${PATH}list/`)).body.data;
    expect(used.used_at).toBe(setup.clock.time);
  });

  it('are stored as digests, and shown once', async () => {
    const team = await start();
    const { program } = await programOf(team, { access: 'read' });
    const { db } = team.app.services.database;
    const rows = await db.selectFrom('organization_tokens').selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(program.token);
    const { body } = ok(await team.founder.get(`${PATH}list/`));
    expect(JSON.stringify(body)).not.toContain('cairn_org_');
  });

  it('with the access to read change nothing', async () => {
    const team = await start();
    const { program } = await programOf(team, { access: 'read' });
    expect(ok(await program.get('project/list/')).body.data).toHaveLength(1);
    const refused = await program.post('workspace/create/', { name: 'Harbour', desc: '' });
    expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    const query = { stream: `org:${team.founder.orgId}` };
    expect((await program.post('sync/bootstrap', { held: [] }, { query })).status).toBe(200);
  });

  it('of one project read and change no other, and lose it with the team', async () => {
    const team = await start();
    const { founder } = team;
    const other = freshId();
    const { workspace } = team;
    ok(await founder.post('project/create/', { id: other, name: 'Secret', workspace }));
    const { program, token } = await programOf(team, {
      access: 'write',
      projects: [team.project],
    });
    const read = ok(await program.get('project/list/')).body.data;
    expect(read.map(({ id }: { id: string }) => id)).toEqual([team.project]);
    await createTask(team, program);
    const card = { project: other, name: 'Mine' };
    expect((await program.post('project-card/create/', card)).status).toBe(404);
    const member = `${team.project}.${token.organization_user}`;
    ok(await founder.delete(`team-member/update-destroy/${member}/`));
    expect(ok(await program.get('project/list/')).body.data).toEqual([]);
  });

  it('never reach accounts, people and conversations', async () => {
    const team = await start();
    const person = await hire(team, 'member@example.org');
    const { program } = await programOf(team, { access: 'write' });
    const to = Number(person.orgUserId);
    for (const [path, body] of [
      [`${PATH}create/`, { name: 'More', access: 'write', days: 9, password: PASSWORD }],
      [`${PATH}rotate/`, { id: 'any', password: PASSWORD }],
      ['api/token/create/', { name: 'More', access: 'write', days: 9, password: PASSWORD }],
      ['api/org-user-invite/', { email: 'x@example.org' }],
      ['api/session/end-others/', {}],
      ['groups/create/', { name: 'Quiet', members: [to] }],
      ['todo-task/create/', { name: 'Mine' }],
      ['sync/push', { client_id: 'c', epoch: 'e', ack_through: 0, schema: 1, calls: [] }],
    ] as const) {
      expect.soft([path, (await program.post(path, body)).status]).toEqual([path, 403]);
    }
    const off = await program.patch(`organization-user/update/${to}/`, { active: false });
    expect(off.status).toBe(403);
  });

  it('are no people: nobody lists, assigns, adds, renames or activates them', async () => {
    const team = await start();
    const { founder } = team;
    const { token } = await programOf(team, { access: 'write' });
    const id = token.organization_user;
    const people = ok(await founder.get('organization-user/list/')).body;
    expect(JSON.stringify(people)).not.toContain('Stock');
    const path = `organization-user/update/${id}/`;
    for (const change of [{ active: true }, { display_name: 'Ada' }, { user_role: 1 }]) {
      expect.soft((await founder.patch(path, change)).status).toBe(404);
    }
    const member = { project: team.project, organization_user: id };
    expect((await founder.post('team-member/create/', member)).status).toBe(404);
    const group = await founder.post('groups/create/', { name: 'Quiet', members: [id] });
    expect(group.status).toBeGreaterThanOrEqual(400);
  });

  it('end on their day, stay listed as expired, and end at once when they are ended', async () => {
    const team = await start();
    const { founder, setup } = team;
    const first = await programOf(team, { access: 'read', projects: [team.project] });
    expect((await first.program.get('project/list/')).status).toBe(200);
    ok(await founder.post(`${PATH}end/`, { id: first.token.id }));
    expect((await first.program.get('project/list/')).status).toBe(401);
    expect((await founder.post(`${PATH}end/`, { id: first.token.id })).status).toBe(404);
    const { db } = team.app.services.database;
    const members = await db.selectFrom('team_members').select('organization_user').execute();
    expect(members).not.toContainEqual({
      organization_user: String(first.token.organization_user),
    });
    const second = await programOf(team, { access: 'read', days: 1 });
    setup.clock.time += DAY_MS;
    expect((await second.program.get('project/list/')).status).toBe(401);
    const kept = await db.selectFrom('organization_tokens').select('id').execute();
    expect(kept).toEqual([{ id: second.token.id }]);
  });

  it('get a new secret for the same program; the former one works until the end of its overlap', async () => {
    const team = await start();
    const { founder, setup } = team;
    const { program, token } = await programOf(team, { access: 'write', projects: [team.project] });
    const form = { id: token.id, overlap_hours: 1, password: PASSWORD };
    const { data } = ok(await founder.post(`${PATH}rotate/`, form)).body;
    expect(data).toMatchObject({ id: token.id, former_until: setup.clock.time + HOUR_MS });
    expect(data.token).toMatch(/^cairn_org_[\w-]{43}$/);
    const renewed = restClient(team.app);
    Object.assign(renewed, { token: data.token, orgId: founder.orgId });
    await createTask(team, program);
    await createTask(team, renewed);
    const [{ by }] = ok(await founder.get('activity/list/')).body.data;
    expect(by).toEqual({ id: token.organization_user, display_name: 'Stock' });
    const [listed] = ok(await founder.get(`${PATH}list/`)).body.data;
    expect(listed).toEqual({
      ...token,
      used_at: setup.clock.time,
      former_until: data.former_until,
    });
    setup.clock.time += HOUR_MS;
    expect((await program.get('project/list/')).status).toBe(401);
    expect((await renewed.get('project/list/')).status).toBe(200);
    ok(await signIn(founder, 'ada@example.org'));
    ok(await founder.post(`${PATH}rotate/`, { ...form, overlap_hours: 24 }));
    ok(await founder.post(`${PATH}end/`, { id: token.id }));
    expect((await renewed.get('project/list/')).status).toBe(401);
    const { db } = team.app.services.database;
    expect(await db.selectFrom('former_token_secrets').selectAll().execute()).toEqual([]);
  });

  it('get no new secret after their end, from a lower level, without the password or elsewhere', async () => {
    const team = await start();
    const { founder, setup } = team;
    const person = await hire(team, 'member@example.org');
    const other = await foundTeam(team.app, 'eve@example.org', 'Elsewhere');
    const { program, token } = await programOf(team, { access: 'read', days: 1 });
    const form = { id: token.id, password: PASSWORD };
    expect((await person.post(`${PATH}rotate/`, form)).status).toBe(403);
    expect((await other.founder.post(`${PATH}rotate/`, form)).status).toBe(404);
    const wrong = { ...form, password: 'not the password' };
    expect((await founder.post(`${PATH}rotate/`, wrong)).status).toBe(400);
    expect((await program.get('project/list/')).status).toBe(200);
    setup.clock.time += DAY_MS;
    ok(await signIn(founder, 'ada@example.org'));
    expect((await founder.post(`${PATH}rotate/`, form)).status).toBe(409);
  });

  it('give no secret to an administrator with fewer flags than the token has', async () => {
    const team = await start();
    const { program, token } = await programOf(team, { access: 'write' });
    const fewer = { delete_access: 0 };
    await team.app.services.writer.write([], async (tx) => {
      const levels = (await tx.db()).updateTable('role_levels').set(fewer);
      await levels.where('name', '=', 'Level 1').execute();
    });
    const form = { id: token.id, password: PASSWORD };
    const refused = await team.founder.post(`${PATH}rotate/`, form);
    expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect((await program.get('project/list/')).status).toBe(200);
  });

  it('outlast the password and the membership of the person who created them', async () => {
    const team = await start();
    const { founder } = team;
    const boss = await hire(team, 'boss@example.org', 'Administrator');
    const { program } = await programOf({ ...team, founder: boss }, { access: 'write' });
    const password = 'a better horse battery';
    ok(await boss.post('api/password/change/', { current_password: PASSWORD, password }));
    expect((await program.get('project/list/')).status).toBe(200);
    ok(await founder.patch(`organization-user/update/${boss.orgUserId}/`, { active: false }));
    expect((await program.get('project/list/')).status).toBe(200);
    ok(await program.post('workspace/create/', { name: 'Harbour', desc: '' }));
  });

  it('are Level 1’s alone, need the password, an end, and projects of the organisation', async () => {
    const team = await start();
    const person = await hire(team, 'member@example.org');
    const form = { name: 'Stock', access: 'read', days: 30, password: PASSWORD };
    expect((await person.get(`${PATH}list/`)).status).toBe(403);
    expect((await person.post(`${PATH}create/`, form)).status).toBe(403);
    const { token } = await programOf(team, { access: 'read' });
    expect((await person.post(`${PATH}end/`, { id: token.id })).status).toBe(403);
    for (const [wrong, status] of [
      [{ ...form, password: 'not the password' }, 400],
      [{ ...form, days: 367 }, 400],
      [{ ...form, access: 'all' }, 400],
      [{ ...form, projects: [] }, 400],
      [{ ...form, projects: [freshId()] }, 404],
    ] as const) {
      expect.soft((await team.founder.post(`${PATH}create/`, wrong)).status).toBe(status);
    }
    expect(ok(await team.founder.get(`${PATH}list/`)).body.data).toHaveLength(1);
  });

  it('are valid in their organisation alone', async () => {
    const team = await start();
    const other = await foundTeam(team.app, 'eve@example.org', 'Elsewhere');
    const { program, token } = await programOf(team, { access: 'write' });
    program.orgId = other.founder.orgId;
    expect((await program.get('project/list/')).status).toBe(404);
    expect((await other.founder.post(`${PATH}end/`, { id: token.id })).status).toBe(404);
    expect(ok(await other.founder.get(`${PATH}list/`)).body.data).toEqual([]);
  });

  it('appear in the security log, without the secret', async () => {
    const team = await start();
    const { founder } = team;
    const { token, program } = await programOf(team, { access: 'write' });
    ok(await founder.post(`${PATH}rotate/`, { id: token.id, password: PASSWORD }));
    ok(await founder.post(`${PATH}end/`, { id: token.id }));
    const log = ok(await founder.get('security-log/list/')).body;
    const text = JSON.stringify(log);
    expect(text).toContain('organization_token_created');
    expect(text).toContain('organization_token_secret_replaced');
    expect(text).toContain('organization_token_ended');
    expect(text).not.toContain(program.token);
  });
});

interface ProgramInput {
  readonly access: 'read' | 'write';
  readonly projects?: readonly string[];
  readonly days?: number;
}

/** A program with a new token of the organisation. */
async function programOf(
  { app, founder }: Pick<Team, 'app' | 'founder'>,
  input: ProgramInput,
): Promise<{ readonly program: RestClient; readonly token: OrganizationToken }> {
  const form = { name: 'Stock', days: 30, password: PASSWORD, ...input };
  const { data } = ok(await founder.post(`${PATH}create/`, form)).body;
  const { token: secret, ...token } = data;
  expect(secret).toMatch(/^cairn_org_[\w-]{43}$/);
  const program = restClient(app);
  Object.assign(program, { token: secret, orgId: founder.orgId });
  return { program, token };
}

/** A task of the founder, created by the program. */
async function createTask(team: Team, program: RestClient): Promise<string> {
  const body = taskBody(team, team.founder);
  ok(await program.post('task/create/', body));
  return body.id;
}
