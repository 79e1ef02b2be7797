import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { comments } from '../../../model/entities/comment.ts';
import { taskSteps } from '../../../model/entities/task-step.ts';
import { commentEdit } from '../../../model/mutations/comment/comment-edit.ts';
import { compareReplica } from '../../../sync/engine/compare.ts';
import { openTasks } from '../../../sync/engine/open-tasks.ts';
import { rows } from '../../../sync/store/database.ts';
import { addTask, ok, orgStreamOf } from '../../server/support/team.ts';
import type { Device } from '../support/device.ts';
import { commentsOn, complete, rename, say } from '../support/outlined-team.ts';
import { NETWORK, type Setup, setUp } from '../support/setup.ts';

const NO_REPAIR = { missing: 0, extra: 0, old: 0, damaged: 0 };

/** A hot project with the open task "Fence", and with "Dig" and "Paint", which are cold. */
describe('a comparison of the details of a hot project', () => {
  let setup: Setup;
  let device: Device;
  let stream: string;
  let scope: string;
  let cold: string;
  let other: string;
  let open: string;
  /** Comments on "Dig", and on "Fence". */
  let dug: string;
  let ordered: string;

  const COLD_AFTER = 60_000;
  const OUTLINE = 3;

  beforeEach(async () => {
    setup = await setUp({ detailRows: 0, coldAfter: COLD_AFTER });
    const { team } = setup;
    stream = orgStreamOf(team.founder);
    scope = `project:${team.project}`;
    cold = await addTask(team, team.founder, { name: 'Dig' });
    other = await addTask(team, team.founder, { name: 'Paint' });
    open = await addTask(team, team.founder, { name: 'Fence' });
    dug = await say(setup, cold, 'Dug');
    await say(setup, other, 'Painted');
    ordered = await say(setup, open, 'Wood ordered');
    await complete(team.founder, cold, true);
    await complete(team.founder, other, true);
    team.setup.clock.time += 2 * COLD_AFTER;
    await addTask(team, team.founder, { name: 'New' });
    device = setup.device();
    await device.sync();
  });
  afterEach(() => setup.end());

  const compared = async (options = {}) => {
    device.wire.calls.length = 0;
    return compareReplica(device.context, options);
  };
  const opens = async (id = cold) => {
    await openTasks(device.context, stream, { [id]: { scope } });
    await device.sync();
  };
  const on = () => rows(device.db, comments);
  const garble = (id: string) => on().update(id, { comment: 'Garbled' });
  const commentHere = async (id: string) => {
    const row = await on().get(id);
    if (row === undefined) throw new Error('The comment is missing');
    return row;
  };

  it('[PULL-9.6] details of cold tasks that are not here are no difference', async () => {
    const found = await compared();
    expect(found).toMatchObject({ repairs: [], identicalAt: device.clock.time });
    expect(found.streams[stream]?.identical[scope]?.rows).toBeGreaterThan(OUTLINE);
    expect(device.wire.calls).not.toContain('scope');
    expect(await commentsOn(device)).toEqual(['Wood ordered']);
  });

  it('[PULL-9.6] a detail of a hot task that is missing or damaged is put, by a download of details alone', async () => {
    await on().delete(ordered);
    expect((await compared()).repairs).toMatchObject([{ ...NO_REPAIR, scope, missing: 1 }]);
    expect(device.wire.calls.filter((call) => call === 'scope')).toHaveLength(1);
    expect(device.wire.calls).not.toContain('bootstrap');
    await garble(ordered);
    const again = await compared({ everything: true });
    expect(again.repairs.at(-1)).toMatchObject({ ...NO_REPAIR, scope, damaged: 1 });
    expect(again.identicalAt).toBe(device.clock.time);
    expect(await commentsOn(device)).toEqual(['Wood ordered']);
  });

  it('[PULL-9.6] an old version is replaced, and a detail that the server does not have is removed', async () => {
    await on().update(ordered, { v: 1, comment: 'Wood' });
    await on().put({ ...(await commentHere(ordered)), id: 'left-over' });
    expect((await compared()).repairs).toMatchObject([{ ...NO_REPAIR, scope, old: 1, extra: 1 }]);
    expect(await commentsOn(device)).toEqual(['Wood ordered']);
  });

  it('[PULL-9.6] the details of an opened cold task are compared and repaired; those of another one stay', async () => {
    await opens(other);
    const painted = await on().where({ task: other }).first();
    await device.db.meta.where('key').equals('comparison').delete();
    await opens(cold);
    await on().delete(dug);
    await garble(painted?.id ?? '');
    const found = await compared({ everything: true });
    expect(found.repairs).toMatchObject([{ ...NO_REPAIR, scope, missing: 1, damaged: 1 }]);
    expect(await commentsOn(device)).toEqual(['Dug', 'Painted', 'Wood ordered']);
  });

  it('[PULL-9.6] details of a cold task that nobody opened are neither compared nor removed', async () => {
    await on().put({ ...(await commentHere(ordered)), id: 'surplus', task: cold, v: 1 });
    expect(await compared()).toMatchObject({ repairs: [], identicalAt: device.clock.time });
    await on().delete(ordered);
    expect((await compared({ everything: true })).repairs).toMatchObject([
      { ...NO_REPAIR, scope, missing: 1 },
    ]);
    expect(await on().get('surplus')).toBeDefined();
  });

  it('[PULL-9.6] a project that has changed is compared again without a request for its details', async () => {
    await opens();
    await compared();
    expect(device.wire.calls).toEqual(['check', 'check', 'check']);
    await say(setup, open, 'Wood is here');
    await say(setup, cold, 'It holds');
    await device.sync();
    await compared();
    // The comment on the opened task is compared with the server once.
    expect(device.wire.calls).toHaveLength(3);
    await say(setup, open, 'Nails are missing');
    await device.sync();
    expect((await compared()).identicalAt).toBe(device.clock.time);
    expect(device.wire.calls).toEqual(['check', 'check']);
    await say(setup, open, 'Nails are here');
    await device.sync();
    await garble(ordered);
    expect((await compared()).repairs).toMatchObject([{ ...NO_REPAIR, scope, damaged: 1 }]);
  });

  it('[PULL-9.6] after a week the rows are read again, and nothing is requested while they are the same', async () => {
    await compared();
    device.clock.time += 8 * 86_400_000;
    expect((await compared()).identicalAt).toBe(device.clock.time);
    expect(device.wire.calls).not.toContain('scope');
    device.clock.time += 8 * 86_400_000;
    await garble(ordered);
    expect((await compared()).repairs).toMatchObject([{ ...NO_REPAIR, scope, damaged: 1 }]);
  });

  it('[PULL-9.6] a cold task that becomes hot with missing details is not taken for complete', async () => {
    await compared();
    await rename(setup, cold, 'Dig deeper');
    await device.sync();
    expect(await commentsOn(device)).toEqual(['Dug', 'Wood ordered']);
    // Everything that the server's digest contains of the task while it is not here.
    await on().delete(dug);
    await rows(device.db, taskSteps).where({ task: cold }).delete();
    expect((await compared()).repairs).toMatchObject([{ ...NO_REPAIR, scope, missing: 2 }]);
    expect(await commentsOn(device)).toEqual(['Dug', 'Wood ordered']);
  });

  it('[PULL-9.6] a detail of a cold task that somebody deletes is no difference', async () => {
    await compared();
    ok(await setup.team.founder.patch(`comment/update-destroy/${dug}/`, { deleted: true }));
    await device.sync();
    expect(await compared()).toMatchObject({ repairs: [], identicalAt: device.clock.time });
  });

  it('[PULL-9.6] a task that becomes hot during a repair keeps the details that were opened', async () => {
    await opens();
    await on().delete(ordered);
    device.wire.answered = async () => {
      const [last] = device.wire.calls.slice(-1);
      // The page is newer than the device, which therefore waits before it removes anything.
      if (last === 'check' && device.wire.calls.length === 2) await rename(setup, open, 'Gate');
    };
    const { timers } = device.ports;
    const after: typeof timers.after = (milliseconds, run) => {
      void rename(setup, cold, 'Dig deeper')
        .then(() => device.sync())
        .then(run);
      return () => milliseconds;
    };
    const ports = { ...device.ports, timers: { ...timers, after } };
    device.wire.calls.length = 0;
    const found = await compareReplica({ ...device.context, ports }, { everything: true });
    expect(device.wire.calls).toContain('pull');
    expect(found.repairs.map(({ extra }) => extra)).toEqual([0]);
    expect(await commentsOn(device)).toEqual(['Dug', 'Wood ordered']);
  });

  it('[PULL-9.6] a device that lacks a change of a detail is behind, and nothing is repaired', async () => {
    await say(setup, open, 'Wood is here');
    const found = await compared();
    expect(found.streams[stream]?.left).toMatchObject({ [scope]: { reason: 'behind' } });
    expect(device.wire.calls).not.toContain('scope');
    expect(await commentsOn(device)).toEqual(['Wood ordered']);
  });

  it('[PULL-9.6] a project with details that are being downloaded is not compared', async () => {
    device.wire.instead = { scope: () => NETWORK };
    await opens();
    device.wire.instead = {};
    const found = await compared();
    expect(found.streams[stream]?.left).toMatchObject({ [scope]: { reason: 'arriving' } });
    expect(found.repairs).toEqual([]);
  });

  it('[PULL-9.6] a detail on which a change waits is neither compared nor touched', async () => {
    const edit = { id: ordered, comment: 'Mine', comment_base: 'Wood ordered' };
    device.wire.instead = { push: () => NETWORK };
    expect(await device.mutate(commentEdit, edit)).toBe(undefined);
    const found = await compared();
    expect(found.streams[stream]?.left).toMatchObject({ [scope]: { reason: 'unsent' } });
    expect(await commentsOn(device)).toEqual(['Mine']);
  });

  it('[PULL-9.6] a change of a detail that is written during a repair stays', async () => {
    const second = await say(setup, open, 'Gate ordered');
    await device.sync();
    await garble(second);
    device.wire.answered = async () => {
      if (device.wire.calls.at(-1) !== 'scope') return;
      device.wire.answered = undefined;
      const edit = { id: ordered, comment: 'Mine', comment_base: 'Wood ordered' };
      await device.mutate(commentEdit, edit);
    };
    expect((await compared()).streams[stream]?.left[scope]?.reason).toBe('unsent');
    expect(await commentsOn(device)).toEqual(['Gate ordered', 'Mine']);
  });

  it('[PULL-9.6] [CLIENT-5] many details are not removed when the server sends other rows than it counts', async () => {
    const row = await commentHere(ordered);
    await on().bulkPut(
      Array.from({ length: 120 }, (_, index) => ({ ...row, id: `left-${index}` })),
    );
    const { epoch, cursor: head } = await on().db.table('streams').get(stream);
    const empty = { epoch, head, rows: [], cursor: null };
    device.wire.instead = { scope: () => ({ ok: true, value: empty }) };
    expect((await compared()).streams[stream]?.left[scope]?.reason).toBe('differs');
    expect(await on().count()).toBe(121);
    device.wire.instead = {};
    expect((await compared({ everything: true })).repairs).toMatchObject([{ scope, extra: 120 }]);
  });

  it('[PULL-9.6] with a server that does not know the check the outline is compared', async () => {
    const details = { code: 'not_found', message: '', details: {} } as const;
    const unknown = { ok: false, failure: { kind: 'refused', status: 404, ...details } } as const;
    device.wire.instead = {
      check: (query) => (query.details === undefined ? undefined : unknown),
    };
    await garble(ordered);
    const found = await compared();
    expect(found).toMatchObject({ repairs: [], identicalAt: device.clock.time });
    expect(found.streams[stream]?.identical[scope]?.details).toBe(undefined);
    expect(await commentsOn(device)).toEqual(['Garbled']);
  });

  it('[PULL-9.5] details are not requested over a metered connection', async () => {
    await compared();
    await say(setup, open, 'Wood is here');
    await rename(setup, cold, 'Dig deeper');
    await device.sync();
    const found = await compared({ isMetered: true });
    expect(found.streams[stream]?.left[scope]?.reason).toBe('metered');
    expect(device.wire.calls).toEqual(['check', 'check']);
  });
});
