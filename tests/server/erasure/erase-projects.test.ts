import { expect, it } from 'vitest';
import { runErasure } from '../../../server/erasure/run.ts';
import type { Writer } from '../../../server/writer/writer-types.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { type RestClient, signIn } from '../../support/rest-client.ts';
import { stored } from '../support/files.ts';
import {
  addBoard,
  addTask,
  freshId,
  hire,
  join,
  ok,
  pull,
  startTeam,
  taskBody,
  type Team,
} from '../support/team.ts';

const DAY_MS = 24 * 60 * 60_000;

/** The daily run; `writer` replaces the server's own. Rejects with the first failure that it reports. */
async function erase({ app, setup }: Team, writer: Writer = app.services.writer): Promise<void> {
  const { database } = app.services;
  const failures: unknown[] = [];
  await runErasure({ database, writer, now: setup.clock.time }, (error) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

const TABLES = [
  'workspaces',
  'projects',
  'team_members',
  'cards',
  'labels',
  'task_templates',
  'tasks',
  'subtasks',
  'comments',
  'task_files',
  'task_steps',
  'overwrites',
  'files',
  'notifications',
  'project_mutes',
  'snoozes',
  'activity',
  'file_contents',
] as const;

/** Tables of which a row mentions the text. */
async function mentions({ app }: Team, text: string): Promise<readonly string[]> {
  const found = [];
  for (const table of TABLES) {
    const rows = await app.services.database.snapshot((sql) => sql.all(`select * from ${table}`));
    if (JSON.stringify(rows).includes(text)) found.push(table);
  }
  return found;
}

/** Rows of the project that are left, by table, without the activity log. */
async function rowsLeft(team: Team, project: string): Promise<readonly string[]> {
  return (await mentions(team, project)).filter((table) => table !== 'activity');
}

/** Fills the team's project with rows of each kind, the texts of which contain `secret`. */
async function fill(team: Team) {
  const { founder, project } = team;
  const ben = await hire(team, 'ben@field.test');
  await join(team, ben);
  await join(team, founder);
  ok(await founder.patch(`project/update-destroy/${project}/`, { description: 'secret aim' }));
  ok(await founder.post('task-label/create/', { project, name: 'secret label' }));
  const tasks = [];
  for (const name of ['secret one', 'secret two', 'secret three']) {
    const task = await addTask(team, founder, { name, description: 'secret plan' });
    ok(await ben.post('comment/create/', { task, comment: 'secret talk' }));
    ok(await founder.post('sub-task/create/', { task, name: 'secret part' }));
    ok(
      await founder.patch(`task/send-back/${task}/`, { step: freshId(), reason: 'secret reason' }),
    );
    ok(await ben.patch(`task/snooze/${task}/`, { until: '2030-01-01T00:00:00Z' }));
    tasks.push(task);
  }
  await stored(team, founder, { name: 'secret.txt', bytes: Buffer.from('plans') });
  ok(await founder.post('project/mute/', { project, muted: true }));
  return { ben, tasks };
}

async function afterDays(team: Team, days: number, ...others: readonly RestClient[]) {
  team.setup.clock.time += days * DAY_MS;
  ok(await signIn(team.founder, 'ada@field.test'));
  for (const one of others) ok(await signIn(one, 'ben@field.test'));
}

forEachDatabase('the erasure of deleted projects and workspaces', (open) => {
  it('[ERASE-2.2] erases a project with everything in it after 30 days, and devices lose it', async () => {
    const team = await startTeam(open);
    const other = await addBoard(team);
    const kept = await addTask(team, team.founder, { ...other, name: 'Keep this' });
    const { ben } = await fill(team);
    ok(await team.founder.patch(`project/delete/${team.project}/`, { deleted: true }));
    await afterDays(team, 29, ben);
    await erase(team);
    expect(await rowsLeft(team, team.project)).toContain('projects');
    const [mine, theirs] = [ok(await pull(team.founder)).body, ok(await pull(ben)).body];
    expect(theirs.scopes).toContain(`project:${team.project}`);
    await afterDays(team, 2, ben);
    await erase(team);
    expect(await rowsLeft(team, team.project)).toEqual([]);
    expect(await mentions(team, 'secret')).toEqual([]);
    expect(await mentions(team, kept)).toContain('tasks');
    const { database } = team.app.services;
    const bytes = await database.snapshot(async (sql) => ({
      contents: await sql.all('select name from file_contents'),
      trash: await sql.all('select name from file_trash'),
    }));
    expect(bytes.contents).toEqual([]);
    expect(bytes.trash).not.toEqual([]);
    for (const [person, before] of [
      [team.founder, mine],
      [ben, theirs],
    ] as const) {
      const { scopes } = ok(await pull(person, before.head)).body;
      expect(scopes).not.toContain(`project:${team.project}`);
    }
    const left = await team.app.services.database.snapshot((sql) =>
      sql.all('select * from erasures'),
    );
    expect(left).toEqual([]);
  });

  it('[ERASE-2.3] continues an erasure that was interrupted after any of its writes', async () => {
    const team = await startTeam(open);
    const { tasks } = await fill(team);
    ok(await team.founder.patch(`project/delete/${team.project}/`, { deleted: true }));
    await afterDays(team, 31);
    let runs = 0;
    for (let isDone = false; !isDone; runs += 1) {
      // Each run is killed after two writes.
      await erase(team, brokenAfter(team.app.services.writer, 2)).then(
        () => (isDone = true),
        () => undefined,
      );
      if (runs > 40) throw new Error('The erasure does not come to an end');
    }
    expect(runs).toBeGreaterThan(tasks.length / 2);
    expect(await rowsLeft(team, team.project)).toEqual([]);
    expect(await mentions(team, 'secret')).toEqual([]);
  });

  it('[ERASE-2.6] nobody reads or changes a row of a project from the first write of its erasure on', async () => {
    const team = await startTeam(open);
    const { ben, tasks } = await fill(team);
    const [task = ''] = tasks;
    const file = await stored(team, team.founder, { name: 'a.txt', bytes: Buffer.from('secret') });
    ok(await team.founder.patch(`project/delete/${team.project}/`, { deleted: true }));
    await afterDays(team, 31, ben);
    const calls = (person: RestClient, word: string) => [
      person.get('task/list/', { query: { id: task } }),
      person.get('comment/list/', { query: { task__id: task } }),
      person.get('sub-task/list/', { query: { task_id: task } }),
      person.get('task/get/list/'),
      person.get(`files/${file}`),
      person.patch(`task/update-destroy/${task}/`, { name: `secret ${word}` }),
      person.post('comment/create/', { task, comment: `secret ${word}` }),
      person.post('project-card/create/', { name: `secret ${word}`, project: team.project }),
      person.post('task/create/', { ...taskBody(team, team.founder), name: `secret ${word}` }),
    ];
    const before = await Promise.all(calls(team.founder, 'before'));
    expect(before.filter(({ text }) => text.includes('secret')).length).toBeGreaterThan(5);
    await expect(erase(team, brokenAfter(team.app.services.writer, 1))).rejects.toThrow();
    expect(await mentions(team, 'secret plan')).toContain('tasks');
    for (const person of [team.founder, ben]) {
      const replies = await Promise.all(calls(person, 'later'));
      const leaks = replies.flatMap(({ text }, at) => (text.includes('secret') ? [at] : []));
      expect(leaks).toEqual([]);
    }
    expect(await mentions(team, 'secret later')).toEqual([]);
  });

  it('[ERASE-2.1] restores a deleted project until then, also by an older build that unarchives it', async () => {
    const team = await startTeam(open);
    await fill(team);
    const path = `project/delete/${team.project}/`;
    ok(await team.founder.patch(path, { deleted: true }));
    await afterDays(team, 20);
    ok(await team.founder.patch(path, { deleted: true }));
    ok(await team.founder.patch(path, { deleted: false }));
    ok(await team.founder.patch(path, { deleted: true }));
    ok(await team.founder.patch(`project/update-destroy/${team.project}/`, { status: true }));
    await afterDays(team, 31);
    await erase(team);
    expect(await mentions(team, 'secret aim')).toContain('projects');
    const { changes } = ok(await pull(team.founder)).body;
    const row = changes.findLast((one: { table: string; id: string }) => one.table === 'projects');
    expect(row.row).toMatchObject({ status: true, deleted_at: null });
  });

  it('[ERASE-2.1] is for levels 1 to 3', async () => {
    const team = await startTeam(open);
    const ben = await hire(team, 'ben@field.test');
    await join(team, ben);
    const paths = [`project/delete/${team.project}/`, `workspace/delete/${team.workspace}/`];
    for (const path of paths) {
      expect((await ben.patch(path, { deleted: true })).status).toBe(403);
    }
  });

  it('[ERASE-2.4] erases a workspace with its projects, and none of them can be restored alone', async () => {
    const team = await startTeam(open);
    await fill(team);
    const board = await addBoard(team);
    const elsewhere = freshId();
    ok(await team.founder.post('workspace/create/', { id: elsewhere, name: 'South', desc: '' }));
    const away = await addBoard({ ...team, workspace: elsewhere });
    ok(await team.founder.patch(`project/delete/${board.project}/`, { deleted: true }));
    ok(await team.founder.patch(`workspace/delete/${team.workspace}/`, { deleted: true }));
    const alone = await team.founder.patch(`project/delete/${board.project}/`, { deleted: false });
    expect(alone.body).toMatchObject({ status: 409, code: 'conflict' });
    await afterDays(team, 29);
    await erase(team);
    expect(await mentions(team, 'secret aim')).toContain('projects');
    await afterDays(team, 2);
    await erase(team);
    for (const id of [team.workspace, team.project, board.project]) {
      expect(await rowsLeft(team, id)).toEqual([]);
    }
    expect(await mentions(team, 'secret')).toEqual([]);
    expect(await mentions(team, away.project)).toContain('projects');
    const { scopes } = ok(await pull(team.founder)).body;
    expect(scopes).not.toContain(`workspace:${team.workspace}`);
    expect(scopes).toContain(`workspace:${elsewhere}`);
  });

  it('[ERASE-2.4] rejects a project that is created in a deleted workspace', async () => {
    const team = await startTeam(open);
    const create = (id: string) =>
      team.founder.post('project/create/', { id, name: 'Late', workspace: team.workspace });
    ok(await team.founder.patch(`workspace/delete/${team.workspace}/`, { deleted: true }));
    expect((await create(freshId())).body).toMatchObject({ code: 'parent_gone' });
    ok(await team.founder.patch(`workspace/delete/${team.workspace}/`, { deleted: false }));
    ok(await create(freshId()));
  });

  it('[ERASE-2.5] keeps what is deleted for the days of the organisation', async () => {
    const team = await startTeam(open);
    await fill(team);
    const settings = `organization/retention/${String(team.founder.orgId)}/`;
    for (const days of [6, 366, 7.5]) {
      expect((await team.founder.patch(settings, { erase_after_days: days })).status).toBe(400);
    }
    ok(await team.founder.patch(settings, { erase_after_days: 60 }));
    ok(await team.founder.patch(`project/delete/${team.project}/`, { deleted: true }));
    await afterDays(team, 59);
    await erase(team);
    expect(await mentions(team, 'secret aim')).toContain('projects');
    ok(await team.founder.patch(settings, { erase_after_days: 7 }));
    await erase(team);
    expect(await mentions(team, 'secret')).toEqual([]);
  });
});

/** A writer that fails after so many writes, as a server that is stopped. */
function brokenAfter(writer: Writer, count: number): Writer {
  let left = count;
  const claim = () => {
    if (left === 0) throw new Error('The server has stopped');
    left -= 1;
  };
  return {
    ...writer,
    write: async (streams, work) => {
      claim();
      return await writer.write(streams, work);
    },
    separate: async (work) => {
      claim();
      return await writer.separate(work);
    },
  };
}
