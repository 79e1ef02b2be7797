import { expect, it } from 'vitest';
import { forEachDatabase } from '../../support/for-each-database.ts';
import {
  addTask,
  foundTeam,
  freshId,
  hire,
  join,
  ok,
  startTeam,
  type Team,
} from '../support/team.ts';

forEachDatabase('subtasks and labels by REST (board spec, 7)', (open) => {
  it('subtasks are added, ordered, dated, ticked, deleted and restored by a plain client', async () => {
    const team = await startTeam(open);
    const { founder } = team;
    const task = await addTask(team, founder);
    const add = (name: string, rest: object = {}) =>
      founder.post('sub-task/create/', { name, task, is_completed: false, ...rest });
    const first = ok(await add('First')).body.data;
    ok(await add('Second', { end_date: '2026-03-04', start_date: '' }));
    ok(await add('Third', { order: 0 }));
    expect(await names(team, task)).toEqual(['Third', 'First', 'Second']);

    const path = `sub-task/update-destroy/${first.id}/`;
    ok(await founder.patch(path, { order: 0 }));
    expect(await names(team, task)).toEqual(['First', 'Third', 'Second']);
    ok(await founder.patch(path, { is_completed: true, task }));
    ok(await founder.patch(path, { name: 'The first', start_date: '2026-03-01', end_date: '' }));
    expect(
      (await founder.get('sub-task/list/', { query: { id: first.id } })).body.data,
    ).toMatchObject([
      { name: 'The first', start_date: '2026-03-01', end_date: null, is_completed: true, order: 0 },
    ]);

    ok(await founder.patch(path, { status: false }));
    expect(await names(team, task)).toEqual(['Third', 'Second']);
    ok(await founder.patch(path, { status: 'true' }));
    const shown = await founder.get('task/list/', { query: { id: task } });
    expect(shown.body.data[0].task_subtask.map((one: { name: string }) => one.name)).toEqual([
      'The first',
      'Third',
      'Second',
    ]);
  });

  it('names are rejected at 100 characters with the text of the specification', async () => {
    const team = await startTeam(open);
    const task = await addTask(team, team.founder);
    const reply = await team.founder.post('sub-task/create/', { name: 'x'.repeat(100), task });
    expect(reply.status).toBe(400);
    expect(reply.body.message).toBe('subtask name should not exceed more than 100 characters !!');
    const empty = await team.founder.post('sub-task/create/', { name: ' ', task });
    expect(empty.status).toBe(400);
  });

  it('only the creator adds and changes, assignees tick, others find nothing', async () => {
    const team = await startTeam(open);
    const ben = await hire(team, 'ben@field.test');
    const cyd = await hire(team, 'cyd@field.test');
    await join(team, ben);
    const task = await addTask(team, team.founder);
    const assigned_to = `${team.project}.${ben.orgUserId}`;
    ok(await team.founder.patch(`task/update-destroy/${task}/`, { assigned_to }));
    const made = ok(await team.founder.post('sub-task/create/', { name: 'One', task })).body.data;
    const path = `sub-task/update-destroy/${made.id}/`;

    const adding = await ben.post('sub-task/create/', { name: 'Two', task });
    expect(adding.status).toBe(403);
    expect((await ben.patch(path, { name: 'Mine' })).status).toBe(403);
    ok(await ben.patch(path, { is_completed: true }));

    for (const call of [
      cyd.get('sub-task/list/', { query: { task_id: task } }),
      cyd.get('sub-task/list/', { query: { id: made.id } }),
      cyd.patch(path, { is_completed: false }),
      cyd.post('sub-task/create/', { name: 'Three', task }),
    ]) {
      expect((await call).status).toBe(404);
    }
  });

  it('a subtask is assigned to a team member, who then ticks it', async () => {
    const team = await startTeam(open);
    const ben = await hire(team, 'ben@field.test');
    const cyd = await hire(team, 'cyd@field.test');
    await join(team, ben);
    const task = await addTask(team, team.founder);
    const made = ok(await team.founder.post('sub-task/create/', { name: 'One', task })).body.data;
    const path = `sub-task/update-destroy/${made.id}/`;
    expect(made.assigned_to).toBeNull();
    expect((await ben.patch(path, { is_completed: true })).status).toBe(403);

    const member = `${team.project}.${ben.orgUserId}`;
    const stranger = `${team.project}.${cyd.orgUserId}`;
    expect((await team.founder.patch(path, { assigned_to: stranger })).status).toBe(400);
    expect((await ben.patch(path, { assigned_to: member })).status).toBe(403);
    const assigned = ok(await team.founder.patch(path, { assigned_to: member })).body.data;
    expect(assigned.assigned_to).toBe(member);
    ok(await ben.patch(path, { is_completed: true }));
    ok(await team.founder.patch(path, { assigned_to: '' }));
    const list = ok(await ben.get('sub-task/list/', { query: { id: made.id } })).body.data;
    expect(list).toMatchObject([{ assigned_to: null, is_completed: true }]);
    expect((await ben.patch(path, { is_completed: false })).status).toBe(403);
  });

  it('missing rows and rows of another organisation are not found', async () => {
    const team = await startTeam(open);
    const there = await foundTeam(team.app, 'zoe@other.test', 'Other');
    const task = await addTask(team, team.founder);
    const made = ok(await team.founder.post('sub-task/create/', { name: 'One', task })).body.data;
    const queries: readonly Readonly<Record<string, string>>[] = [
      { task_id: freshId() },
      { task_id: task },
      { id: freshId() },
      { id: made.id },
    ];
    for (const query of queries) {
      expect((await there.founder.get('sub-task/list/', { query })).status).toBe(404);
    }
  });

  it('labels belong to a project: another project’s is rejected, and a moved task loses its own', async () => {
    const team = await startTeam(open);
    const { founder, project, workspace } = team;
    const task = await addTask(team, founder);
    const label = ok(await founder.post('task-label/create/', { project, name: 'Ropes' })).body
      .data;
    const other = freshId();
    const card = freshId();
    ok(await founder.post('project/create/', { id: other, name: 'Huts', workspace }));
    ok(await founder.post('project-card/create/', { id: card, project: other, name: 'To do' }));
    const foreign = ok(await founder.post('task-label/create/', { project: other, name: 'Roof' }));
    const path = `task/update-destroy/${task}/`;

    expect((await founder.patch(path, { label: foreign.body.data.id })).status).toBe(400);
    expect(ok(await founder.patch(path, { label: label.id })).body.data.label).toBe(label.id);
    ok(await founder.post('sub-task/create/', { name: 'Goes along', task }));
    ok(
      await founder.post('team-member/create/', {
        project: other,
        organization_user: Number(founder.orgUserId),
      }),
    );
    const moved = ok(await founder.patch(path, { project_card: card, order: 0 })).body.data;
    expect(moved).toMatchObject({ project: other, label: null });
    expect(moved.task_subtask).toMatchObject([{ name: 'Goes along' }]);

    const ben = await hire(team, 'ben@field.test');
    await join(team, ben);
    expect((await ben.get('sub-task/list/', { query: { task_id: task } })).status).toBe(404);
    ok(await founder.patch(`task-label/update-destroy/${label.id}/`, { name: 'Long ropes' }));
    expect(
      (await ben.get('task-label/list/', { query: { project__id: project } })).body.data,
    ).toMatchObject([{ name: 'Long ropes', project }]);
    expect((await ben.delete(`task-label/update-destroy/${label.id}/`)).status).toBe(403);
    ok(await founder.delete(`task-label/update-destroy/${label.id}/`));
    ok(await founder.delete(`task-label/update-destroy/${label.id}/`));
    expect(
      (await ben.get('task-label/list/', { query: { project__id: project } })).body.data,
    ).toEqual([]);
  });

  it('a deleted comment is restored with its text, by its author alone', async () => {
    const team = await startTeam(open);
    const { founder } = team;
    const ben = await hire(team, 'ben@field.test', 'Manager');
    await join(team, founder);
    const task = await addTask(team, founder);
    const comment = ok(await founder.post('comment/create/', { task, comment: 'Bring ropes' })).body
      .data;
    const path = `comment/update-destroy/${comment.id}/`;
    expect(ok(await founder.patch(path, { deleted: true })).body.data.comment).toBe('');
    expect((await ben.patch(path, { restored: 'Bring ropes' })).status).toBe(403);
    expect(ok(await founder.patch(path, { restored: 'Bring ropes' })).body.data).toMatchObject({
      comment: 'Bring ropes',
      deleted: false,
    });
  });

  it('[WRITE-4.3] an undo restores the deleted text, also text that the device had not received', async () => {
    const team = await startTeam(open);
    const { founder } = team;
    const task = await addTask(team, founder);
    const comment = ok(await founder.post('comment/create/', { task, comment: 'Bring ropes' })).body
      .data;
    const path = `comment/update-destroy/${comment.id}/`;
    const undo = { restored: 'Bring ropes', restored_attachment: null, restored_undo: true };
    ok(await founder.patch(path, { comment: 'Bring ropes and pegs' }));
    ok(await founder.patch(path, { deleted: true }));
    expect(ok(await founder.patch(path, undo)).body.data).toMatchObject({
      comment: 'Bring ropes and pegs',
      deleted: false,
    });
    ok(await founder.patch(path, { comment: 'Bring tar' }));
    // Nothing is deleted, so there is nothing to undo.
    expect(ok(await founder.patch(path, undo)).body.data.comment).toBe('Bring tar');
    ok(await founder.patch(path, { deleted: true }));
    // A restored value of the activity log is exactly the given text.
    expect(ok(await founder.patch(path, { restored: 'Bring ropes' })).body.data.comment).toBe(
      'Bring ropes',
    );
  });
});

async function names({ founder }: Team, task: string): Promise<readonly string[]> {
  const { body } = ok(await founder.get('sub-task/list/', { query: { task_id: task } }));
  expect(body.data.map((one: { order: number }) => one.order)).toEqual(
    body.data.map((_one: unknown, index: number) => index),
  );
  return body.data.map((one: { name: string }) => one.name);
}
