import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commentCreate } from '../../../model/mutations/comment/comment-create.ts';
import { checkReplica } from '../../../sync/engine/check.ts';
import { compareReplica } from '../../../sync/engine/compare.ts';
import { type EngineContext, readStream } from '../../../sync/engine/context.ts';
import { openTasks } from '../../../sync/engine/open-tasks.ts';
import { holdDetails } from '../../../sync/engine/outlines.ts';
import { releaseCold } from '../../../sync/engine/release-cold.ts';
import { releaseDetails } from '../../../sync/engine/release-details.ts';
import { setKept } from '../../../sync/store/packing-choices.ts';
import { readOutlineState } from '../../../sync/store/queries/project-details.ts';
import { type TaskDetails, taskDetailsOf } from '../../../sync/store/queries/task-details.ts';
import { addTask, hire, join, orgStreamOf } from '../../server/support/team.ts';
import { commentsOn, complete, detailsOn, leave, say } from '../support/outlined-team.ts';
import type { Device } from '../support/device.ts';
import { NETWORK, type Setup, setUp, taskOn } from '../support/setup.ts';

/**
 * A device that has downloaded a project whole, which has more details by now than the device is meant to hold: two of
 * "Dig", which has been cold for some time, and one of "Fence", which is open.
 */
describe('a device with more details than it is meant to hold', () => {
  let setup: Setup;
  let device: Device;
  let stream: string;
  let scope: string;
  let old: string;
  let open: string;

  const COLD_AFTER = 60_000;
  const DAY = 86_400_000;
  const ALL = ['Dug', 'It holds', 'Wood ordered'];

  beforeEach(() => prepare(2));
  afterEach(() => setup.end());

  /** `detailRows`: number of details that the device is meant to hold. */
  async function prepare(detailRows: number): Promise<void> {
    setup = await setUp({ detailRows, coldAfter: COLD_AFTER });
    const { team } = setup;
    stream = orgStreamOf(team.founder);
    scope = `project:${team.project}`;
    old = await addTask(team, team.founder, { name: 'Dig' });
    open = await addTask(team, team.founder, { name: 'Fence' });
    await say(setup, old, 'Dug');
    device = setup.device();
    await device.sync();
    await say(setup, old, 'It holds');
    await say(setup, open, 'Wood ordered');
    await complete(team.founder, old, true);
    await passes();
    await device.sync();
  }

  /** Time passes, and somebody writes something. */
  async function passes(): Promise<void> {
    setup.team.setup.clock.time += 2 * COLD_AFTER;
    await addTask(setup.team, setup.team.founder, { name: 'New' });
  }

  async function detailsOf(id: string): Promise<TaskDetails> {
    const task = await taskOn(device, id);
    if (task === undefined) throw new Error('The task is not on the device');
    return taskDetailsOf(await readOutlineState(device.db, device.record.orgId), task, undefined);
  }

  /** The engine of a tab that is killed before its n-th transaction that removes rows. */
  function killedAt(count: number): EngineContext {
    const { store } = device.ports;
    let left = count;
    const write: typeof store.write = (options, work) => {
      if (options.tables !== 'all' && options.tables.length === 2) left -= 1;
      return left < 0 ? Promise.reject(new Error('killed')) : store.write(options, work);
    };
    return { ...device.context, ports: { ...device.ports, store: { ...store, write } } };
  }

  async function expectIdentical(): Promise<void> {
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
    const { identicalAt, ranAt, repairedRows } = await compareReplica(device.context, {
      everything: true,
    });
    expect({ identicalAt, repairedRows }).toEqual({ identicalAt: ranAt, repairedRows: 0 });
  }

  it('[OUT-7.6] releases those of cold tasks, and gets them back when somebody opens one', async () => {
    expect(await commentsOn(device)).toEqual(ALL);
    await releaseCold(device.context);
    expect(await commentsOn(device)).toEqual(['Wood ordered']);
    expect(await detailsOf(old)).toBe('cold');
    expect(await detailsOf(open)).toBe('here');
    await expectIdentical();
    await openTasks(device.context, stream, { [old]: { scope } });
    await device.sync();
    expect(await commentsOn(device)).toEqual(ALL);
    await expectIdentical();
  });

  it('[OUT-7.6] has the same details afterwards as a device that downloads them now', async () => {
    await releaseCold(device.context);
    const other = setup.device();
    await other.sync();
    expect(await commentsOn(other)).toEqual(await commentsOn(device));
    const [state, fresh] = [
      await readStream(device.context, stream),
      await readStream(other.context, stream),
    ];
    expect(state.hot).toEqual(fresh.hot);
    expect(state.outlined).toEqual(fresh.outlined);
  });

  it('[OUT-7.6] releases nothing while they fit', async () => {
    await setup.end();
    await prepare(20);
    await releaseCold(device.context);
    expect(await commentsOn(device)).toEqual(ALL);
    expect(await detailsOn(device, setup.team.project)).toBe('here');
  });

  it('[OUT-7.6] releases nothing without an answer, nor at a server of an older build', async () => {
    const older = {
      kind: 'refused',
      status: 400,
      code: 'invalid',
      message: '',
      details: {},
    } as const;
    for (const check of [() => NETWORK, () => ({ ok: false as const, failure: older })]) {
      device.wire.instead = { check };
      await releaseCold(device.context);
      expect(await commentsOn(device)).toEqual(ALL);
    }
  });

  it('[OUT-7.6] keeps those of a task on which a change waits, and sends it', async () => {
    device.wire.instead = { push: () => NETWORK };
    const { project } = setup.team;
    const said = { id: device.newId(), project, task: old, comment: 'Done', attachment: null };
    expect(await device.mutate(commentCreate, said)).toBeUndefined();
    await releaseCold(device.context);
    expect(await commentsOn(device)).toEqual(['Done', ...ALL].toSorted());
    expect(await detailsOf(old)).toBe('here');
    device.wire.instead = {};
    await device.sync();
    await device.sync();
    expect(await commentsOn(device)).toEqual(['Done', ...ALL].toSorted());
    await expectIdentical();
  });

  it('[OUT-7.6] keeps those of a task and of a project that the person keeps on the device', async () => {
    await setKept(device.db, { kind: 'task', id: old, isKept: true });
    await releaseCold(device.context);
    expect(await commentsOn(device)).toEqual(ALL);
    expect(await detailsOf(old)).toBe('here');
    await setKept(device.db, { kind: 'project', id: setup.team.project, isKept: true });
    await device.sync();
    await releaseCold(device.context);
    expect(await detailsOn(device, setup.team.project)).toBe('here');
  });

  it('[OUT-7.6] keeps those of tasks that the person has opened within half a year', async () => {
    await openTasks(device.context, stream, { [old]: { scope } });
    expect((await readStream(device.context, stream)).coldTasks).toBeUndefined();
    device.clock.time += 182 * DAY;
    await releaseCold(device.context);
    await device.sync();
    expect(await commentsOn(device)).toEqual(ALL);
    expect(await detailsOf(old)).toBe('here');
    await expectIdentical();
    // Counted from that day, not from the day on which the project became hot.
    device.clock.time += 2 * DAY;
    await releaseDetails(device.context);
    expect(await commentsOn(device)).toEqual(['Wood ordered']);
    expect(await detailsOf(old)).toBe('cold');
    await expectIdentical();
  });

  it('[OUT-7.6] releases those of a task that was opened earlier than that', async () => {
    await openTasks(device.context, stream, { [old]: { scope } });
    device.clock.time += 184 * DAY;
    await releaseCold(device.context);
    expect(await detailsOf(old)).toBe('cold');
  });

  it('[OUT-7.6] keeps those of an opened task of a hot project that becomes cold later', async () => {
    await releaseCold(device.context);
    for (const comment of ['Wood came', 'Wood is dry']) await say(setup, open, comment);
    await complete(setup.team.founder, open, true);
    await device.sync();
    await openTasks(device.context, stream, { [open]: { scope } });
    await passes();
    await device.sync();
    await releaseCold(device.context);
    expect(await commentsOn(device)).toEqual(['Wood came', 'Wood is dry', 'Wood ordered']);
    expect(await detailsOf(open)).toBe('here');
    await expectIdentical();
  });

  it('[OUT-7.6] remembers the 500 tasks that were opened last', async () => {
    const many = Array.from({ length: 501 }, (_, index) => `task-${String(index)}`);
    await openTasks(device.context, stream, { [old]: { scope } });
    device.clock.time += DAY;
    await openTasks(device.context, stream, Object.fromEntries(many.map((id) => [id, { scope }])));
    const recent = await device.ports.store.read([], (tx) => tx.recentTasks());
    expect(Object.keys(recent)).toHaveLength(500);
    expect(recent[old]).toBeUndefined();
  });

  it('[OUT-7.6] continues after a kill, but for a task that has become hot meanwhile', async () => {
    const other = await addTask(setup.team, setup.team.founder, { name: 'Paint' });
    await say(setup, other, 'Painted');
    await complete(setup.team.founder, other, true);
    await passes();
    await device.sync();
    await expect(releaseCold(killedAt(0))).rejects.toThrow('killed');
    expect(await detailsOf(old)).toBe('cold');
    expect(await commentsOn(device)).toEqual(['Painted', ...ALL].toSorted());
    await complete(setup.team.founder, other, false);
    await device.sync();
    await releaseCold(device.context);
    expect(await commentsOn(device)).toEqual(['Painted', 'Wood ordered']);
    expect((await readStream(device.context, stream)).releasing).toBeUndefined();
    await expectIdentical();
  });

  it('[OUT-7.6] ends when the person wants the whole project meanwhile', async () => {
    await expect(releaseCold(killedAt(0))).rejects.toThrow('killed');
    await holdDetails(device.context, stream, [scope]);
    await releaseCold(device.context);
    await device.sync();
    expect(await commentsOn(device)).toEqual(ALL);
    expect(await detailsOn(device, setup.team.project)).toBe('here');
    await expectIdentical();
  });

  it('[OUT-7.6] releases those of tasks that have become cold since', async () => {
    await releaseCold(device.context);
    for (const comment of ['Wood came', 'Wood is dry']) await say(setup, open, comment);
    await complete(setup.team.founder, open, true);
    await passes();
    await device.sync();
    expect(await detailsOf(open)).toBe('here');
    await releaseCold(device.context);
    expect(await commentsOn(device)).toEqual([]);
    expect(await detailsOf(open)).toBe('cold');
    await expectIdentical();
  });

  it('[OUT-5.1] a hot project that does not concern the person becomes an outline after half a year', async () => {
    const { team } = setup;
    const manager = await hire(team, 'mo@field.test', 'Manager');
    await join(team, manager);
    device = setup.device(manager);
    await device.sync();
    await leave(setup, manager);
    await device.sync();
    // Once outlined, opened, and here whole.
    await device.ports.store.write({ tables: [], durability: 'on-disk' }, async (tx) => {
      const state = await tx.stream(stream);
      const opened = { [scope]: device.clock.time };
      if (state !== undefined) await tx.putStream({ ...state, opened });
    });
    await releaseCold(device.context);
    expect(await commentsOn(device)).toEqual(['Wood ordered']);
    device.clock.time += 184 * 86_400_000;
    await releaseDetails(device.context);
    expect(await commentsOn(device)).toEqual([]);
    expect(await detailsOf(open)).toBe('outline');
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  });
});
