import { expect, it } from 'vitest';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { freshId, hire, ok, startTeam } from '../support/team.ts';

forEachDatabase('the Todo list', (open) => {
  it('is created, changed, ticked and deleted by the calls, with their messages', async () => {
    const { founder } = await startTeam(open);
    const made = ok(
      await founder.post('todo-task/create/', {
        name: ' Buy rope ',
        created_by: founder.orgUserId,
      }),
    );
    expect(made.body.status).toBe(200);
    expect(made.body.data).toMatchObject({
      name: 'Buy rope',
      status: false,
      created_by: Number(founder.orgUserId),
    });
    const path = `todo-task/update-destroy/${String(made.body.data.id)}/`;
    const renamed = ok(await founder.patch(path, { name: 'Buy two ropes' }));
    expect(renamed.body.message).toBe('Task name updated successfully!');
    const done = ok(await founder.patch(path, { status: 'true' }));
    expect(done.body.message).toBe('Task status updated successfully!');
    expect(done.body.data.status).toBe(true);
    const query = { created_by__id: founder.orgUserId ?? '' };
    const list = ok(await founder.get('todo-task/list/', { query }));
    expect(list.body.data).toEqual([done.body.data]);
    ok(await founder.delete(path));
    ok(await founder.delete(path));
    expect((await founder.get('todo-task/list/')).body.data).toEqual([]);
    expect((await founder.patch(path, { name: 'Gone' })).status).toBe(404);
  });

  it('stores the device’s day, never a later one than its own, and nothing else of the device’s clock', async () => {
    const { founder, setup } = await startTeam(open);
    const add = (fields: object) =>
      founder.post('todo-task/create/', { id: freshId(), name: 'Rope', ...fields });
    const monday = ok(await add({ made_at: '2026-02-23T08:00:00Z' }));
    expect(monday.body.data.created_at).toBe('2026-02-23T08:00:00Z');
    const ahead = ok(await add({ made_at: '2030-01-01T00:00:00Z' }));
    expect(Date.parse(ahead.body.data.created_at)).toBeLessThanOrEqual(setup.clock.now());
    expect((await add({ name: '  ' })).status).toBe(400);
    expect((await add({ owner: '2' })).status).toBe(400);
    expect((await add({ name: 5 })).body).toMatchObject({ message: 'name must be text' });
    const listed = (await founder.get('todo-task/list/')).body.data;
    expect(listed.map((todo: { id: string }) => todo.id)).toEqual([
      ahead.body.data.id,
      monday.body.data.id,
    ]);
  });

  it('is visible and writable for its owner only, whatever the level', async () => {
    const team = await startTeam(open);
    const worker = await hire(team, 'worker@field.test');
    const made = ok(await worker.post('todo-task/create/', { name: 'Mine' }));
    const path = `todo-task/update-destroy/${String(made.body.data.id)}/`;
    const query = { created_by__id: worker.orgUserId ?? '' };
    expect((await team.founder.get('todo-task/list/', { query })).body.data).toEqual([]);
    expect((await team.founder.get('todo-task/list/')).body.data).toEqual([]);
    expect((await team.founder.patch(path, { name: 'Yours' })).status).toBe(404);
    await team.founder.delete(path);
    expect((await worker.get('todo-task/list/')).body.data).toHaveLength(1);
    // A made-up author is ignored.
    const forged = await team.founder.post('todo-task/create/', {
      name: 'Forged',
      created_by: worker.orgUserId,
    });
    expect(forged.body.data?.created_by).not.toBe(Number(worker.orgUserId));
  });
});
