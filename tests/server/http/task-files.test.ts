import { expect, it } from 'vitest';
import { files } from '../../../model/entities/file.ts';
import { taskFiles } from '../../../model/entities/task-file.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import type { RestClient } from '../../support/rest-client.ts';
import { addRow, bearer, fetchFile, sendForm, stored } from '../support/files.ts';
import { addTask, freshId, hire, join, ok, pull, startTeam, type Team } from '../support/team.ts';

forEachDatabase('files of tasks', (open) => {
  it('have an order and captions, and can be removed and restored', async () => {
    const team = await startTeam(open);
    const { founder } = team;
    const task = await addTask(team, founder);
    const [one, two, three] = [
      await add(team, task, { name: 'one.txt' }),
      await add(team, task, { name: 'two.txt' }),
      await add(team, task, { name: 'three.txt', caption: 'The third', order: 0 }),
    ];
    expect(await shown(founder, task)).toEqual(['three.txt: The third', 'one.txt: ', 'two.txt: ']);
    ok(await edit(founder, two, { caption: '  The second ', order: 1 }));
    expect(await shown(founder, task)).toEqual([
      'three.txt: The third',
      'two.txt: The second',
      'one.txt: ',
    ]);
    const removed = ok(await edit(founder, three, { status: false })).body.data;
    expect(removed).toMatchObject({ status: false });
    expect(await shown(founder, task)).toEqual(['two.txt: The second', 'one.txt: ']);
    ok(await edit(founder, three, { status: true }));
    expect((await shown(founder, task))[0]).toBe('three.txt: The third');
    expect((await edit(founder, one, { caption: 'x'.repeat(201) })).status).toBe(400);
  });

  it('of a form come with their bytes, and repeated calls add one', async () => {
    const team = await startTeam(open);
    const { founder } = team;
    const task = await addTask(team, founder);
    const id = freshId();
    const fields = { id, task, file: { name: 'log.txt', bytes: Buffer.from('rain') } };
    const added = await sendForm(team, founder, { path: 'task-file/create/', fields });
    expect(added.status).toBe(200);
    expect(await shown(founder, task)).toEqual(['log.txt: ']);
    const { file } = added.body.data;
    ok(await founder.post('task-file/create/', { id, task, file }));
    expect(await shown(founder, task)).toEqual(['log.txt: ']);
  });

  it('keep the time of a shot, which only a UTC time can be', async () => {
    const team = await startTeam(open);
    const { founder } = team;
    const body = {
      id: freshId(),
      scope: `project:${team.project}`,
      name: 'rope.jpg',
      media_type: 'image/jpeg',
      size: 4,
      digest: 'a'.repeat(64),
    };
    const taken_at = '2026-03-04T10:20:30.000Z';
    expect((await founder.post('files/create/', { ...body, taken_at: 'today' })).status).toBe(400);
    ok(await founder.post('files/create/', { ...body, taken_at }));
    const { changes } = (await pull(founder)).body;
    const row = expect.objectContaining({ id: body.id, taken_at });
    expect(changes).toContainEqual(expect.objectContaining({ table: files.table, row }));
  });

  it('keep the caption of one device and the place of another', async () => {
    const team = await startTeam(open);
    const { founder } = team;
    const task = await addTask(team, founder);
    const one = await add(team, task, { name: 'one.txt' });
    await add(team, task, { name: 'two.txt' });
    // Two devices that had not received each other's change.
    await Promise.all([
      edit(founder, one, { caption: 'Before the repair' }),
      edit(founder, one, { order: 1 }),
    ]);
    expect(await shown(founder, task)).toEqual(['two.txt: ', 'one.txt: Before the repair']);
  });

  it('are changed by the people who may edit the task, with files of their own, while they are members', async () => {
    const team = await startTeam(open);
    const { founder } = team;
    const [ben, cyd, stranger] = [
      await hire(team, 'ben@field.test'),
      await hire(team, 'cyd@field.test'),
      await hire(team, 'dee@field.test'),
    ];
    for (const person of [founder, ben, cyd]) await join(team, person);
    const task = await addTask(team, ben);
    const id = await add(team, task, { by: ben, name: 'one.txt' });
    const refusal = { status: 403, message: 'Only the person who created the task can edit it' };
    const file = await stored(team, cyd, { name: 'a.txt', bytes: Buffer.from('a') });
    for (const reply of [
      await cyd.post('task-file/create/', { task, file }),
      await edit(cyd, id, { caption: 'Mine' }),
      await edit(cyd, id, { order: 0 }),
      await edit(cyd, id, { status: false }),
    ]) {
      expect({ status: reply.status, message: reply.body.message }).toEqual(refusal);
    }
    expect((await ben.post('task-file/create/', { task, file })).status).toBe(404);
    expect((await edit(stranger, id, { caption: 'Mine' })).status).toBe(404);
    const query = { query: { task_id: task } };
    expect((await stranger.get('task-file/list/', query)).status).toBe(404);
    ok(await founder.delete(`team-member/update-destroy/${team.project}.${ben.orgUserId}/`));
    expect((await edit(ben, id, { caption: 'Late' })).status).toBe(404);
    expect((await ben.get('task-file/list/', query)).status).toBe(404);
    expect(await shown(cyd, task)).toEqual(['one.txt: ']);
  });

  it('move with their task to another project, whose members alone read them', async () => {
    const team = await startTeam(open);
    const { founder } = team;
    const ben = await hire(team, 'ben@field.test');
    const task = await addTask(team, founder);
    const bytes = Buffer.from('the bytes');
    const file = await stored(team, founder, { name: 'one.txt', bytes });
    const id = freshId();
    ok(await founder.post('task-file/create/', { id, task, file }));
    const removed = await add(team, task, { name: 'two.txt' });
    ok(await edit(founder, removed, { status: false }));
    const [project, card] = [freshId(), freshId()];
    const { workspace } = team;
    ok(await founder.post('project/create/', { id: project, name: 'Roads', workspace }));
    ok(await founder.post('project-card/create/', { id: card, project, name: 'Doing' }));
    await join(team, ben, project);
    expect((await fetchFile(team, file, bearer(ben))).status).toBe(404);
    ok(await founder.patch(`task/update-destroy/${task}/`, { project_card: card, order: 0 }));
    expect((await fetchFile(team, file, bearer(ben))).bytes).toEqual(bytes);
    expect(await shown(ben, task)).toEqual(['one.txt: ']);
    ok(await edit(founder, removed, { status: true }));
    expect(await shown(ben, task)).toEqual(['one.txt: ', 'two.txt: ']);
  });

  it('whose upload is given up are removed from the task with their row', async () => {
    const team = await startTeam(open);
    const { founder } = team;
    const task = await addTask(team, founder);
    const id = await add(team, task, { name: 'large.mov' });
    const [{ details }] = ok(await founder.get('task-file/list/', { query: { id } })).body.data;
    ok(await founder.delete(`files/${String(details.id)}/`));
    expect(await shown(founder, task)).toEqual([]);
    const { changes } = (await pull(founder)).body;
    for (const table of [taskFiles.table, files.table]) {
      expect(changes).toContainEqual(expect.objectContaining({ kind: 'del', table }));
    }
  });

  it('are in the activity log with their old captions', async () => {
    const team = await startTeam(open);
    const { founder } = team;
    const task = await addTask(team, founder);
    const id = await add(team, task, { name: 'one.txt', caption: 'Before' });
    ok(await edit(founder, id, { caption: 'After' }));
    ok(await edit(founder, id, { status: false }));
    const { data } = ok(await founder.get('activity/list/', { query: { row: id } })).body;
    expect(data).toMatchObject([
      { table: 'task_files', changes: [{ field: 'removed_at', before: null }] },
      { name: 'After', changes: [{ field: 'caption', before: 'Before', after: 'After' }] },
      { action: 'created' },
    ]);
  });
});

interface Added {
  readonly name: string;
  readonly caption?: string;
  readonly order?: number;
  readonly by?: RestClient;
}

/** Adds a file whose bytes are not on the server yet; returns the id of the task's entry. */
async function add(
  team: Team,
  task: string,
  { name, by = team.founder, ...rest }: Added,
): Promise<string> {
  const file = freshId();
  const scope = `project:${team.project}`;
  ok(await addRow(by, { id: file, scope, name, bytes: Buffer.from(name) }));
  const id = freshId();
  ok(await by.post('task-file/create/', { id, task, file, ...rest }));
  return id;
}

function edit(person: RestClient, id: string, fields: object) {
  return person.patch(`task-file/update-destroy/${id}/`, { ...fields });
}

async function shown(person: RestClient, task: string): Promise<readonly string[]> {
  const { body } = ok(await person.get('task-file/list/', { query: { task_id: task } }));
  return body.data.map(
    ({ details, caption }: { details: { name: string }; caption: string }) =>
      `${details.name}: ${caption}`,
  );
}
