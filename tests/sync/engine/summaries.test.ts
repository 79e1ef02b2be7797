import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cards } from '../../../model/entities/card.ts';
import { tasks } from '../../../model/entities/task.ts';
import { taskEdit } from '../../../model/mutations/task/task-edit.ts';
import { checkReplica } from '../../../sync/engine/check.ts';
import { readStream } from '../../../sync/engine/context.ts';
import { enterRefill } from '../../../sync/engine/epoch.ts';
import { holdDetails } from '../../../sync/engine/outlines.ts';
import { releaseDetails } from '../../../sync/engine/release-details.ts';
import { rows } from '../../../sync/store/database.ts';
import { receivedOf } from '../../../sync/store/queries/received.ts';
import { readOutlineState, tasksOf } from '../../../sync/store/queries/project-details.ts';
import {
  addBoard,
  addTask,
  cardCall,
  freshId,
  hire,
  join,
  ok,
  orgStreamOf,
  taskBody,
} from '../../server/support/team.ts';
import type { RestClient } from '../../support/rest-client.ts';
import type { Device } from '../support/device.ts';
import { downloadCut } from '../support/download-cut.ts';
import {
  addLeftTask,
  commentsOn,
  complete,
  demote,
  detailsOn,
  lastEvent,
  rename,
  say,
} from '../support/outlined-team.ts';
import { NETWORK, type Setup, setUp, taskOn } from '../support/setup.ts';
import { applyEvent } from '../../../sync/engine/pull.ts';

const NO_ROOM = { detailRows: 0, taskRows: 0 } as const;
const NOTHING_DIFFERS = { ok: true, value: [] } as const;

