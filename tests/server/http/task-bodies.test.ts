import { expect, it } from 'vitest';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { photo, sendForm } from '../support/files.ts';
import { addTask, freshId, hire, join, ok, startTeam, taskBody } from '../support/team.ts';

forEachDatabase('task/update-destroy with the bodies of board spec, 7', (open) => {
  it('every body changes the named fields only', async () => {
    const team = await startTeam(open);
    const { founder, project } = team;
    const ben = await hire(team, 'ben@field.test');
    await join(team, ben);
    const member = `${project}.${ben.orgUserId}`;
    const doing = freshId();
    ok(await founder.post('project-card/create/', { id: doing, project, name: 'Doing' }));
    const task = await addTask(team, founder, { description: 'Deep' });
    const patch = async (body: object) =>
      ok(await founder.patch(`task/update-destroy/${task}/`, body)).body.data;

    expect((await patch({ collaborators: [member] })).collaborators).toMatchObject([
      { organization_user: { user: { display_name: 'ben' } } },
    ]);
    expect(
      await patch({ is_completed: true, is_completed_at: '2026-03-01T10:00:00Z' }),
    ).toMatchObject({ is_completed: true, is_completed_at: '2026-03-01T10:00:00Z' });
    expect(
      await patch({ is_completed_employee: true, is_completed_emp_at: '2026-03-01T09:00:00Z' }),
    ).toMatchObject({ is_completed_employee: true, is_completed_emp_at: '2026-03-01T09:00:00Z' });
    expect(await patch({ project_card: doing, order: 0 })).toMatchObject({
      project_card: doing,
      order: 0,
    });
    const flags = (await founder.get('flag/list/')).body.data;
    expect((await patch({ flag: flags[1].id })).flag).toMatchObject({
      id: flags[1].id,
      name: flags[1].name,
      colour_code: flags[1].colour_code,
    });
    expect((await patch({ assigned_to: member })).assigned_to).toMatchObject({
      id: member,
      organization_user: { user: { display_name: 'ben' } },
    });
    expect((await patch({ assigned_to: '' })).assigned_to).toBeNull();
    expect((await patch({ status: false })).status).toBe(false);
    expect(await patch({ status: true, project_id: project })).toMatchObject({
      status: true,
      name: 'Dig',
      description: 'Deep',
      is_completed: true,
    });
  });

  it('the Update Task form changes everything together; a document is cleared when it is the only field', async () => {
    const team = await startTeam(open);
    const { founder } = team;
    const task = await addTask(team, founder);
    const path = `task/update-destroy/${task}/`;
    const form = {
      name: 'Dig deeper',
      description: 'By hand',
      start_date: '2026-03-01',
      end_date: '2026-03-09',
      status: 'true',
    };
    const image = { name: 'well.jpg', bytes: await photo() };
    const sent = await sendForm(team, founder, {
      path,
      method: 'PATCH',
      fields: { ...form, document: image },
    });
    const data = ok(sent).body.data;
    expect(data).toMatchObject({ ...form, status: true });
    expect(data.document).toMatch(/^\/rest\/files\//);
    const again = await sendForm(team, founder, {
      path,
      method: 'PATCH',
      fields: { ...form, name: 'Dig', document: '' },
    });
    expect(ok(again).body.data).toMatchObject({ name: 'Dig', document: data.document });
    expect(ok(await founder.patch(path, { document: '' })).body.data.document).toBeNull();
  });

  it('reversed dates and invisible people are rejected, stamps lose their milliseconds, nobody is listed twice', async () => {
    const team = await startTeam(open);
    const { founder, project } = team;
    const ben = await hire(team, 'ben@field.test');
    await join(team, ben);
    const backwards = { start_date: '2026-03-09', end_date: '2026-03-01' };
    const created = await founder.post('task/create/', {
      ...taskBody(team, founder),
      ...backwards,
    });
    expect([created.status, created.body.message]).toEqual([
      400,
      'The start date is after the end date',
    ]);
    const nameless = await founder.post(
      'task/create/',
      taskBody(team, founder, { name: '\u200b' }),
    );
    expect([nameless.status, nameless.body.message]).toEqual([400, 'name is required']);
    const member = `${project}.${ben.orgUserId}`;
    const task = freshId();
    const people = { assigned_users: [member, member], collaborators: [member, member] };
    const { assigned_to: _nobody, ...body } = taskBody(team, founder, { id: task });
    const made = ok(await founder.post('multiple-user/task/create/', { ...body, ...people })).body;
    expect(made.data.assigned_users).toHaveLength(1);
    expect(made.data.collaborators).toHaveLength(1);

    const path = `task/update-destroy/${task}/`;
    ok(await founder.patch(path, { start_date: '2026-03-05' }));
    expect((await founder.patch(path, { end_date: '2026-03-04' })).status).toBe(400);
    const refused = await founder.patch(path, {
      is_completed: true,
      is_completed_at: '2026-02-30T10:00:00Z',
    });
    expect(refused.status).toBe(400);
    const stamp = { is_completed: true, is_completed_at: '2026-03-01T10:00:00.250Z' };
    expect(ok(await founder.patch(path, stamp)).body.data.is_completed_at).toBe(
      '2026-03-01T10:00:00Z',
    );
    const own = ok(await ben.patch(path, { is_completed_employee: true })).body.data;
    expect(own.is_completed_emp_at).toBe('2026-03-02T09:00:00Z');

    // A task from before the rule.
    await team.app.services.writer.session([], ({ sql }) =>
      sql.run('update tasks set start_date = ?, end_date = ? where id = ?', [
        backwards.start_date,
        backwards.end_date,
        task,
      ]),
    );
    ok(await founder.patch(path, { is_completed: false }));
    ok(await founder.patch(path, { name: 'Dig on', ...backwards }));
    expect((await founder.patch(path, { end_date: '2026-03-02' })).status).toBe(400);
    const sub = { task, name: 'Lid', ...backwards };
    expect((await founder.post('sub-task/create/', sub)).status).toBe(400);
  });

  it('a new task requires an assignee, several for many, and a label of its project', async () => {
    const team = await startTeam(open);
    const { founder, project, workspace } = team;
    const ben = await hire(team, 'ben@field.test');
    await join(team, ben);
    const body = taskBody(team, founder);
    const { assigned_to: _nobody, ...unassigned } = body;
    const refused = await founder.post('task/create/', unassigned);
    expect([refused.status, refused.body.message]).toEqual([400, 'Assign to is required']);
    const many = [`${project}.${founder.orgUserId}`, `${project}.${ben.orgUserId}`];
    const made = ok(
      await founder.post('multiple-user/task/create/', { ...unassigned, assigned_users: many }),
    );
    expect(made.body.data.assigned_users).toHaveLength(2);

    const other = freshId();
    ok(await founder.post('project/create/', { id: other, name: 'Huts', workspace }));
    const label = ok(await founder.post('task-label/create/', { project: other, name: 'Roof' }));
    const foreign = { ...body, id: freshId(), label: label.body.data.id };
    expect((await founder.post('task/create/', foreign)).status).toBe(400);
  });

  it('the activity log of a task is read by people who may read the task, and by nobody else', async () => {
    const team = await startTeam(open);
    const { founder } = team;
    const ben = await hire(team, 'ben@field.test');
    const cyd = await hire(team, 'cyd@field.test');
    await join(team, ben);
    const task = await addTask(team, founder);
    ok(await founder.patch(`task/update-destroy/${task}/`, { name: 'Dig on' }));
    const query = { kind: 'tasks', row: task };
    const { body } = ok(await ben.get('activity/list/', { query }));
    expect(body.data[0]).toMatchObject({
      action: 'changed',
      changes: [{ field: 'name', before: 'Dig', after: 'Dig on' }],
    });
    expect((await cyd.get('activity/list/', { query })).status).toBe(404);
    expect((await ben.get('activity/list/', { query: { kind: 'tasks' } })).status).toBe(403);
    expect((await ben.get('activity/list/', { query: { row: task } })).status).toBe(403);
  });
});
