import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { comments } from '../../../model/entities/comment.ts';
import { commentEdit } from '../../../model/mutations/comment/comment-edit.ts';
import { taskComplete } from '../../../model/mutations/task/task-complete.ts';
import { checkReplica } from '../../../sync/engine/check.ts';
import { openTasks } from '../../../sync/engine/open-tasks.ts';
import { readStream } from '../../../sync/engine/context.ts';
import { releaseDetails } from '../../../sync/engine/release-details.ts';
import { enterRefill } from '../../../sync/engine/epoch.ts';
import { fillTask } from '../../../sync/engine/fill-task.ts';
import { holdDetails } from '../../../sync/engine/outlines.ts';
import { applyEvent } from '../../../sync/engine/pull.ts';
import { rows } from '../../../sync/store/database.ts';
import { setKept } from '../../../sync/store/packing-choices.ts';
import { readOutlineState } from '../../../sync/store/queries/project-details.ts';
import {
  baseOfTask,
  type TaskDetails,
  taskDetailsOf,
} from '../../../sync/store/queries/task-details.ts';
import { receivedOf } from '../../../sync/store/queries/received.ts';
import { addTask, hire, join, ok, orgStreamOf, pull } from '../../server/support/team.ts';
import {
  commentsOn,
  complete,
  detailsOn,
  lastEvent,
  leave,
  rename,
  say,
} from '../support/outlined-team.ts';
import type { Device } from '../support/device.ts';
import { downloadCut } from '../support/download-cut.ts';
import { NETWORK, type Setup, setUp, taskOn } from '../support/setup.ts';

