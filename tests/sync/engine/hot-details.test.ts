import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isDetailTable } from '../../../model/entities/details.ts';
import { tasks } from '../../../model/entities/task.ts';
import { taskMove } from '../../../model/mutations/task/task-move.ts';
import { checkReplica } from '../../../sync/engine/check.ts';
import { type EngineContext, newStream, readStream } from '../../../sync/engine/context.ts';
import { enterRefill } from '../../../sync/engine/epoch.ts';
import { fillScope } from '../../../sync/engine/fill.ts';
import { openTasks } from '../../../sync/engine/open-tasks.ts';
import { holdDetails } from '../../../sync/engine/outlines.ts';
import { applyEvent } from '../../../sync/engine/pull.ts';
import { releaseCold } from '../../../sync/engine/release-cold.ts';
import { withRecent } from '../../../sync/engine/release-details.ts';
import { hotDetailsOf, readOutlineState } from '../../../sync/store/queries/project-details.ts';
import {
  baseOfTask,
  type TaskDetails,
  taskDetailsOf,
} from '../../../sync/store/queries/task-details.ts';
import { newestOfTask } from '../../../sync/store/queries/seen.ts';
import { noteSeen } from '../../../sync/store/seen-notes.ts';
import { addBoard, addTask, hire, join, ok, orgStreamOf } from '../../server/support/team.ts';
import { taskRow } from '../../support/task-row.ts';
import type { Device } from '../support/device.ts';
import { memoryStore } from '../support/memory-store.ts';
import {
  commentsOn,
  complete,
  detailsOn,
  lastEvent,
  leave,
  say,
} from '../support/outlined-team.ts';
import { NETWORK, type Setup, setUp, taskOn } from '../support/setup.ts';

