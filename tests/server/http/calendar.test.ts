import { afterEach, expect, it } from 'vitest';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { createFeed } from '../../../server/auth/calendar-feeds.ts';
import { PASSWORD, type RestClient, restClient } from '../../support/rest-client.ts';
import { freshId, hire, join, ok, startTeam, type Team } from '../support/team.ts';

forEachDatabase('calendars', (open) => {
  const running: Team[] = [];
  const start = async (): Promise<Team> => {
    const team = await startTeam(open);
    running.push(team);
    return team;
  };
  afterEach(async () => {
    for (const { setup } of running.splice(0)) await setup.close();
  });

  it('of a person contain the due dates of what is theirs to do', async () => {
    const team = await start();
    const { founder } = team;
    const person = await hire(team, 'member@field.test');
    await join(team, person);
    const member = `${team.project}.${person.orgUserId}`;
    const mine = await addTask(team, 'Mine', { assigned_to: member });
    const task = await addTask(team, 'Not mine', {});
    await addTask(team, 'Without a date', { assigned_to: member, end_date: null });
    const part = freshId();
    const subtask = { id: part, task, name: 'A part', end_date: '2026-03-11' };
    ok(await founder.post('sub-task/create/', subtask));
    ok(await founder.patch(`sub-task/update-destroy/${part}/`, { assigned_to: member }));
    const todo = freshId();
    ok(await person.post('todo-task/create/', { id: todo, name: 'Call' }));
    ok(await person.patch(`todo-task/update-destroy/${todo}/`, { due_date: '2026-03-12' }));
    const address = await addressOf(person);
    expect(summaries(await read(team, address))).toEqual(['A part', 'Call', 'Mine']);
    const { text, headers } = await read(team, address);
    expect(headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(text).toContain(`UID:${mine}@cairn.test\r\n`);
    expect(text).toContain('DTSTART;VALUE=DATE:20260309\r\n');
    ok(await person.patch(`task/update-destroy/${mine}/`, { is_completed_employee: true }));
    ok(await founder.patch(`sub-task/update-destroy/${part}/`, { is_completed: true }));
    ok(await person.patch(`todo-task/update-destroy/${todo}/`, { status: true }));
    expect(summaries(await read(team, address))).toEqual([]);
  });

  it('of a project contain its open tasks; archived and completed ones disappear', async () => {
    const team = await start();
    const { founder, project } = team;
    const person = await hire(team, 'member@field.test');
    await join(team, person);
    const [first, second] = [await addTask(team, 'First', {}), await addTask(team, 'Second', {})];
    const address = await addressOf(person, project);
    expect(summaries(await read(team, address))).toEqual(['First', 'Second']);
    ok(await founder.patch(`task/update-destroy/${first}/`, { is_completed: true }));
    ok(await founder.patch(`task/update-destroy/${second}/`, { end_date: '2026-04-01' }));
    const moved = await read(team, address);
    expect(summaries(moved)).toEqual(['Second']);
    expect(moved.text).toContain(`UID:${second}@cairn.test\r\n`);
    expect(moved.text).toContain('DTSTART;VALUE=DATE:20260401\r\n');
    ok(await founder.patch(`task/update-destroy/${second}/`, { status: false }));
    expect(summaries(await read(team, address))).toEqual([]);
  });

  it('are read with the rights of the moment', async () => {
    const team = await start();
    const { founder, project } = team;
    const person = await hire(team, 'member@field.test');
    await join(team, person);
    await addTask(team, 'Secret', {});
    const address = await addressOf(person, project);
    expect(summaries(await read(team, address))).toEqual(['Secret']);
    ok(await founder.delete(`team-member/update-destroy/${project}.${person.orgUserId}/`));
    const gone = await read(team, address);
    expect([gone.status, summaries(gone)]).toEqual([200, []]);
    expect(gone.text).not.toContain('Wells');
    const outsider = await person.post('api/calendar/create/', { project });
    expect(outsider.status).toBe(404);
    const path = `organization-user/update/${person.orgUserId}/`;
    ok(await founder.patch(path, { active: false }));
    expect((await read(team, address)).status).toBe(404);
    ok(await founder.patch(path, { active: true }));
    expect((await read(team, address)).status).toBe(404);
  });

  it('end with a new password, changed or reset', async () => {
    const team = await start();
    const { founder, setup } = team;
    const person = await hire(team, 'member@field.test');
    const theirs = await addressOf(person);
    const change = { current_password: PASSWORD, password: 'a better horse battery' };
    const changed = await addressOf(founder);
    ok(await founder.post('api/password/change/', change));
    expect((await read(team, changed)).status).toBe(404);
    expect(ok(await founder.get('api/calendar/list/')).body.data).toEqual([]);
    expect((await read(team, theirs)).status, 'of somebody else').toBe(200);
    const visitor = restClient(team.app);
    const reset = await addressOf(founder);
    ok(await visitor.post('api/password-reset/request/', { email: 'ada@field.test' }));
    const [id, token] = ((await setup.mailTo('ada@field.test'))?.link ?? '').split('/').slice(-2);
    const confirm = { id, token, password: 'an even better battery' };
    ok(await visitor.post('api/password-reset/confirm/', confirm));
    expect((await read(team, reset)).status).toBe(404);
  });

  it('are not created by a session that a new password ends meanwhile', async () => {
    const { app, founder } = await start();
    const { auth, database } = app.services;
    const session = await database.db
      .selectFrom('sessions')
      .select(['id', 'user_id'])
      .executeTakeFirstOrThrow();
    const { orgId = '', orgUserId = '' } = founder;
    const owner = { orgId, orgUserId, userId: session.user_id };
    const caller = { address: '10.0.0.1', device: undefined };
    const wanted = { project: null, caller, sessionId: session.id };
    await createFeed(auth, owner, wanted);
    ok(await founder.post('api/logout/', {}));
    await expect(createFeed(auth, owner, wanted)).rejects.toMatchObject({
      code: 'unauthenticated',
    });
  });

  it('have an address that is shown once, replaced by a new one, and void at the end', async () => {
    const team = await start();
    const { founder, setup } = team;
    const first = await addressOf(founder);
    const rows = await team.app.services.database.db
      .selectFrom('calendar_feeds')
      .selectAll()
      .execute();
    expect(JSON.stringify(rows)).not.toContain(first.split('/').at(-1));
    expect((await read(team, first)).status).toBe(200);
    expect(ok(await founder.get('api/calendar/list/')).body.data).toEqual([
      { project: null, created_at: setup.clock.time, used_at: setup.clock.time },
    ]);
    const second = await addressOf(founder);
    expect((await read(team, first)).status).toBe(404);
    expect((await read(team, second)).status).toBe(200);
    const person = await hire(team, 'member@field.test');
    expect(ok(await person.get('api/calendar/list/')).body.data).toEqual([]);
    expect((await person.post('api/calendar/end/', {})).status).toBe(404);
    expect((await read(team, second)).status).toBe(200);
    ok(await founder.post('api/calendar/end/', {}));
    expect((await read(team, second)).status).toBe(404);
    expect((await founder.post('api/calendar/end/', {})).status).toBe(404);
    expect(ok(await founder.get('api/calendar/list/')).body.data).toEqual([]);
  });
});

/** A task due on 9 March, unless it says otherwise. */
async function addTask(
  { founder, project, card, flag }: Team,
  name: string,
  fields: Readonly<Record<string, unknown>>,
): Promise<string> {
  const id = freshId();
  const assigned_to = `${project}.${founder.orgUserId}`;
  const task = { id, project_card: card, flag, name, end_date: '2026-03-09', assigned_to };
  ok(await founder.post('task/create/', { ...task, ...fields }));
  return id;
}

async function addressOf(person: RestClient, project: string | null = null): Promise<string> {
  const { body } = ok(await person.post('api/calendar/create/', { project }));
  expect(body.data.address).toMatch(/^http:\/\/cairn\.test\/rest\/calendar\/[\w-]{43}$/);
  return body.data.address;
}

/** The calendar as a program without any session reads it. */
async function read({ app }: Team, address: string) {
  const { statusCode, body, headers } = await app.fastify.inject(new URL(address).pathname);
  return { status: statusCode, text: body, headers };
}

function summaries({ text }: { readonly text: string }): readonly string[] {
  return [...text.matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, name = '']) => name).toSorted();
}
