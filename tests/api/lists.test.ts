import { afterEach, expect, it } from 'vitest';
import { forEachDatabase } from '../support/for-each-database.ts';
import type { RestClient } from '../support/rest-client.ts';
import { freshId, hire, join, ok, startTeam, type Team } from '../server/support/team.ts';

forEachDatabase("the specification's lists", (open) => {
  const teams: Team[] = [];
  const start = async (): Promise<Team> => {
    const team = await startTeam(open);
    teams.push(team);
    return team;
  };
  afterEach(async () => {
    for (const team of teams.splice(0)) await team.world.close();
  });
  const dataOf = async (
    client: RestClient,
    path: string,
    query: Readonly<Record<string, string>> = {},
  ) => ok(await client.get(path, { query })).body.data;
  const member = (team: Team, person: RestClient) => `${team.project}.${person.orgUserId}`;
  const addTask = async (
    team: Team,
    change: Readonly<Record<string, unknown>> = {},
  ): Promise<string> => {
    const id = freshId();
    ok(
      await team.founder.post('task/create/', {
        id,
        name: 'Dig the well',
        project_card: team.card,
        flag: Number(team.flag),
        assigned_to: member(team, team.founder),
        status: true,
        ...change,
      }),
    );
    return id;
  };

  it('project-card/details/lists/ shows the board in order, tasks with the objects that tiles read', async () => {
    const team = await start();
    const first = await addTask(team, {
      name: 'First',
      description: 'Deep',
      start_date: '2026-03-01',
      end_date: '2026-03-09',
      collaborators: [member(team, team.founder)],
    });
    const second = await addTask(team, { name: 'Second', order: 1 });
    const archived = await addTask(team, { name: 'Gone' });
    ok(await team.founder.patch(`task/update-destroy/${archived}/`, { status: false }));
    const done = freshId();
    ok(
      await team.founder.post('project-card/create/', {
        id: done,
        project: team.project,
        name: 'Done',
        order: 2,
      }),
    );
    const [todo, last, ...none] = await dataOf(team.founder, 'project-card/details/lists/', {
      project: team.project,
    });
    expect(none).toEqual([]);
    expect(todo).toMatchObject({
      id: team.card,
      name: 'To do',
      order: 0,
      status: true,
      project: team.project,
      task_count: 2,
    });
    expect(last).toMatchObject({ id: done, order: 1, task_count: 0, project_card_task: [] });
    expect(todo.project_card_task.map((task: { id: string }) => task.id)).toEqual([first, second]);
    const founder = {
      id: member(team, team.founder),
      project: team.project,
      user: { id: expect.any(Number), display_name: 'Ada Field' },
      organization_user: {
        id: Number(team.founder.orgUserId),
        user: expect.objectContaining({ display_name: 'Ada Field', email: 'ada@field.test' }),
      },
    };
    expect(todo.project_card_task[0]).toEqual({
      id: first,
      name: 'First',
      description: 'Deep',
      project: team.project,
      project_card: team.card,
      flag: { id: Number(team.flag), name: 'Urgent', colour_code: '#c92a2a' },
      label: null,
      start_date: '2026-03-01',
      end_date: '2026-03-09',
      document: null,
      created_by: Number(team.founder.orgUserId),
      created_at: expect.stringMatching(/^2026-03-02T09:/),
      assigned_to: founder,
      assigned_users: [],
      collaborators: [founder],
      order: 0,
      status: true,
      is_completed: false,
      is_completed_at: null,
      is_completed_employee: false,
      is_completed_emp_at: null,
      task_subtask: [],
    });
  });

  it('orders are dense from 0 after a plain client moves a task by project_card and order', async () => {
    const team = await start();
    const ids = [
      await addTask(team, { name: 'A' }),
      await addTask(team, { name: 'B' }),
      await addTask(team, { name: 'C' }),
    ];
    const moved = ok(
      await team.founder.patch(`task/update-destroy/${ids[2]}/`, {
        project_card: team.card,
        order: 0,
      }),
    );
    expect(moved.body).toMatchObject({
      status: 200,
      message: 'Task Stage Updated successfully',
      data: { id: ids[2], order: 0 },
    });
    const [card] = await dataOf(team.founder, 'project-card/details/lists/', {
      project: team.project,
    });
    expect(
      card.project_card_task.map((task: { name: string; order: number }) => [
        task.name,
        task.order,
      ]),
    ).toEqual([
      ['C', 0],
      ['A', 1],
      ['B', 2],
    ]);
    const [one] = await dataOf(team.founder, 'task/list/', { id: String(ids[1]) });
    expect(one).toMatchObject({ name: 'B', order: 2, project_card: team.card });
  });

  it('multiple-user/task/create/ makes one task for several people', async () => {
    const team = await start();
    const ben = await hire(team, 'ben@field.test');
    await join(team, ben);
    const people = [member(team, team.founder), member(team, ben)];
    const made = ok(
      await team.founder.post('multiple-user/task/create/', {
        name: 'Carry stones',
        order: 0,
        project_card: team.card,
        flag: team.flag,
        assigned_users: people,
        status: true,
      }),
    );
    expect(made.body.data.assigned_to).toBeNull();
    expect(made.body.data.assigned_users.map((one: { id: string }) => one.id)).toEqual(people);
    const { id } = made.body.data;
    ok(await ben.patch(`task/update-destroy/${id}/`, { is_completed_employee: true }));
    const [half] = await dataOf(ben, 'task/list/', { id });
    expect(half.is_completed_employee).toBe(false);
    ok(await team.founder.patch(`task/update-destroy/${id}/`, { is_completed_employee: true }));
    const [whole] = await dataOf(ben, 'task/list/', { id });
    expect(whole.is_completed_employee).toBe(true);
  });

  it('the archives list what is archived, and nothing else', async () => {
    const team = await start();
    const kept = await addTask(team, { name: 'Kept' });
    const gone = await addTask(team, { name: 'Gone' });
    const put = ok(await team.founder.patch(`task/update-destroy/${gone}/`, { status: false }));
    expect(put.body.message).toBe('Task successfully archived');
    const tasks = await dataOf(team.founder, 'task/archive/list/', {
      project_card__project_id: team.project,
    });
    expect(tasks.map((task: { id: string }) => task.id)).toEqual([gone]);
    const back = ok(
      await team.founder.patch(`task/update-destroy/${gone}/`, {
        status: true,
        project_id: team.project,
      }),
    );
    expect(back.body.message).toBe('Task successfully unarchived');
    expect(await dataOf(team.founder, 'task/archive/list/')).toEqual([]);

    ok(await team.founder.patch(`project-card/update-destroy/${team.card}/`, { status: false }));
    const cards = await dataOf(team.founder, 'project-card/archive/list/');
    expect(cards).toMatchObject([{ id: team.card, task_count: 2, status: false }]);
    expect(cards[0].project_card_task.map((task: { id: string }) => task.id)).toContain(kept);
    expect(
      await dataOf(team.founder, 'project-card/details/lists/', { project: team.project }),
    ).toEqual([]);
  });

  it('comment/list/ shows who said what, oldest first, and deleted ones without their text', async () => {
    const team = await start();
    const task = await addTask(team);
    const said = freshId();
    ok(await team.founder.post('comment/create/', { id: said, comment: 'Too deep?', task }));
    team.world.clock.time += 1_000;
    const second = ok(
      await team.founder.post('comment/create/', {
        comment: 'No.',
        task,
        team_member: member(team, team.founder),
      }),
    );
    ok(
      await team.founder.patch(`comment/update-destroy/${second.body.data.id}/`, {
        comment: 'No!',
        edited: true,
      }),
    );
    ok(await team.founder.patch(`comment/update-destroy/${said}/`, { deleted: true }));
    const rows = await dataOf(team.founder, 'comment/list/', { task__id: task });
    expect(rows).toMatchObject([
      { id: said, comment: '', deleted: true, edited: false, task, attachment: null },
      { comment: 'No!', deleted: false, edited: true },
    ]);
    expect(rows[1].team_member.user).toEqual({ id: expect.any(Number), display_name: 'Ada Field' });
  });

  it('notes and tags are listed for their owner alone, filtered by tag', async () => {
    const team = await start();
    const ben = await hire(team, 'ben@field.test');
    const tag = ok(await ben.post('note-tag/create/', { name: 'Field', created_by: 1 })).body.data;
    const other = ok(await ben.post('note-tag/create/', { name: 'Home' })).body.data;
    const made = ok(
      await ben.post('note/create/', { title: 'Gate', note: 'Code 4711', tags: tag.id }),
    );
    expect(made.body).toMatchObject({
      message: 'Note created successfully!',
      data: { title: 'Gate', note: 'Code 4711', tags: tag.id, created_by: Number(ben.orgUserId) },
    });
    ok(await ben.post('note/create/', { title: 'Milk', note: 'Two', tags: other.id }));
    const titles = async (query: Readonly<Record<string, string>>) =>
      (await dataOf(ben, 'note/list/', query)).map((note: { title: string }) => note.title);
    const own = String(ben.orgUserId);
    expect(await titles({ created_by: own, tags: '' })).toHaveLength(2);
    expect(await titles({ created_by: own, tags: tag.id })).toEqual(['Gate']);
    expect(await dataOf(ben, 'note-tag/list/', { created_by: own })).toMatchObject([
      { name: 'Field' },
      { name: 'Home' },
    ]);
    expect(await dataOf(team.founder, 'note/list/', { created_by: own })).toEqual([]);
    expect(await dataOf(team.founder, 'note-tag/list/')).toEqual([]);
    const { id } = made.body.data;
    const edited = ok(await ben.patch(`note/update-destroy/${id}/`, { title: 'Gate code' }));
    expect(edited.body.message).toBe('Note updated successfully!');
    const gone = ok(await ben.delete(`note/update-destroy/${id}/`));
    expect(gone.body).toMatchObject({ message: 'Note deleted successfully!', data: null });
    expect(ok(await ben.delete(`note/update-destroy/${id}/`)).status).toBe(200);
  });

  it('workspace and project lists nest as the navigation reads them, and follow membership', async () => {
    const team = await start();
    const ben = await hire(team, 'ben@field.test');
    expect(await dataOf(ben, 'workspace/list/')).toEqual([]);
    const empty = ok(await ben.get('project/list/'));
    expect(empty.body).toMatchObject({ status: 200, message: 'No Data Found', data: [] });
    await join(team, ben);
    for (const path of ['workspace/list/', 'workspace/get/list/']) {
      expect(await dataOf(ben, path)).toMatchObject([
        {
          id: team.workspace,
          name: 'North',
          organization: Number(ben.orgId),
          workspace_project: [
            {
              id: team.project,
              name: 'Wells',
              status: true,
              workspace: team.workspace,
              team: [
                { organization_user: { id: Number(team.founder.orgUserId) } },
                { organization_user: { id: Number(ben.orgUserId) } },
              ],
            },
          ],
        },
      ]);
    }
    const [project] = await dataOf(ben, 'project/get/list/', {
      workspace__organization_id: String(ben.orgId),
    });
    expect(project.workspace_name).toBe('North');
    const found = ok(await ben.get('project/list/', { query: { slug: project.slug } }));
    expect(found.body).toMatchObject({
      message: 'OK',
      data: [{ id: team.project, project_card: [{ id: team.card }] }],
    });
    expect(await dataOf(ben, 'project/list/', { workspace: team.workspace })).toHaveLength(1);
    const none = ok(await ben.get('project/list/', { query: { slug: 'nothing-000000' } }));
    expect(none.body).toMatchObject({ message: 'No Data Found', data: [] });
    const own = await dataOf(team.founder, 'project-member/get/', {
      organization_user__organization_id: String(ben.orgId),
      organization_user_id: String(ben.orgUserId),
    });
    expect(own).toMatchObject([{ id: member(team, ben), project: { id: team.project } }]);
  });

  it("a special-role organisation's members get their own tasks by slug, or No Data Found", async () => {
    const team = await start();
    const ben = await hire(team, 'ben@field.test');
    await join(team, ben);
    await addTask(team, { name: "Ada's" });
    const [{ slug }] = await dataOf(ben, 'project/list/');
    const own = String(ben.orgUserId);
    const query = { slug, assigned_to: own, collaborators: own };
    expect(ok(await ben.get('project/list/', { query })).body).toMatchObject({
      message: 'No Data Found',
      data: [],
    });
    await addTask(team, { name: 'Shared', collaborators: [member(team, ben)] });
    await addTask(team, { name: "Ben's", assigned_to: member(team, ben) });
    const [board] = await dataOf(ben, 'project/list/', query);
    expect(
      board.project_card[0].project_card_task.map((task: { name: string; order: number }) => [
        task.name,
        task.order,
      ]),
    ).toEqual([
      ['Shared', 1],
      ["Ben's", 2],
    ]);
  });

  it('people are listed by every name that the specification reads them by', async () => {
    const team = await start();
    const ben = await hire(team, 'ben@field.test');
    await join(team, ben);
    const me = await dataOf(ben, 'api/me/');
    expect(me).toMatchObject({ display_name: 'ben', email: 'ben@field.test' });
    const users = ok(await ben.get('users/')).body;
    expect(users).toMatchObject({
      count: 2,
      results: [{ email: 'ada@field.test' }, { id: me.id, email: 'ben@field.test' }],
    });
    expect(await dataOf(team.founder, `api/user-data/${me.id}/`)).toMatchObject({
      id: me.id,
      display_name: 'ben',
    });
    expect(await dataOf(ben, 'organization/list/')).toEqual([
      {
        organization_id: Number(ben.orgId),
        id: Number(ben.orgId),
        name: 'Field Work',
        organization_special_role: false,
      },
    ]);
    const listed = ok(
      await ben.get('organization-user/list/', { query: { organization_id: String(ben.orgId) } }),
    ).body;
    expect(listed.count).toBe(2);
    expect(listed.data[1]).toMatchObject({
      id: Number(ben.orgUserId),
      user_level: 'Member',
      user_role: { name: 'Member', role_level: 'Member', role_category: { name: 'General' } },
    });
    const profile = ok(await ben.get(`organization-user/get/list/${ben.orgUserId}/`)).body;
    expect(profile.profile[0].organization_user.workspace).toMatchObject([
      { id: team.workspace, workspace_project: [{ id: team.project }] },
    ]);
    expect(await dataOf(ben, 'team-member/list/', { project__id: team.project })).toMatchObject([
      { organization_user: { user: { display_name: 'Ada Field' } } },
      { id: member(team, ben), organization_user: { user: { display_name: 'ben' } } },
    ]);
    expect(
      await dataOf(ben, 'team-member/list/', {
        project__id: team.project,
        organization_user_id: String(ben.orgUserId),
      }),
    ).toHaveLength(1);
    expect(await dataOf(ben, 'organization-user-level/list/')).toHaveLength(4);
    for (const path of ['role-level/list/', 'user-role/list/', 'role-category/list/']) {
      expect(ok(await ben.get(path)).body.success).toBe(true);
    }
  });

  const bad: readonly (readonly [string, string, Readonly<Record<string, string>>, number])[] = [
    ['an unknown filter', 'task/list/', { id: 'x', owner: '1' }, 400],
    ['a filter given twice as a list', 'flag/list/?a=1&a=2', {}, 400],
    ['a missing filter', 'project-card/details/lists/', {}, 400],
    ['an empty id', 'task/list/', { id: '' }, 400],
    ['an unknown task', 'task/list/', { id: 'nothing' }, 404],
    ['an unknown project', 'project-card/details/lists/', { project: 'nothing' }, 404],
    ['the team of an unknown project', 'team-member/list/', { project__id: 'nothing' }, 404],
    ['comments of an unknown task', 'comment/list/', { task__id: 'nothing' }, 404],
    ['an unknown person', 'organization-user/get/list/999/', {}, 404],
    ['an unknown user', 'api/user-data/999/', {}, 404],
    ['levels of another organisation', 'role-level/list/', { organization_id: '999' }, 404],
  ];

  it('bad filters are 400, and what does not exist is 404, in the one shape that errors have', async () => {
    const team = await start();
    for (const [title, path, query, status] of bad) {
      const reply = await team.founder.get(path, { query });
      expect.soft(reply.status, title).toBe(status);
      expect.soft(reply.body, title).toMatchObject({ status, request_id: expect.any(String) });
    }
  });
});
