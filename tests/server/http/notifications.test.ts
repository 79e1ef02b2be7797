import { expect, it } from 'vitest';
import { forEachDatabase } from '../../support/for-each-database.ts';
import type { RestClient } from '../../support/rest-client.ts';
import {
  addTask,
  freshId,
  hire,
  join,
  ok,
  startTeam,
  taskBody,
  type Team,
} from '../support/team.ts';

forEachDatabase('notifications about tasks', (openDatabase) => {
  it('assignees are notified, except those who assign the task to themselves', async () => {
    const { team, ben } = await startPair(openDatabase);
    const body = {
      ...taskBody(team, team.founder),
      assigned_to: `${team.project}.${ben.orgUserId}`,
    };
    ok(await team.founder.post('task/create/', body));
    expect(await kinds(ben)).toEqual(['assigned']);
    await addTask(team, team.founder);
    expect(await kinds(team.founder)).toEqual([]);
    const other = await addTask(team, team.founder);
    const change = { assigned_to: `${team.project}.${ben.orgUserId}` };
    ok(await team.founder.patch(`task/update-destroy/${other}/`, change));
    ok(await team.founder.patch(`task/update-destroy/${other}/`, change));
    expect(await kinds(ben)).toEqual(['assigned', 'assigned']);
  });

  it('comments on one task are one line with a count; a mention is a line of its own and no second comment', async () => {
    const { team, ben } = await startPair(openDatabase);
    const task = await addTask(team, team.founder);
    for (const comment of ['One', 'Two']) ok(await writeComment(ben, task, comment));
    expect(await notificationsOf(team.founder)).toMatchObject([
      { kind: 'commented', task, count: 2 },
    ]);
    ok(await writeComment(ben, task, `Look, @[${team.founder.orgUserId}]`));
    expect(await notificationsOf(team.founder)).toMatchObject([
      { kind: 'mentioned', count: 1 },
      { kind: 'commented', count: 2 },
    ]);
    expect(await kinds(ben)).toEqual([]);
  });

  it('completed and reopened replace each other', async () => {
    const { team, ben } = await startPair(openDatabase);
    const id = freshId();
    const body = taskBody(team, team.founder, { id });
    ok(
      await team.founder.post('task/create/', {
        ...body,
        assigned_to: `${team.project}.${ben.orgUserId}`,
      }),
    );
    const tick = (is_completed_employee: boolean) =>
      ben.patch(`task/update-destroy/${id}/`, { is_completed_employee });
    ok(await tick(true));
    expect(await kinds(team.founder)).toEqual(['completed']);
    ok(await tick(false));
    expect(await kinds(team.founder)).toEqual(['reopened']);
  });

  it('a muted project and one that the person has left notify nobody', async () => {
    const { team, ben } = await startPair(openDatabase);
    const mute = (muted: boolean) => ben.post('project/mute/', { project: team.project, muted });
    const give = async () =>
      ok(
        await team.founder.post('task/create/', {
          ...taskBody(team, team.founder),
          assigned_to: `${team.project}.${ben.orgUserId}`,
        }),
      );
    ok(await mute(true));
    await give();
    expect(await kinds(ben)).toEqual([]);
    ok(await mute(false));
    await give();
    expect(await kinds(ben)).toEqual(['assigned']);
    ok(await team.founder.delete(`team-member/update-destroy/${team.project}.${ben.orgUserId}/`));
    expect(await kinds(ben)).toEqual([]);
  });

  it('notifications are cleared by their reader alone, and those that arrived since stay', async () => {
    const { team, ben } = await startPair(openDatabase);
    const task = await addTask(team, team.founder);
    ok(await writeComment(ben, task, 'One'));
    const [seen] = await notificationsOf(team.founder);
    const path = `notification/clear/${seen?.id}/`;
    expect((await ben.patch(path, { upto: seen?.at })).status).toBe(404);
    team.setup.clock.time += 1_000;
    ok(await writeComment(ben, task, 'Two'));
    ok(await team.founder.patch(path, { upto: seen?.at }));
    expect(await notificationsOf(team.founder)).toMatchObject([{ count: 2 }]);
    const [now] = await notificationsOf(team.founder);
    ok(await team.founder.patch(path, { upto: now?.at }));
    expect(await notificationsOf(team.founder)).toEqual([]);
  });
});

interface NotificationLine {
  readonly id: string;
  readonly kind: string;
  readonly at: string;
}

async function startPair(open: Parameters<typeof startTeam>[0]): Promise<{
  readonly team: Team;
  readonly ben: RestClient;
}> {
  const team = await startTeam(open);
  await join(team, team.founder);
  const ben = await hire(team, 'ben@field.test');
  await join(team, ben);
  return { team, ben };
}

function writeComment(person: RestClient, task: string, comment: string) {
  return person.post('comment/create/', { id: freshId(), task, comment });
}

async function notificationsOf(person: RestClient): Promise<readonly NotificationLine[]> {
  return ok(await person.get('api/notifications/')).body.tasks;
}

async function kinds(person: RestClient): Promise<readonly string[]> {
  return (await notificationsOf(person)).map(({ kind }) => kind);
}
