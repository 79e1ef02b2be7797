import { expect, it } from 'vitest';
import { NOTIFICATION_KINDS, notifications } from '../../../model/entities/notification.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import type { RestClient } from '../../support/rest-client.ts';
import { rowsOf } from '../support/same-ids.ts';
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

  it('the new assignee of a subtask is notified once, and nobody about their own act', async () => {
    const { team, ben } = await startPair(openDatabase);
    const task = await addTask(team, team.founder);
    const made = ok(await team.founder.post('sub-task/create/', { task, name: 'Rope', order: 1 }));
    const path = `sub-task/update-destroy/${made.body.data.id}/`;
    const assigned_to = `${team.project}.${ben.orgUserId}`;
    ok(await team.founder.patch(path, { assigned_to }));
    ok(await team.founder.patch(path, { assigned_to }));
    ok(await team.founder.patch(path, { name: 'Long rope' }));
    expect(await notificationsOf(ben)).toMatchObject([
      { kind: 'assigned', task, subtask: made.body.data.id, count: 1 },
    ]);
    ok(await team.founder.patch(path, { assigned_to: '' }));
    ok(
      await team.founder.patch(path, { assigned_to: `${team.project}.${team.founder.orgUserId}` }),
    );
    expect(await kinds(team.founder)).toEqual([]);
    expect(await kinds(ben)).toEqual(['assigned']);
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

  it('those of a project are deleted for the person alone who leaves it', async () => {
    const team = await startTeam(openDatabase);
    const [ben, cleo] = [await hire(team, 'ben@field.test'), await hire(team, 'cleo@field.test')];
    for (const person of [team.founder, ben, cleo]) await join(team, person);
    const task = await addTask(team, team.founder);
    const comment = `@[${ben.orgUserId ?? ''}] @[${cleo.orgUserId ?? ''}]`;
    ok(await team.founder.post('comment/create/', { task, comment }));
    expect(await rowsOf(team, 'notifications')).toHaveLength(2);
    ok(await team.founder.delete(`team-member/update-destroy/${team.project}.${ben.orgUserId}/`));
    expect(await rowsOf(team, 'notifications')).toMatchObject([
      { scope: `inbox:${cleo.orgUserId ?? ''}` },
    ]);
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

  it('notifications are read and unread by their reader alone; a later event makes one unread, and counts anew', async () => {
    const { team, ben } = await startPair(openDatabase);
    const task = await addTask(team, team.founder);
    for (const comment of ['One', 'Two']) ok(await writeComment(ben, task, comment));
    const [seen] = await notificationsOf(team.founder);
    const mark = (person: RestClient, read: boolean, upto = seen?.at) =>
      person.post('notification/read/', { ids: [seen?.id], upto, read });
    expect((await mark(ben, true)).status).toBe(404);
    ok(await mark(team.founder, true, '2020-01-01T00:00:00Z'));
    expect(await notificationsOf(team.founder), 'a newer one than was displayed').toHaveLength(1);
    ok(await mark(team.founder, true));
    expect(await notificationsOf(team.founder)).toEqual([]);
    ok(await mark(team.founder, false));
    expect(await notificationsOf(team.founder)).toMatchObject([{ count: 2 }]);
    ok(await mark(team.founder, true));
    team.setup.clock.time += 1_000;
    ok(await writeComment(ben, task, 'Three'));
    expect(await notificationsOf(team.founder)).toMatchObject([{ count: 1 }]);
  });

  it('of the read ones each person keeps the newest 300', async () => {
    const { team, ben } = await startPair(openDatabase);
    const { orgId } = team.founder;
    const place = { orgId: String(orgId) };
    const row = (number: number, { orgUserId } = team.founder) => ({
      id: `commented.${number}.${orgUserId}`,
      scope: `inbox:${orgUserId}`,
      v: 0,
      kind: 'commented',
      actor: '1',
      project: team.project,
      task: String(number),
      comment: null,
      count: 1,
      at: new Date(Date.parse('2026-01-01T00:00:00Z') + number * 1_000).toISOString(),
      read_at: number === 0 ? null : '2026-02-01T00:00:00Z',
    });
    await team.app.services.writer.write([`org:${orgId}`], async (tx) => {
      for (let number = 0; number <= 303; number += 1) {
        await tx.put(notifications, place, row(number));
      }
      for (let number = -5; number < 0; number += 1) {
        await tx.put(notifications, place, row(number, ben));
      }
    });
    const task = row(303).id;
    ok(
      await team.founder.post('notification/read/', {
        ids: [task],
        upto: '2026-03-01T00:00:00Z',
        read: true,
      }),
    );
    const left = await team.app.services.database.db
      .selectFrom('notifications')
      .select('task')
      .execute();
    const tasks = new Set(left.map((one) => one.task));
    expect(tasks.size, '301 of the founder and 5 older ones of Ben').toBe(306);
    expect(['0', '1', '2', '3', '4'].filter((one) => tasks.has(one))).toEqual(['0', '4']);
  });

  it('a muted task notifies of mentions alone; somebody outside its project cannot mute it', async () => {
    const { team, ben } = await startPair(openDatabase);
    const task = await addTask(team, team.founder);
    const mute = (person: RestClient, muted: boolean) => person.post('task/mute/', { task, muted });
    expect((await mute(await hire(team, 'cyd@field.test'), true)).status).toBe(404);
    ok(await mute(team.founder, true));
    ok(await writeComment(ben, task, 'One'));
    expect(await kinds(team.founder)).toEqual([]);
    ok(await writeComment(ben, task, `Look, @[${team.founder.orgUserId}]`));
    expect(await kinds(team.founder)).toEqual(['mentioned']);
    const other = await addTask(team, team.founder);
    team.setup.clock.time += 1_000;
    ok(await writeComment(ben, other, 'Two'));
    expect(await kinds(team.founder), 'of another task').toEqual(['commented', 'mentioned']);
    ok(await mute(team.founder, false));
    ok(await writeComment(ben, task, 'Three'));
    expect(await kinds(team.founder)).toHaveLength(3);
  });

  it('nobody is notified of what they did themselves, whatever the kind', async () => {
    const { team, ben } = await startPair(openDatabase);
    const { founder } = team;
    const own = `${team.project}.${founder.orgUserId}`;
    // Creator, assignee and collaborator of their own task, who mention themselves.
    const task = await addTask(team, founder);
    const change = (fields: object) => founder.patch(`task/update-destroy/${task}/`, fields);
    ok(await change({ collaborators: [own] }));
    ok(await change({ assigned_users: [own, `${team.project}.${ben.orgUserId}`] }));
    ok(await change({ assigned_to: own }));
    for (const is_completed_employee of [true, false]) ok(await change({ is_completed_employee }));
    for (const is_completed of [true, false, true]) ok(await change({ is_completed }));
    const mention = `Me, @[${founder.orgUserId}]`;
    const comment = freshId();
    ok(await founder.post('comment/create/', { id: comment, task, comment: 'Plain' }));
    ok(await founder.patch(`comment/update-destroy/${comment}/`, { comment: mention }));
    ok(await writeComment(founder, task, mention));
    expect(await kinds(founder)).toEqual([]);
    // The same acts by somebody else notify of every kind.
    const theirs = freshId();
    const body = { ...taskBody(team, ben, { id: theirs }), assigned_to: own };
    ok(await ben.post('task/create/', body));
    ok(await writeComment(ben, theirs, mention));
    ok(await writeComment(ben, theirs, 'Plain'));
    const tick = (is_completed: boolean) =>
      ben.patch(`task/update-destroy/${theirs}/`, { is_completed });
    ok(await tick(true));
    const found = new Set(await kinds(founder));
    ok(await tick(false));
    expect(new Set([...found, ...(await kinds(founder))])).toEqual(new Set(NOTIFICATION_KINDS));
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
