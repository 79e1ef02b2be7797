import { expect, it } from 'vitest';
import { eraseDeletedTasks } from '../../../server/writer/erase-tasks.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { rowsOf, startSameIds } from '../support/same-ids.ts';
import { addBoard, cardCall, deviceOf, freshId, hire, join, ok, pull } from '../support/team.ts';

const DAY_MS = 24 * 60 * 60_000;

forEachDatabase('rows of the same ids in another organisation', (open) => {
  it('are no rows of a task that is erased, and keep what people have seen', async () => {
    const { ours, theirs, task, comment } = await startSameIds(open);
    const { epoch, head: cursor } = ok(await pull(theirs.founder)).body;
    const seen = [{ task_id: task, v: cursor }];
    ok(await theirs.founder.post('sync/seen', { epoch, cursor, seen }));
    ok(await ours.founder.patch(`task/delete/${task}/`, { deleted: true }));
    ours.setup.clock.time += 31 * DAY_MS;
    const { database, writer } = ours.app.services;
    expect(await eraseDeletedTasks({ database, writer, now: ours.setup.clock.time })).toBe(1);
    expect(await rowsOf(ours, 'comments')).toMatchObject([{ id: comment }]);
    expect(await rowsOf(theirs, 'comments')).toMatchObject([{ id: comment, task }]);
    expect(await rowsOf(theirs, 'task_seen')).toMatchObject([{ task }]);
  });

  it('do not move with a task', async () => {
    const { ours, task, comment } = await startSameIds(open);
    const board = await addBoard(ours);
    await join(ours, ours.founder, board.project);
    ok(await ours.founder.patch(`task/update-destroy/${task}/`, { project_card: board.card }));
    expect(await rowsOf(ours, 'tasks')).toContainEqual(
      expect.objectContaining({ id: task, project: board.project }),
    );
    expect(await rowsOf(ours, 'comments')).toMatchObject([{ id: comment, project: ours.project }]);
  });

  it('acknowledge no call of a device with the same id', async () => {
    const { ours, theirs } = await startSameIds(open);
    const id = freshId();
    const [mine, other] = [
      await deviceOf(ours.founder, undefined, id),
      await deviceOf(theirs.founder, undefined, id),
    ];
    const [first, second] = [cardCall(ours, 1, 'Ours'), cardCall(theirs, 1, 'Theirs')];
    ok(await mine.push([first]));
    ok(await other.push([second]));
    ok(await other.push([cardCall(theirs, 2)], { ack_through: 1 }));
    // The response is still kept for the device whose person has not received it.
    expect(ok(await mine.push([first])).body.verdicts).toMatchObject([
      { seq: 1, status: 200, replayed: true },
    ]);
    ok(await mine.push([cardCall(ours, 2)], { ack_through: 1 }));
    for (const [device, call] of [
      [mine, first],
      [other, second],
    ] as const) {
      const late = ok(await device.push([call])).body.verdicts;
      expect(late).toMatchObject([{ seq: 1, status: 200, settled: true }]);
    }
  });

  it('are not found by the owner of a personal row with the same id', async () => {
    const { ours } = await startSameIds(open);
    const ben = await hire(ours, 'ben@field.test');
    const id = freshId();
    ok(await ours.founder.post('todo-task/create/', { id, name: 'Of Ada' }));
    ok(await ben.post('todo-task/create/', { id, name: 'Of Ben' }));
    ok(await ben.patch(`todo-task/update-destroy/${id}/`, { name: 'Renamed' }));
    const rows = await rowsOf(ours, 'todos');
    expect(rows).toHaveLength(2);
    expect(rows).toContainEqual(expect.objectContaining({ name: 'Of Ada' }));
    expect(rows).toContainEqual(expect.objectContaining({ name: 'Renamed' }));
  });

  it('keep their receipts when the other organisation switches its own off', async () => {
    const { ours, theirs, task } = await startSameIds(open);
    for (const { founder } of [ours, theirs]) {
      const { epoch, head: cursor } = ok(await pull(founder)).body;
      ok(await founder.post('sync/received', { epoch, cursor, outlined: false }));
      ok(await founder.post('sync/seen', { epoch, cursor, seen: [{ task_id: task, v: cursor }] }));
    }
    const path = `organization/update/${ours.founder.orgId ?? ''}/`;
    ok(await ours.founder.patch(path, { work_receipts: false }));
    for (const table of ['task_seen', 'device_cursors']) {
      expect(await rowsOf(ours, table)).toEqual([]);
      expect(await rowsOf(theirs, table)).toHaveLength(1);
    }
  });
});
