import { afterEach, expect, it } from 'vitest';
import {
  addTask,
  foundTeam,
  freshId,
  hire,
  join,
  ok,
  startTeam,
  taskBody,
  type Team,
} from '../server/support/team.ts';
import { forEachDatabase } from '../support/for-each-database.ts';
import { type RestClient, signIn } from '../support/rest-client.ts';

const DAY = 86_400_000;

forEachDatabase('the lists over all tasks', (open) => {
  const teams: Team[] = [];
  const start = async (): Promise<Team> => {
    const team = await startTeam(open);
    teams.push(team);
    return team;
  };
  afterEach(async () => {
    for (const team of teams.splice(0)) await team.setup.close();
  });
  const read = async (
    client: RestClient,
    path: string,
    query: Readonly<Record<string, string>> = {},
  ) => ok(await client.get(path, { query })).body;
  const namesOf = (rows: readonly { readonly name: string }[]) => rows.map(({ name }) => name);

  it('task/get/list/ pages through every task once, while tasks are added and completed', async () => {
    const team = await start();
    const made = [];
    for (let index = 0; index < 54; index += 1) {
      team.setup.clock.time += 1_000;
      made.push(await addTask(team, team.founder, { name: `Task ${index}` }));
    }
    const first = await read(team.founder, 'task/get/list/');
    expect(first).toMatchObject({ count: 54, items_per_page: 50, current_page: 1 });
    team.setup.clock.time += 1_000;
    await addTask(team, team.founder, { name: 'Late' });
    const second = await read(team.founder, 'task/get/list/', { page: '2' });
    expect([first, second].flatMap(({ data }) => namesOf(data))).toEqual([
      ...made.map((_id, index) => `Task ${index}`),
      'Late',
    ]);
    expect((await read(team.founder, 'task/get/list/', { page: '3' })).data).toEqual([]);
    // A task that leaves a filtered list while it is read makes no gap after the last task that was
    // read.
    const open = { is_completed: 'false' };
    const begin = (await read(team.founder, 'task/get/list/', open)).data;
    for (const id of made.slice(0, 5)) {
      const done = { is_completed: true, is_completed_at: '2026-03-02T10:00:00Z' };
      ok(await team.founder.patch(`task/update-destroy/${id}/`, done));
    }
    const rest = await read(team.founder, 'task/get/list/', { ...open, after: begin.at(-1).id });
    expect(namesOf(rest.data)[0]).toBe('Task 50');
    expect(rest.count).toBe(50);
  });

  it('each filter narrows the list, several narrow it together, and an empty value does not filter', async () => {
    const team = await start();
    const ben = await hire(team, 'ben@field.test');
    await join(team, ben);
    const mine = await addTask(team, team.founder, { name: 'Mine' });
    ok(
      await team.founder.post('task/create/', {
        ...taskBody(team, team.founder, { name: "Ben's" }),
        assigned_to: null,
        assigned_users: [`${team.project}.${ben.orgUserId}`],
        end_date: '2026-03-01',
      }),
    );
    team.setup.clock.time += DAY;
    ok(await signIn(team.founder, 'ada@field.test'));
    await addTask(team, team.founder, { name: 'Tomorrow' });
    const archived = await addTask(team, team.founder, { name: 'Archived' });
    ok(await team.founder.patch(`task/update-destroy/${archived}/`, { status: false }));
    ok(
      await team.founder.patch(`task/update-destroy/${mine}/`, {
        is_completed: true,
        is_completed_at: '2026-03-03T08:00:00Z',
      }),
    );
    const found = async (query: Readonly<Record<string, string>>) =>
      namesOf((await read(team.founder, 'task/get/list/', query)).data);
    expect(await found({})).toEqual(['Mine', "Ben's", 'Tomorrow']);
    expect(await found({ created_at: '2026-03-02' })).toEqual(['Mine', "Ben's"]);
    expect(await found({ is_completed: 'true' })).toEqual(['Mine']);
    expect(await found({ is_completed: 'false', created_at: '2026-03-02' })).toEqual(["Ben's"]);
    expect(await found({ is_completed_employee: 'true' })).toEqual([]);
    expect(await found({ assigned_to__organization_user_id: String(ben.orgUserId) })).toEqual([
      "Ben's",
    ]);
    expect(await found({ assigned_to__organization_user_id: '%' })).toEqual([]);
    expect(await found({ project_card__project_id: team.project, is_completed: '' })).toHaveLength(
      3,
    );
    const { data, task_count } = await read(team.founder, 'task/get/list/', { page: '' }).catch(
      () => read(team.founder, 'task/get/list/'),
    );
    expect(task_count).toEqual({
      over_due: 1,
      pending_count: 1,
      completed_count: 1,
      total_count: 3,
    });
    expect(data[1]).toMatchObject({
      name: "Ben's",
      project_name: 'Wells',
      label: null,
      task_status: 'Over Due',
      assigned_to: null,
      assigned_users: [{ organization_user: { user: { display_name: 'ben' } } }],
      created_by: { id: Number(team.founder.orgUserId), user: { display_name: 'Ada Field' } },
    });
    const wrong: readonly Readonly<Record<string, string>>[] = [
      { page: '0' },
      { page: 'x' },
      { created_at: '2026-02-30' },
      { is_completed: 'perhaps' },
      { colour: 'red' },
      { organization: '1' },
    ];
    for (const query of wrong) {
      const refused = await team.founder.get('task/get/list/', { query });
      expect.soft(refused.status, JSON.stringify(query)).toBe(400);
    }
    const hidden: readonly Readonly<Record<string, string>>[] = [
      { assigned_to__organization_user__organization_id: '999' },
      { project_card__project_id: archived },
      { after: team.project },
    ];
    for (const query of hidden) {
      const refused = await team.founder.get('task/get/list/', { query });
      expect.soft(refused.status, JSON.stringify(query)).toBe(404);
    }
  });

  it('people below Level 3 find the tasks of their own projects only', async () => {
    const team = await start();
    const ben = await hire(team, 'ben@field.test');
    await addTask(team, team.founder);
    for (const path of ['task/get/list/', 'task-detail/list/', 'flag/project/count/']) {
      const query = { assigned_to__organization_user_id: String(team.founder.orgUserId) };
      const before = await read(ben, path, path.startsWith('flag') ? {} : query);
      expect.soft(JSON.stringify(before), path).not.toContain('Dig');
      expect.soft(before.data[0]?.count ?? 0, path).toBe(0);
    }
    const closed = await ben.get('project/task/list/', { query: { project__id: team.project } });
    expect(closed.status).toBe(404);
    await join(team, ben);
    expect((await read(ben, 'task/get/list/')).count).toBe(1);
    expect(
      (await read(ben, 'project/task/list/', { project__id: team.project })).data,
    ).toMatchObject([{ name: 'Dig', order: 0, project_card: team.card }]);
  });

  it('task-detail/list/ sorts a person’s tasks into current, upcoming, overdue and completed', async () => {
    const team = await start();
    const dated = async (name: string, start_date: string | null, end_date: string | null) => {
      const body = { ...taskBody(team, team.founder, { name }), start_date, end_date };
      ok(await team.founder.post('task/create/', body));
      return body.id;
    };
    await dated('No dates', null, null);
    await dated('Due today', '2026-03-01', '2026-03-02');
    await dated('Next week', '2026-03-09', '2026-03-12');
    await dated('Late', null, '2026-03-01');
    const done = await dated('Done', null, '2026-03-01');
    ok(
      await team.founder.patch(`task/update-destroy/${done}/`, {
        is_completed: true,
        is_completed_at: '2026-03-02T08:00:00Z',
      }),
    );
    const { tasks, task_count, data } = await read(team.founder, 'task-detail/list/', {
      assigned_to__organization_user_id: String(team.founder.orgUserId),
    });
    expect(namesOf(tasks.current_tasks)).toEqual(['No dates', 'Due today']);
    expect(namesOf(tasks.upcoming)).toEqual(['Next week']);
    expect(namesOf(tasks.overdue)).toEqual(['Late']);
    expect(namesOf(tasks.completed)).toEqual(['Done']);
    expect(task_count).toMatchObject({ over_due: 1, total_count: 5 });
    expect(data).toEqual({ tasks, task_count });
    const counts = await read(team.founder, 'flag/project/count/', { project__id: team.project });
    expect(counts.data[0]).toEqual({
      id: Number(team.flag),
      name: 'Urgent',
      colour_code: '#c92a2a',
      count: 5,
    });
  });

  it('flag/project/count/ counts one project, and no rows of another organisation with the same ids', async () => {
    const team = await start();
    const there: Team = {
      setup: team.setup,
      ...(await foundTeam(team.app, 'zoe@other.test', 'Other')),
    };
    const [project, flag] = [freshId(), freshId()];
    for (const [side, total] of [
      [team, 1],
      [there, 2],
    ] as const) {
      const { founder, workspace } = side;
      const card = freshId();
      ok(await founder.post('flag/create/', { id: flag, name: 'Soon' }));
      ok(await founder.post('project/create/', { id: project, name: 'Roads', workspace }));
      ok(await founder.post('project-card/create/', { id: card, project, name: 'To do' }));
      await join(side, founder, project);
      const flagged = { ...side, flag };
      await addTask(flagged, founder, { name: 'Elsewhere' });
      for (let index = 0; index < total; index += 1) {
        await addTask(flagged, founder, { card, project });
      }
    }
    const countOf = async ({ founder }: Team, query: Readonly<Record<string, string>>) =>
      (await read(founder, 'flag/project/count/', query)).data.find(
        ({ id }: { readonly id: string }) => id === flag,
      ).count;
    expect(await countOf(team, { project__id: project })).toBe(1);
    expect(await countOf(there, { project__id: project })).toBe(2);
    expect(await countOf(team, {})).toBe(2);
  });
});
