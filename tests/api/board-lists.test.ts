import { expect, it } from 'vitest';
import { forEachDatabase } from '../support/for-each-database.ts';
import { freshId, hire, join, ok } from '../server/support/team.ts';
import { addTask, dataOf, member, teamsOf } from './lists-setup.ts';

forEachDatabase("the specification's lists of a board", (open) => {
  const start = teamsOf(open);

  it('project-card/details/lists/ returns the board in order, tasks with the objects that tiles read', async () => {
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
      asks: [],
      deleted_at: null,
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

  it('multiple-user/task/create/ creates one task for several people', async () => {
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

  it('the archives contain archived rows only', async () => {
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

  it('a replayed unarchive returns no task to a person who has left', async () => {
    const team = await start();
    const ben = await hire(team, 'ben@field.test');
    await join(team, ben);
    const id = freshId();
    ok(
      await ben.post('task/create/', {
        id,
        name: 'Gone',
        description: '',
        project_card: team.card,
        flag: team.flag,
        assigned_to: member(team, ben),
      }),
    );
    const path = `task/update-destroy/${id}/`;
    ok(await ben.patch(path, { status: false }));
    const headers = { 'idempotency-key': `${freshId()}:1` };
    const send = () => ben.patch(path, { status: true }, { headers });
    expect(ok(await send()).body.message).toBe('Task successfully unarchived');
    ok(await team.founder.delete(`team-member/update-destroy/${member(team, ben)}/`));
    const { message, data } = ok(await send()).body;
    expect([message, data]).toEqual(['OK', null]);
  });

  it('comment/list/ returns authors and texts, oldest first, and deleted comments without their text', async () => {
    const team = await start();
    const task = await addTask(team);
    const comment = freshId();
    ok(await team.founder.post('comment/create/', { id: comment, comment: 'Too deep?', task }));
    team.setup.clock.time += 1_000;
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
    ok(await team.founder.patch(`comment/update-destroy/${comment}/`, { deleted: true }));
    const rows = await dataOf(team.founder, 'comment/list/', { task__id: task });
    expect(rows).toMatchObject([
      { id: comment, comment: '', deleted: true, edited: false, task, attachment: null },
      { comment: 'No!', deleted: false, edited: true },
    ]);
    expect(rows[1].team_member.user).toEqual({ id: expect.any(Number), display_name: 'Ada Field' });
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
});
