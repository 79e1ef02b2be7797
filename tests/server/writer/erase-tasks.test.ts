import { expect, it } from 'vitest';
import { eraseDeletedTasks } from '../../../server/writer/erase-tasks.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { signIn } from '../../support/rest-client.ts';
import {
  addTask,
  deviceOf,
  freshId,
  hire,
  join,
  ok,
  pull,
  startTeam,
  type Team,
} from '../support/team.ts';

const DAY_MS = 24 * 60 * 60_000;

function erase({ app, setup }: Team): Promise<number> {
  const { database, writer } = app.services;
  return eraseDeletedTasks({ database, writer, now: setup.clock.time });
}

/** Every stored value that mentions the text, in the tables that the erasure reaches. */
async function mentions({ app }: Team, text: string): Promise<readonly string[]> {
  const tables = ['tasks', 'comments', 'subtasks', 'task_steps', 'notifications', 'activity'];
  const found = [];
  for (const table of tables) {
    const rows = await app.services.database.snapshot((sql) => sql.all(`select * from ${table}`));
    if (JSON.stringify(rows).includes(text)) found.push(table);
  }
  return found;
}

/** A task of the founder's with a comment, a subtask, a step and personal rows, all of which contain `secret`. */
async function fullTask(team: Team) {
  const { founder } = team;
  const ben = await hire(team, 'ben@field.test');
  await join(team, ben);
  await join(team, founder);
  const task = await addTask(team, founder, { name: 'secret', description: 'secret plan' });
  const { id: comment } = ok(await ben.post('comment/create/', { task, comment: 'secret talk' }))
    .body.data;
  ok(await founder.post('sub-task/create/', { task, name: 'secret part' }));
  ok(await founder.patch(`task/send-back/${task}/`, { step: freshId(), reason: 'secret reason' }));
  ok(await ben.patch(`task/snooze/${task}/`, { until: '2030-01-01T00:00:00Z' }));
  const { epoch, head: cursor } = ok(await pull(ben)).body;
  ok(await ben.post('sync/seen', { epoch, cursor, seen: [{ task_id: task, v: cursor }] }));
  return { task, comment: String(comment), ben };
}

async function afterDays(team: Team, days: number): Promise<void> {
  team.setup.clock.time += days * DAY_MS;
  ok(await signIn(team.founder, 'ada@field.test'));
}

forEachDatabase('the erasure of deleted tasks', (open) => {
  it('[ERASE-1.2] erases a task with all that belongs to it after 30 days, and devices read tombstones', async () => {
    const team = await startTeam(open);
    const { task, comment, ben } = await fullTask(team);
    ok(await team.founder.patch(`task/delete/${task}/`, { deleted: true }));
    await afterDays(team, 29);
    expect(await erase(team)).toBe(0);
    const { head } = (await pull(team.founder)).body;
    await afterDays(team, 2);
    expect(await erase(team)).toBe(1);
    expect(await mentions(team, 'secret')).toEqual([]);
    expect(
      await team.app.services.database.db.selectFrom('task_seen').selectAll().execute(),
    ).toEqual([]);
    const { changes } = (await pull(team.founder, head)).body;
    const removed = changes.map(
      ({ kind, table, id }: { kind: string; table: string; id: string }) => ({ kind, table, id }),
    );
    expect(removed).toContainEqual({ kind: 'del', table: 'tasks', id: task });
    expect(removed).toContainEqual({ kind: 'del', table: 'comments', id: comment });
    for (const table of ['subtasks', 'task_steps'])
      expect(removed).toContainEqual(expect.objectContaining({ kind: 'del', table }));
    const snoozes = await team.app.services.database.snapshot((sql) =>
      sql.all('select id from snoozes'),
    );
    expect(snoozes).toEqual([]);
    expect(ben.orgUserId).toBeDefined();
    expect(await erase(team)).toBe(0);
  });

  it('[ERASE-1.3] restores a deleted task until then, and leaves it alone afterwards', async () => {
    const team = await startTeam(open);
    const { task } = await fullTask(team);
    ok(await team.founder.patch(`task/delete/${task}/`, { deleted: true }));
    const gone = await team.founder.get('task/archive/list/');
    expect(gone.body.data).toMatchObject([{ id: task, status: false }]);
    await afterDays(team, 29);
    ok(await team.founder.patch(`task/delete/${task}/`, { deleted: false }));
    await afterDays(team, 29);
    expect(await erase(team)).toBe(0);
    expect(await mentions(team, 'secret plan')).toContain('tasks');
  });

  it('[ERASE-1.3] an older build restores a deleted task by unarchiving it', async () => {
    const team = await startTeam(open);
    const { task } = await fullTask(team);
    ok(await team.founder.patch(`task/delete/${task}/`, { deleted: true }));
    ok(await team.founder.patch(`task/update-destroy/${task}/`, { status: true }));
    await afterDays(team, 31);
    expect(await erase(team)).toBe(0);
  });

  it('[ERASE-1.1] a second deletion does not extend the time until the erasure', async () => {
    const team = await startTeam(open);
    const { task } = await fullTask(team);
    ok(await team.founder.patch(`task/delete/${task}/`, { deleted: true }));
    await afterDays(team, 20);
    ok(await team.founder.patch(`task/delete/${task}/`, { deleted: true }));
    await afterDays(team, 11);
    expect(await erase(team)).toBe(1);
  });

  it('[ERASE-1.4] refuses a change of an erased task with a text that says so, and only to those who could read it', async () => {
    const team = await startTeam(open);
    const { task, ben } = await fullTask(team);
    const eve = await hire(team, 'eve@field.test');
    ok(await team.founder.patch(`task/delete/${task}/`, { deleted: true }));
    await afterDays(team, 31);
    ok(await signIn(ben, 'ben@field.test'));
    ok(await signIn(eve, 'eve@field.test'));
    await erase(team);
    const call = {
      method: 'PATCH',
      path: `task/update-destroy/${task}/`,
      body: { status: true },
    } as const;
    const device = await deviceOf(team.founder);
    const late = await device.push([{ seq: 1, ...call }]);
    expect(late.body.verdicts).toMatchObject([{ status: 404 }]);
    expect(JSON.stringify(late.body.verdicts)).toContain('This has been deleted for good');
    const stranger = await eve.patch(call.path, call.body);
    expect(stranger.status).toBe(404);
    expect(stranger.text).not.toContain('deleted');
    const talk = await ben.post('comment/create/', { task, comment: 'Too late' });
    expect(talk.body).toMatchObject({ status: 409, code: 'parent_gone' });
  });
});