/** A hot project with the cold task "old"; whether the details of its tasks are on a device. */
describe('details of a hot project', () => {
  let setup: Setup;
  let stream: string;
  let scope: string;
  let old: string;
  let open: string;

  const COLD_AFTER = 60_000;
  const DAY = 86_400_000;

  beforeEach(async () => {
    setup = await setUp({ detailRows: 0, coldAfter: COLD_AFTER });
    const { team } = setup;
    stream = orgStreamOf(team.founder);
    scope = `project:${team.project}`;
    old = await addTask(team, team.founder, { name: 'Dig' });
    open = await addTask(team, team.founder, { name: 'Fence' });
    await say(setup, old, 'Dug');
    await say(setup, open, 'Wood ordered');
    await complete(team.founder, old, true);
    await passes();
  });
  afterEach(() => setup.end());

  /** Time passes, and somebody writes something. */
  async function passes(): Promise<void> {
    setup.team.setup.clock.time += 2 * COLD_AFTER;
    await addTask(setup.team, setup.team.founder, { name: 'New' });
  }

  /** Another project with a cold task of its own, so that it is hot. */
  async function addHot(): Promise<{ readonly project: string; readonly card: string }> {
    const { team } = setup;
    const other = await addBoard(team);
    const task = await addTask(team, team.founder, { name: 'Paint' });
    const place = { project_card: other.card, rank: 'V' };
    ok(await team.founder.patch(`task/update-destroy/${task}/`, place));
    await say(setup, task, 'Painted');
    await complete(team.founder, task, true);
    await passes();
    return other;
  }

  async function moveAtServer(card: string): Promise<void> {
    const place = { project_card: card, rank: 'W' };
    ok(await setup.team.founder.patch(`task/update-destroy/${old}/`, place));
  }

  /** Scopes of the stored cold tasks, and whether their details are here. */
  async function coldTasksOn(device: Device): Promise<object> {
    const { coldTasks = {} } = await readStream(device.context, stream);
    const found = Object.entries(coldTasks);
    return Object.fromEntries(found.map(([id, { scope: of, isHere }]) => [id, [of, isHere]]));
  }

  /** The person moves the task; that waits to be sent, and is not tried again for some minutes. */
  async function moveUnsent(
    device: Device,
    to: { readonly project: string; readonly card: string },
  ): Promise<void> {
    expect(await device.mutate(taskMove, { id: old, ...to, rank: 'W' })).toBeUndefined();
    await device.ports.store.write({ tables: 'all', durability: 'on-disk' }, async (tx) => {
      const at = device.clock.time;
      const failed = { failures: 3, firstFailure: at, retryAt: at + 300_000 };
      await tx.putOutbox((await tx.outbox()).map((item) => ({ ...item, ...failed })));
    });
  }

  async function detailsOf(device: Device, id: string): Promise<TaskDetails> {
    const task = await taskOn(device, id);
    if (task === undefined) throw new Error('The task is not on the device');
    const state = await readOutlineState(device.db, device.record.orgId);
    return taskDetailsOf(state, task, (await baseOfTask(device.db, id)) ?? undefined);
  }

  /** Version up to which the person has seen the cold task; 0 when that is not known. */
  async function see({ db, record }: Device): Promise<number> {
    const newest = await newestOfTask(db, old);
    return noteSeen(db, record.orgId, { id: old, newest, settings: '' });
  }

  async function hotDetails(device: Device): Promise<string> {
    const state = await readOutlineState(device.db, device.record.orgId);
    return hotDetailsOf(state, setup.team.project);
  }

  /** An engine whose connection breaks after the tasks of a scope. */
  function cutAfterTasks({ context, ports }: Device): EngineContext {
    let pages = 0;
    const { transport } = ports;
    const cut: typeof transport.scope = async (query) => {
      pages += 1;
      const reply = pages > 1 ? NETWORK : await transport.scope(query);
      if (!reply.ok) return reply;
      const rows = reply.value.rows.filter(({ table }) => !isDetailTable(table));
      return { ok: true, value: { ...reply.value, rows, cursor: 'tasks:z' } };
    };
    return { ...context, ports: { ...ports, transport: { ...transport, scope: cut } } };
  }

  it('[OUT-7.5] are arriving while the project is filled, because its tasks come first', async () => {
    const ben = await hire(setup.team, 'ben@field.test');
    await join(setup.team, ben);
    const device = setup.device(ben);
    await device.sync();
    await openTasks(device.context, stream, { [old]: { scope } });
    await device.sync();
    expect(await hotDetails(device)).toBe('hot');
    await leave(setup, ben);
    await device.sync();
    await join(setup.team, ben);
    const step = await fillScope(cutAfterTasks(device), { stream, scope });
    expect(step.kind).toBe('failed');
    expect(await commentsOn(device)).toEqual([]);
    expect(await detailsOf(device, open)).toBe('arriving');
    expect(await detailsOf(device, old)).toBe('arriving');
    expect(await hotDetails(device)).toBe('arriving');
    await device.sync();
    expect(await commentsOn(device)).toEqual(['Dug', 'Wood ordered']);
    expect(await detailsOf(device, open)).toBe('here');
    expect(await detailsOf(device, old)).toBe('here');
    expect(await hotDetails(device)).toBe('hot');
  });

  it('[OUT-7.3] [RECEIPT-4.1] of a cold task are not here after its person moves it to a whole project, until they are downloaded', async () => {
    const to = await addBoard(setup.team);
    const device = setup.device();
    await device.sync();
    expect(await detailsOn(device, to.project)).toBe('here');
    await moveUnsent(device, to);
    expect(await detailsOf(device, old)).toBe('cold');
    expect(await see(device)).toBe(0);
    const opened = { [old]: { scope: `project:${to.project}` } };
    expect(await openTasks(device.context, stream, opened)).toBe(true);
    await device.sync();
    expect(await device.db.outbox.count()).toBe(1);
    expect(await commentsOn(device)).toEqual(['Dug', 'Wood ordered']);
    expect(await detailsOf(device, old)).toBe('here');
    expect(await see(device)).toBeGreaterThan(0);
  });

  it('[OUT-7.3] of a cold task are downloaded after its person moves it to another hot project', async () => {
    const to = await addHot();
    const device = setup.device();
    await device.sync();
    await moveUnsent(device, to);
    expect(await detailsOf(device, old)).toBe('cold');
    await openTasks(device.context, stream, { [old]: { scope: `project:${to.project}` } });
    expect((await readStream(device.context, stream)).coldTasks?.[old]?.scope).toBe(scope);
    await device.sync();
    expect(await device.db.outbox.count()).toBe(1);
    expect(await commentsOn(device)).toEqual(['Dug', 'Wood ordered']);
    expect(await detailsOf(device, old)).toBe('here');
  });

  it('[OUT-7.3] of a task of a whole project stay here while its person moves it to a hot one', async () => {
    const to = await addHot();
    const device = setup.device();
    await device.sync();
    await holdDetails(device.context, stream, [scope]);
    await device.sync();
    expect(await detailsOn(device, setup.team.project)).toBe('here');
    await moveUnsent(device, to);
    expect(await detailsOf(device, old)).toBe('here');
    const before = await readStream(device.context, stream);
    await openTasks(device.context, stream, { [old]: { scope: `project:${to.project}` } });
    expect(await readStream(device.context, stream)).toEqual(before);
    device.clock.time += 300_000;
    await device.sync();
    await device.sync();
    expect(await device.db.outbox.count()).toBe(0);
    expect((await taskOn(device, old))?.project).toBe(to.project);
    expect(await commentsOn(device)).toEqual(['Dug', 'Wood ordered']);
    expect(await detailsOf(device, old)).toBe('here');
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  });

  it('[OUT-7.5] of a task that was opened, and moved by somebody to another hot project, are downloaded again with that project', async () => {
    const to = await addHot();
    const ben = await hire(setup.team, 'ben@field.test');
    for (const project of [setup.team.project, to.project]) await join(setup.team, ben, project);
    const device = setup.device(ben);
    await device.sync();
    await openTasks(device.context, stream, { [old]: { scope } });
    await device.sync();
    expect(await detailsOf(device, old)).toBe('here');
    await moveAtServer(to.card);
    await passes();
    await device.sync();
    expect(await coldTasksOn(device)).toEqual({ [old]: [`project:${to.project}`, true] });
    // The task becomes cold in its new project.
    await releaseCold(device.context);
    await leave(setup, ben, to.project);
    await device.sync();
    expect(await commentsOn(device)).toEqual(['Wood ordered']);
    await join(setup.team, ben, to.project);
    await device.sync();
    expect(await commentsOn(device)).toEqual(['Dug', 'Wood ordered']);
    expect(await detailsOf(device, old)).toBe('here');
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  });

  it('[OUT-7.3] of a task that an event moves are those of its new project', async () => {
    const [hot, whole] = [await addHot(), await addBoard(setup.team)];
    const device = setup.device();
    await device.sync();
    await openTasks(device.context, stream, { [old]: { scope } });
    await device.sync();
    await moveAtServer(hot.card);
    expect(await applyEvent(device.context, await lastEvent(device, stream))).toBe('applied');
    expect(await coldTasksOn(device)).toEqual({ [old]: [`project:${hot.project}`, true] });
    await moveAtServer(whole.card);
    expect(await applyEvent(device.context, await lastEvent(device, stream))).toBe('applied');
    expect(await coldTasksOn(device)).toEqual({});
    expect(await commentsOn(device)).toEqual(['Dug', 'Wood ordered']);
    expect(await detailsOf(device, old)).toBe('here');
  });

  it('[OUT-7.3] of a task that comes with a fill are those of the filled project', async () => {
    const to = await addHot();
    const ben = await hire(setup.team, 'ben@field.test');
    for (const project of [setup.team.project, to.project]) await join(setup.team, ben, project);
    const device = setup.device(ben);
    await device.sync();
    await openTasks(device.context, stream, { [old]: { scope } });
    await device.sync();
    await leave(setup, ben, to.project);
    await moveAtServer(to.card);
    await device.sync();
    expect(await taskOn(device, old)).toBeUndefined();
    await join(setup.team, ben, to.project);
    await device.sync();
    expect(await coldTasksOn(device)).toEqual({ [old]: [`project:${to.project}`, true] });
    expect(await commentsOn(device)).toEqual(['Dug', 'Wood ordered']);
  });

  it('[OUT-7.3] of a finished task that the person has opened are downloaded again after a download with which it becomes cold', async () => {
    const device = setup.device();
    await device.sync();
    await complete(setup.team.founder, open, true);
    await device.sync();
    await openTasks(device.context, stream, { [open]: { scope } });
    await passes();
    await device.sync();
    const before = (await readStream(device.context, stream)).hot?.[scope];
    await enterRefill(device.context, stream);
    device.clock.time += 182 * DAY;
    await device.sync();
    expect((await readStream(device.context, stream)).hot?.[scope]).toBeGreaterThan(before ?? 0);
    expect(await coldTasksOn(device)).toEqual({ [open]: [scope, true] });
    expect(await commentsOn(device)).toEqual(['Wood ordered']);
    expect(await detailsOf(device, open)).toBe('here');
    // Counted from the day on which the person opened it.
    device.clock.time += 2 * DAY;
    await enterRefill(device.context, stream);
    await device.sync();
    expect(await commentsOn(device)).toEqual([]);
    expect(await detailsOf(device, open)).toBe('cold');
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  });

  it('[OUT-7.3] a download requests those of the 50 tasks that were opened last', async () => {
    const store = memoryStore();
    const ids = Array.from({ length: 60 }, (_, index) => `task-${String(index)}`);
    const state = { ...newStream(stream), hot: { [scope]: 5 } };
    const after = await store.write({ tables: 'all', durability: 'relaxed' }, async (tx) => {
      const cold = ids.map((id) => taskRow({ id, scope, v: 5, is_completed: true }));
      await tx.putRows(tasks.table, [...cold, taskRow({ id: 'open', scope, v: 5 })]);
      const opened = Object.fromEntries(ids.map((id, index) => [id, index]));
      await tx.putRecentTasks({ ...opened, open: 90, gone: 91 });
      return withRecent(tx, state, 100);
    });
    expect(Object.keys(after.coldTasks ?? {}).toSorted()).toEqual(ids.slice(10).toSorted());
    expect(after.coldTasks?.['task-59']).toEqual({ scope, opened: 59, isHere: false });
  });
});
