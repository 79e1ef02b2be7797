import { afterEach, expect, it } from 'vitest';
import {
  addTask,
  freshId,
  hire,
  join,
  ok,
  startTeam,
  taskBody,
  type Team,
} from '../server/support/team.ts';
import { forEachDatabase } from '../support/for-each-database.ts';
import type { Reply, RestClient } from '../support/rest-client.ts';

forEachDatabase('rights by level', (open) => {
  const teams: Team[] = [];
  const start = async () => {
    const team = await startTeam(open);
    teams.push(team);
    return team;
  };
  afterEach(async () => {
    for (const team of teams.splice(0)) await team.setup.close();
  });
  const form = (
    team: Team,
    role: { id: number; role_category: { id: number } },
    email: string,
  ) => ({
    user: { display_name: 'Somebody', phone_number: '+44 20 7946 0009', email },
    organization: Number(team.founder.orgId),
    user_role: role.id,
    role_category: role.role_category.id,
  });

  /** Actions of levels 1 to 3 only, each with the specification's alert. */
  const administrative: readonly (readonly [
    string,
    (team: Team, who: RestClient) => Promise<Reply>,
  ])[] = [
    [
      'You dont have access to add a workspace',
      (_team, who) => who.post('workspace/create/', { name: 'South', desc: '' }),
    ],
    [
      'You dont have access to create a project',
      (team, who) => who.post('project/create/', { name: 'Roads', workspace: team.workspace }),
    ],
    [
      'You dont have access to add a card',
      (team, who) => who.post('project-card/create/', { project: team.project, name: 'Doing' }),
    ],
    [
      'Only levels 1 to 3 can change cards',
      (team, who) => who.patch(`project-card/update-destroy/${team.card}/`, { name: 'Renamed' }),
    ],
    [
      'You dont have access to create a user',
      async (team, who) => {
        const { data } = (await who.get('user-role/list/')).body;
        return who.post('api/org-user/create/', form(team, data[3], `${freshId()}@field.test`));
      },
    ],
    [
      'You dont have access to add a team member',
      (team, who) =>
        who.post('team-member/create/', {
          project: team.project,
          organization_user: Number(who.orgUserId),
        }),
    ],
  ];

  it('levels 1 to 3 administer; members get the specification’s error text', async () => {
    const team = await start();
    const coordinator = await hire(team, 'cleo@field.test', 'Coordinator');
    const member = await hire(team, 'ben@field.test');
    await join(team, member);
    for (const [alert, call] of administrative) {
      const refused = await call(team, member);
      expect.soft(refused.status, alert).toBe(403);
      expect.soft(refused.body, alert).toMatchObject({ code: 'forbidden', message: alert });
      expect.soft((await call(team, coordinator)).status, alert).toBe(200);
    }
  });

  it('nobody assigns a level above their own', async () => {
    const team = await start();
    const coordinator = await hire(team, 'cleo@field.test', 'Coordinator');
    const { data } = (await coordinator.get('user-role/list/')).body;
    const statuses = [];
    for (const role of data) {
      const reply = await coordinator.post(
        'api/org-user/create/',
        form(team, role, `${role.short_name}@field.test`),
      );
      statuses.push(reply.status);
    }
    expect(statuses).toEqual([403, 403, 200, 200]);
  });

  it('the creator directs a task, the assignee ticks and moves it, other members can do neither', async () => {
    const team = await start();
    const creator = await hire(team, 'ben@field.test');
    const assignee = await hire(team, 'cleo@field.test');
    const other = await hire(team, 'dan@field.test');
    for (const person of [creator, assignee, other]) await join(team, person);
    const body = {
      ...taskBody(team, creator),
      assigned_to: `${team.project}.${assignee.orgUserId}`,
    };
    ok(await creator.post('task/create/', body));
    const path = `task/update-destroy/${body.id}/`;
    const table: readonly (readonly [object, readonly [number, number, number]])[] = [
      [{ name: 'Dig deeper' }, [200, 403, 403]],
      [{ flag: team.flag }, [200, 403, 403]],
      [{ is_completed: true, is_completed_at: '2026-03-02T10:00:00Z' }, [200, 403, 403]],
      [
        { is_completed_employee: true, is_completed_emp_at: '2026-03-02T10:00:00Z' },
        [403, 200, 403],
      ],
      [{ collaborators: [`${team.project}.${other.orgUserId}`] }, [200, 200, 403]],
      [{ project_card: team.card, order: 0 }, [200, 200, 403]],
      [{ status: false, project_id: team.project }, [200, 403, 403]],
    ];
    for (const [change, expected] of table) {
      const statuses = [];
      for (const person of [creator, assignee, other]) {
        statuses.push((await person.patch(path, change)).status);
      }
      expect.soft(statuses, JSON.stringify(change)).toEqual(expected);
    }
  });

  it('a comment is changed by its author alone, and only team members comment', async () => {
    const team = await start();
    const author = await hire(team, 'ben@field.test');
    const admin = await hire(team, 'max@field.test', 'Manager');
    await join(team, author);
    const task = await addTask(team, team.founder);
    const outside = await admin.post('comment/create/', { task, comment: 'From above' });
    expect(outside.status).toBe(403);
    expect(outside.body.message).toBe('Team Members only comment the tasks');
    const { id } = ok(await author.post('comment/create/', { task, comment: 'Mine' })).body.data;
    expect(
      (await team.founder.patch(`comment/update-destroy/${id}/`, { comment: 'Not mine' })).status,
    ).toBe(403);
    expect(
      (await team.founder.patch(`comment/update-destroy/${id}/`, { deleted: true })).status,
    ).toBe(403);
    expect((await author.patch(`comment/update-destroy/${id}/`, { deleted: true })).status).toBe(
      200,
    );
  });

  it('the author is the person of the bearer, whatever the body claims', async () => {
    const team = await start();
    const ben = await hire(team, 'ben@field.test');
    await join(team, ben);
    const task = { ...taskBody(team, ben), created_by: Number(team.founder.orgUserId) };
    const made = ok(await ben.post('task/create/', task)).body.data;
    expect(made.created_by).toBe(Number(ben.orgUserId));
    const comment = ok(
      await ben.post('comment/create/', {
        task: task.id,
        comment: 'Who am I?',
        team_member: `${team.project}.${team.founder.orgUserId}`,
      }),
    ).body.data;
    expect(comment.team_member.organization_user.id).toBe(Number(ben.orgUserId));
  });
});