/** A project of the founder with more details than a download may contain; its task "old" was completed long ago. */
describe('cold tasks', () => {
  let setup: Setup;
  let stream: string;
  let scope: string;
  let old: string;
  let open: string;

  const COLD_AFTER = 60_000;
  const HALF_A_YEAR = 184 * 86_400_000;

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
    team.setup.clock.time += 2 * COLD_AFTER;
    await addTask(team, team.founder, { name: 'New' });
  });
  afterEach(() => setup.end());

  async function downloaded(): Promise<Device> {
    const device = setup.device();
    await device.sync();
    return device;
  }

  async function detailsOf(device: Device, id: string): Promise<TaskDetails> {
    const task = await taskOn(device, id);
    if (task === undefined) throw new Error('The task is not on the device');
    const state = await readOutlineState(device.db, device.record.orgId);
    return taskDetailsOf(state, task, (await baseOfTask(device.db, id)) ?? undefined);
  }

  const opens = (device: Device, id = old) =>
    openTasks(device.context, stream, { [id]: { scope } });

  it('[OUT-7.1] a download leaves out the details of tasks that were completed and not changed for a time', async () => {
    const device = await downloaded();
    expect((await taskOn(device, old))?.name).toBe('Dig');
    expect(await commentsOn(device)).toEqual(['Wood ordered']);
    expect(await detailsOf(device, old)).toBe('cold');
    expect(await detailsOf(device, open)).toBe('here');
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  });

  it('[OUT-7.1] of archived tasks as well; what was added to a cold task since is here', async () => {
    const { founder } = setup.team;
    const archived = await addTask(setup.team, founder, { name: 'Plan' });
    ok(await founder.patch(`task/update-destroy/${archived}/`, { status: false }));
    await say(setup, archived, 'Put off');
    await addTask(setup.team, founder, { name: 'Next' });
    setup.team.setup.clock.time += 2 * COLD_AFTER;
    await say(setup, old, 'It holds');
    const device = await downloaded();
    expect(await commentsOn(device)).toEqual(['It holds', 'Wood ordered']);
    expect(await detailsOf(device, archived)).toBe('cold');
    expect(await detailsOf(device, old)).toBe('cold');
  });

  it('[OUT-7.1] a project whose details fit is on the device whole', async () => {
    await setup.end();
    setup = await setUp({ coldAfter: COLD_AFTER });
    const { team } = setup;
    const task = await addTask(team, team.founder);
    await say(setup, task, 'Dug');
    await complete(team.founder, task, true);
    team.setup.clock.time += 2 * COLD_AFTER;
    await addTask(team, team.founder);
    const device = setup.device();
    await device.sync();
    expect(await commentsOn(device)).toEqual(['Dug']);
    expect(await detailsOn(device, team.project)).toBe('here');
  });

  it('[OUT-7.1] an organisation without changes that are old enough has no cold tasks', async () => {
    await setup.end();
    setup = await setUp({ detailRows: 0, coldAfter: COLD_AFTER });
    const { team } = setup;
    const task = await addTask(team, team.founder);
    await say(setup, task, 'Dug');
    await complete(team.founder, task, true);
    const device = setup.device();
    await device.sync();
    expect(await commentsOn(device)).toEqual(['Dug']);
    expect(await detailsOn(device, team.project)).toBe('here');
  });

  it('[OUT-7.2] a device of an older build gets the whole project', async () => {
    const { founder } = setup.team;
    const reply = await founder.post(
      'sync/bootstrap',
      { held: [], tasks: [] },
      { query: { stream } },
    );
    expect(ok(reply).text).toContain('Dug');
    expect(ok(reply).text).not.toContain('unchanged_since');
  });

  it('[OUT-7.3] a cold task that is opened gets its details, and keeps them', async () => {
    const device = await downloaded();
    expect(await opens(device)).toBe(true);
    expect(await detailsOf(device, old)).toBe('arriving');
    await device.sync();
    expect(await commentsOn(device)).toEqual(['Dug', 'Wood ordered']);
    expect(await detailsOf(device, old)).toBe('here');
    expect(await opens(device)).toBe(false);
    await rename(setup, old, 'Dig deeper');
    await device.sync();
    expect(await detailsOf(device, old)).toBe('here');
    expect(await detailsOn(device, setup.team.project)).toBe('outline');
  });

  it('[OUT-7.3] a task that was opened without a network gets them later, also after a restart', async () => {
    const device = await downloaded();
    device.wire.instead = { scope: () => NETWORK };
    await opens(device);
    await device.sync();
    expect(await detailsOf(device, old)).toBe('arriving');
    device.wire.instead = {};
    await device.sync();
    expect(await commentsOn(device)).toEqual(['Dug', 'Wood ordered']);
  });

  it('[OUT-7.3] a cold task that somebody changes gets its details without being opened', async () => {
    const device = await downloaded();
    await complete(setup.team.founder, old, false);
    await device.sync();
    expect(await commentsOn(device)).toEqual(['Dug', 'Wood ordered']);
    expect(await detailsOf(device, old)).toBe('here');
  });

  it('[OUT-7.3] a task that has become hot stays wanted when its project is revoked, and granted again before the next pull', async () => {
    const device = await downloaded();
    const details = { code: 'not_found', message: '', details: {} } as const;
    const revoked = { ok: false, failure: { kind: 'refused', status: 404, ...details } } as const;
    device.wire.instead = { scope: () => revoked };
    await complete(setup.team.founder, old, false);
    await device.sync();
    expect(await detailsOf(device, old)).toBe('arriving');
    device.wire.instead = {};
    await device.sync();
    expect(await commentsOn(device)).toEqual(['Dug', 'Wood ordered']);
    expect(await detailsOf(device, old)).toBe('here');
  });

  it('[OUT-7.3] an event that changes a cold task is left to a pull', async () => {
    const device = await downloaded();
    await rename(setup, old, 'Dig deeper');
    expect(await applyEvent(device.context, await lastEvent(device, stream))).toBe('skipped');
    await rename(setup, open, 'Fence it');
    await device.sync();
    await rename(setup, open, 'Fence all of it');
    expect(await applyEvent(device.context, await lastEvent(device, stream))).toBe('applied');
    expect(await commentsOn(device)).toEqual(['Dug', 'Wood ordered']);
  });

  it('[OUT-7.3] a cold task that its person changes without a network stays cold until its details are here', async () => {
    const device = await downloaded();
    await device.mutate(taskComplete, { id: old, done: false, at: null });
    expect(await detailsOf(device, old)).toBe('cold');
    await device.sync();
    expect(await detailsOf(device, old)).toBe('here');
    expect(await commentsOn(device)).toEqual(['Dug', 'Wood ordered']);
  });

  it('[OUT-7.3] a later download has no details of cold tasks; those of opened ones are downloaded again', async () => {
    const device = await downloaded();
    await opens(device);
    await device.sync();
    await enterRefill(device.context, stream);
    await device.sync();
    expect(await commentsOn(device)).toEqual(['Dug', 'Wood ordered']);
    expect(await detailsOf(device, old)).toBe('here');
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  });

  it('[OUT-7.3] a project that is taken along is downloaded whole', async () => {
    const device = await downloaded();
    await holdDetails(device.context, stream, [scope]);
    await device.sync();
    expect(await commentsOn(device)).toEqual(['Dug', 'Wood ordered']);
    expect(await detailsOn(device, setup.team.project)).toBe('here');
    expect((await readStream(device.context, stream)).hot).toBeUndefined();
  });

  it.each(['project:elsewhere', 'workspace'])(
    '[OUT-7.3] a task that was in another scope when it was opened gets its details (%s)',
    async (former) => {
      const device = await downloaded();
      await opens(device);
      const state = await readStream(device.context, stream);
      const task = { scope: former, opened: device.clock.time, isHere: false };
      const hot = { ...state.hot, 'project:elsewhere': 1 };
      await device.db.streams.put({ ...state, hot, coldTasks: { [old]: task } });
      await device.sync();
      expect(await commentsOn(device)).toEqual(['Dug', 'Wood ordered']);
      expect(await detailsOf(device, old)).toBe('here');
    },
  );

  it('[OUT-7.3] a page of one task is never continued with another one', async () => {
    const second = await addTask(setup.team, setup.team.founder, { name: 'Plan' });
    await complete(setup.team.founder, second, true);
    setup.team.setup.clock.time += 2 * COLD_AFTER;
    await addTask(setup.team, setup.team.founder);
    const device = await downloaded();
    await opens(device);
    await opens(device, second);
    const asked: unknown[] = [];
    const { transport } = device.ports;
    const scopeCall: typeof transport.scope = async (query) => {
      asked.push([query.task, query.after]);
      const reply = await transport.scope(query);
      if (!reply.ok || query.task !== old) return reply;
      // Another tab finishes the task meanwhile.
      const value = { ...reply.value, cursor: 'comments:z' };
      finish = true;
      return { ok: true, value };
    };
    let finish = false;
    const read: typeof device.ports.store.read = async (tables, work) => {
      if (finish) {
        finish = false;
        const state = await device.db.streams.get(stream);
        const task = state?.coldTasks?.[old];
        if (state !== undefined && task !== undefined) {
          const coldTasks = { ...state.coldTasks, [old]: { ...task, isHere: true } };
          await device.db.streams.put({ ...state, coldTasks });
        }
      }
      return device.ports.store.read(tables, work);
    };
    const ports = {
      ...device.ports,
      transport: { ...transport, scope: scopeCall },
      store: { ...device.ports.store, read },
    };
    const fill = { stream, behind: new Set<string>(), busy: () => undefined };
    await fillTask({ ...device.context, ports }, fill);
    expect(asked).toEqual([
      [old, null],
      [second, null],
    ]);
  });

  it('[OUT-7.4] the details of a cold task that was not opened for half a year are removed', async () => {
    const device = await downloaded();
    await opens(device);
    await device.sync();
    await say(setup, old, 'It holds');
    await device.sync();
    device.clock.time += HALF_A_YEAR;
    await device.sync();
    expect(await commentsOn(device)).toEqual(['It holds', 'Wood ordered']);
    expect(await detailsOf(device, old)).toBe('cold');
    await opens(device);
    await device.sync();
    expect(await commentsOn(device)).toEqual(['Dug', 'It holds', 'Wood ordered']);
  });

  it('[OUT-7.4] a cold task that the person keeps on the device keeps its details, also when it was not kept as a cold one', async () => {
    const device = await downloaded();
    await setKept(device.db, { kind: 'task', id: old, isKept: true });
    await device.sync();
    expect(await commentsOn(device)).toEqual(['Dug', 'Wood ordered']);
    device.clock.time += HALF_A_YEAR;
    await device.sync();
    expect(await commentsOn(device)).toEqual(['Dug', 'Wood ordered']);
    await setKept(device.db, { kind: 'task', id: old, isKept: false });
    device.clock.time += HALF_A_YEAR;
    await device.sync();
    expect(await commentsOn(device)).toEqual(['Wood ordered']);
  });

  it('[OUT-7.4] a detail that waits to be sent stays, and is sent', async () => {
    const device = await downloaded();
    await opens(device);
    await device.sync();
    device.clock.time += HALF_A_YEAR;
    const [dug] = await rows(device.db, comments)
      .filter(({ task }) => task === old)
      .toArray();
    const edit = { id: dug?.id ?? '', comment: 'Dug well', comment_base: 'Dug' };
    expect(await device.mutate(commentEdit, edit)).toBeUndefined();
    await releaseDetails(device.context);
    expect(await commentsOn(device)).toEqual(['Dug well', 'Wood ordered']);
    await device.sync();
    expect((await pull(setup.team.founder)).text.includes('Dug well')).toBe(true);
  });

  it('[OUT-7.4] those of a task that has become hot stay', async () => {
    const device = await downloaded();
    await complete(setup.team.founder, old, false);
    await device.sync();
    device.clock.time += HALF_A_YEAR;
    await device.sync();
    expect(await commentsOn(device)).toEqual(['Dug', 'Wood ordered']);
    expect(await detailsOf(device, old)).toBe('here');
  });

  it('[OUT-7.4] a task that has become hot stays wanted until its details are here, however long that takes', async () => {
    const device = await downloaded();
    device.wire.instead = { scope: () => NETWORK };
    await complete(setup.team.founder, old, false);
    await device.sync();
    device.clock.time += HALF_A_YEAR;
    await device.sync();
    expect(await detailsOf(device, old)).toBe('arriving');
    device.wire.instead = {};
    await device.sync();
    expect(await commentsOn(device)).toEqual(['Dug', 'Wood ordered']);
  });

  it('[OUT-7.5] a project that is revoked and granted again comes back without the details of its cold tasks', async () => {
    const ben = await hire(setup.team, 'ben@field.test');
    await join(setup.team, ben);
    const device = setup.device(ben);
    await device.sync();
    expect(await commentsOn(device)).toEqual(['Wood ordered']);
    await openTasks(device.context, stream, { [old]: { scope } });
    await device.sync();
    await leave(setup, ben);
    await device.sync();
    expect(await rows(device.db, comments).count()).toBe(0);
    await join(setup.team, ben);
    const asked: unknown[] = [];
    device.wire.instead = {
      scope: ({ scope: of, rows: part }) => {
        if (of === scope) asked.push(part);
        return undefined;
      },
    };
    await device.sync();
    expect(asked).toEqual(['hot', 'details']);
    expect(await commentsOn(device)).toEqual(['Dug', 'Wood ordered']);
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  });

  it('[OUT-7.5] a first download that breaks off is continued without the details of cold tasks', async () => {
    const device = setup.device();
    await downloadCut(device, { scopes: 2, stream });
    await device.sync();
    expect(await commentsOn(device)).toEqual(['Wood ordered']);
    expect(await detailsOf(device, old)).toBe('cold');
  });

  it('[RECEIPT-1.3] a device reports up to which version details of cold tasks may be missing', async () => {
    const device = await downloaded();
    const state = await readStream(device.context, stream);
    const since = state.hot?.[scope];
    expect(receivedOf(state)).toMatchObject({ outlined: true, hot_since: since });
    expect((await taskOn(device, old))?.v).toBeLessThanOrEqual(since ?? 0);
  });
});