/** A manager who belongs to no project of an organisation with more tasks than a download may contain. */
describe('summaries', () => {
  let setup: Setup;
  let manager: RestClient;
  let stream: string;
  /** A task with the comment "Started" in a project that concerns nobody but the founder. */
  let task: string;
  let scope: string;

  beforeEach(async () => {
    setup = await setUp(NO_ROOM);
    manager = await hire(setup.team, 'mo@field.test', 'Manager');
    task = await addTask(setup.team, setup.team.founder, { name: 'Dig' });
    await say(setup, task, 'Started');
    scope = `project:${setup.team.project}`;
    stream = orgStreamOf(manager);
  });
  afterEach(() => setup.end());

  const tasksOn = async (device: Device, project = setup.team.project) =>
    tasksOf(await readOutlineState(device.db, device.record.orgId), project);

  it('[OUT-6.1] a device has the project and its cards, without tasks and comments', async () => {
    const device = setup.device(manager);
    await device.sync();
    expect(await taskOn(device, task)).toBe(undefined);
    expect(await rows(device.db, cards).count()).toBeGreaterThan(0);
    expect(await commentsOn(device)).toEqual([]);
    expect(await tasksOn(device)).toBe('missing');
    expect(await detailsOn(device, setup.team.project)).toBe('outline');
    expect(await checkReplica(device.context)).toEqual(NOTHING_DIFFERS);
  });

  it('[OUT-6.1] tasks of own projects come, and those of others while there is room', async () => {
    await setup.end();
    setup = await setUp({ detailRows: 0, taskRows: 1 });
    const other = await hire(setup.team, 'mo@field.test', 'Manager');
    const [small, large, own] = [
      await addBoard(setup.team),
      await addBoard(setup.team),
      await addBoard(setup.team),
    ];
    const few = await addTask(setup.team, setup.team.founder, small);
    for (const name of ['One', 'Two'])
      await addTask(setup.team, setup.team.founder, { ...large, name });
    await join(setup.team, other, own.project);
    const theirs = await addTask(setup.team, setup.team.founder, own);
    const device = setup.device(other);
    await device.sync();
    const here = await rows(device.db, tasks).toArray();
    expect(here.map(({ id }) => id).toSorted()).toEqual([few, theirs].toSorted());
    const state = await readStream(device.context, orgStreamOf(other));
    expect(state.summarized).toEqual([`project:${large.project}`]);
  });

  it('[OUT-6.1] a small organisation is on the device whole', async () => {
    await setup.end();
    setup = await setUp();
    const other = await hire(setup.team, 'mo@field.test', 'Manager');
    task = await addTask(setup.team, setup.team.founder);
    const device = setup.device(other);
    await device.sync();
    expect(await taskOn(device, task)).toBeDefined();
    expect(await tasksOn(device)).toBe('here');
  });

  it('[OUT-6.2] what changes in a summarized project arrives as it does everywhere', async () => {
    const device = setup.device(manager);
    await device.sync();
    await rename(setup, task, 'Dig deeper');
    await device.sync();
    expect((await taskOn(device, task))?.name).toBe('Dig deeper');
    expect(await tasksOn(device)).toBe('missing');
    await rename(setup, task, 'Dig deepest');
    expect(await applyEvent(device.context, await lastEvent(device, stream))).toBe('applied');
    expect((await taskOn(device, task))?.name).toBe('Dig deepest');
    expect(await checkReplica(device.context)).toEqual(NOTHING_DIFFERS);
  });

  it('[OUT-6.3] opening a project brings its tasks first, and then its details', async () => {
    const device = setup.device(manager);
    await device.sync();
    expect(await holdDetails(device.context, stream, [scope])).toBe(true);
    expect(await tasksOn(device)).toBe('arriving');
    const seen: string[] = [];
    device.wire.answered = async () => {
      if (device.wire.calls.at(-1) === 'scope') seen.push(await tasksOn(device));
    };
    await device.sync();
    expect(seen).toEqual(['arriving', 'here']);
    expect((await taskOn(device, task))?.name).toBe('Dig');
    expect(await commentsOn(device)).toEqual(['Started']);
    expect(await detailsOn(device, setup.team.project)).toBe('here');
    expect(await checkReplica(device.context)).toEqual(NOTHING_DIFFERS);
  });

  it('[OUT-6.3] a tab that is killed after the tasks has the details after its next start', async () => {
    let device = setup.device(manager);
    await device.sync();
    await holdDetails(device.context, stream, [scope]);
    let pages = 0;
    device.wire.instead = { scope: () => ((pages += 1) > 1 ? NETWORK : undefined) };
    await device.sync();
    expect(await tasksOn(device)).toBe('here');
    expect(await detailsOn(device, setup.team.project)).toBe('arriving');
    device = device.restart();
    await device.sync();
    expect(await commentsOn(device)).toEqual(['Started']);
    expect(await detailsOn(device, setup.team.project)).toBe('here');
  });

  it('[OUT-6.3] a project that comes to concern the person brings its tasks by itself', async () => {
    const theirs = await addLeftTask(setup, manager);
    const device = setup.device(manager);
    await device.sync();
    await complete(manager, theirs, false);
    await device.sync();
    expect(await taskOn(device, task)).toBeDefined();
    expect(await tasksOn(device)).toBe('here');
  });

  it('[OUT-2.2] a task that waits for the acceptance of its creator is on their device', async () => {
    const { team } = setup;
    const body = taskBody(team, team.founder, { name: 'Fill' });
    const asked = { ...body, id: freshId() };
    ok(await manager.post('task/create/', asked));
    const device = setup.device(manager);
    await device.sync();
    expect(await taskOn(device, asked.id)).toBe(undefined);
    const done = { is_completed_employee: true, is_completed_emp_at: '2026-03-01T10:00:00Z' };
    ok(await team.founder.patch(`task/update-destroy/${asked.id}/`, done));
    await device.sync();
    expect(await tasksOn(device)).toBe('here');
    const fresh = setup.device(manager);
    await fresh.sync();
    expect((await taskOn(fresh, asked.id))?.is_completed_employee).toBe(true);
    expect(await taskOn(fresh, task)).toBeDefined();
  });

  it('[OUT-6.6] a request that names no tasks, as of an older build, gets the tasks of all projects', async () => {
    const reply = await manager.post('sync/bootstrap', { held: [] }, { query: { stream } });
    expect(reply.text).toContain(task);
    expect(reply.text).not.toContain('summarized');
  });

  it('[OUT-6.4] a check and a comparison find a lost card of a summarized project, and no missing task', async () => {
    const device = setup.device(manager);
    await device.sync();
    const [card] = await rows(device.db, cards).toArray();
    await rows(device.db, cards).delete(card?.id ?? '');
    const checked = await checkReplica(device.context);
    expect(checked.ok && checked.value.map((one) => one.scope)).toEqual([scope]);
  });

  it('[OUT-6.5] another download keeps the tasks that are here, and needs no agreement for the others', async () => {
    const second = await addBoard(setup.team);
    await addTask(setup.team, setup.team.founder, second);
    const device = setup.device(manager);
    await device.sync();
    await holdDetails(device.context, stream, [scope]);
    await device.sync();
    // Changed since the summary, hence on the device.
    for (let count = 0; count < 120; count += 1) {
      await addTask(setup.team, setup.team.founder, { ...second, name: `Task ${String(count)}` });
    }
    await device.sync();
    expect(await rows(device.db, tasks).count()).toBe(121);
    await enterRefill(device.context, stream);
    device.wire.instead = { check: () => NETWORK };
    await device.sync();
    expect((await rows(device.db, tasks).toArray()).map(({ id }) => id)).toEqual([task]);
    expect(await tasksOn(device)).toBe('here');
    expect(await tasksOn(device, second.project)).toBe('missing');
  });

  it('[OUT-6.5] another download contains the tasks of a project in which a change waits to be sent', async () => {
    const theirs = await addLeftTask(setup, manager);
    const device = setup.device(manager);
    await device.sync();
    const renamed = (name: string) => manager.patch(`task/update-destroy/${theirs}/`, { name });
    ok(await renamed('Fill it'));
    await device.sync();
    expect(await rows(device.db, tasks).count()).toBe(1);
    expect(await device.mutate(taskEdit, { id: theirs, name: 'Fill it up' })).toBe(undefined);
    device.wire.instead = { push: () => NETWORK };
    await enterRefill(device.context, stream);
    await device.sync();
    await device.sync();
    expect((await taskOn(device, theirs))?.name).toBe('Fill it up');
    expect((await taskOn(device, task))?.name).toBe('Dig');
    device.wire.instead = {};
    await device.sync();
    expect(await device.db.outbox.count()).toBe(0);
    expect((await taskOn(device, theirs))?.name).toBe('Fill it up');
  });

  it('[OUT-6.1] an interrupted first download continues with summaries', async () => {
    const second = await addBoard(setup.team);
    await addTask(setup.team, setup.team.founder, second);
    const device = setup.device(manager);
    await downloadCut(device, { scopes: 3, stream });
    await device.sync();
    expect(await rows(device.db, tasks).count()).toBe(0);
    const { summarized } = await readStream(device.context, stream);
    expect(summarized?.toSorted()).toEqual([scope, `project:${second.project}`].toSorted());
    expect(await checkReplica(device.context)).toEqual(NOTHING_DIFFERS);
  });

  it('[OUT-6.2] a summarized project that is no longer readable leaves the device', async () => {
    const device = setup.device(manager);
    await device.sync();
    await rename(setup, task, 'Dig deeper');
    await device.sync();
    await demote(setup, manager);
    await device.sync();
    expect(await taskOn(device, task)).toBe(undefined);
    expect((await readStream(device.context, stream)).scopes[scope]).toBe(undefined);
  });

  it('[OUT-5.1] a project that was not opened for half a year is a summary again, without unsent work being lost', async () => {
    const theirs = await addLeftTask(setup, manager);
    const second = await addBoard(setup.team);
    await addTask(setup.team, setup.team.founder, second);
    const device = setup.device(manager);
    await device.sync();
    await holdDetails(device.context, stream, [scope]);
    await device.sync();
    expect(await rows(device.db, tasks).count()).toBe(2);
    device.clock.time += 184 * 86_400_000;
    device.wire.instead = { push: () => NETWORK };
    expect(await device.mutate(taskEdit, { id: theirs, name: 'Fill it' })).toBe(undefined);
    await releaseDetails(device.context);
    expect(await tasksOn(device)).toBe('missing');
    expect(await taskOn(device, task)).toBe(undefined);
    expect(await commentsOn(device)).toEqual([]);
    expect((await taskOn(device, theirs))?.name).toBe('Fill it');
    device.wire.instead = {};
    await device.sync();
    expect(await device.db.outbox.count()).toBe(0);
    await holdDetails(device.context, stream, [scope]);
    await device.sync();
    expect((await taskOn(device, theirs))?.name).toBe('Fill it');
    expect(await taskOn(device, task)).toBeDefined();
    expect(await checkReplica(device.context)).toEqual(NOTHING_DIFFERS);
  });

  it('[RECEIPT-1.3] a device with summaries says so', async () => {
    const device = setup.device(manager);
    await device.sync();
    const state = await readStream(device.context, stream);
    expect(receivedOf(state)).toMatchObject({ outlined: true, summarized: true });
    await holdDetails(device.context, stream, [scope]);
    await device.sync();
    await device.sync();
    expect(receivedOf(await readStream(device.context, stream))).not.toHaveProperty('summarized');
  });

  it('[OUT-6.2] a card that is created meanwhile is on the device at once', async () => {
    const device = setup.device(manager);
    await device.sync();
    const before = await rows(device.db, cards).count();
    const { path, body } = cardCall(setup.team, 1);
    ok(await setup.team.founder.post(path, body));
    await device.sync();
    expect(await rows(device.db, cards).count()).toBe(before + 1);
  });
});
