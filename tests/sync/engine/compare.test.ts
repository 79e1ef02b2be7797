import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { comments } from '../../../model/entities/comment.ts';
import { tasks } from '../../../model/entities/task.ts';
import { taskEdit } from '../../../model/mutations/task/task-edit.ts';
import { compareReplica } from '../../../sync/engine/compare.ts';
import { readStream } from '../../../sync/engine/context.ts';
import { rows } from '../../../sync/store/database.ts';
import { addBoard, addTask, hire, ok, orgStreamOf } from '../../server/support/team.ts';
import type { Device } from '../support/device.ts';
import { commentsOn, detailsOn, outlinedTeam, say } from '../support/outlined-team.ts';
import { NETWORK, type Setup, setUp, taskOn } from '../support/setup.ts';

const NO_REPAIR = { missing: 0, extra: 0, old: 0, damaged: 0 };

describe('a comparison with the server', () => {
  let setup: Setup;
  let device: Device;
  let stream: string;
  let scope: string;
  let task: string;

  beforeEach(async () => {
    setup = await setUp();
    stream = orgStreamOf(setup.team.founder);
    scope = `project:${setup.team.project}`;
    task = await addTask(setup.team, setup.team.founder);
    device = setup.device();
    await device.sync();
  });
  afterEach(() => setup.end());

  const rename = (name: string) =>
    setup.team.founder.patch(`task/update-destroy/${task}/`, { name }).then(ok);
  const compared = async (options = {}) => {
    device.wire.calls.length = 0;
    return compareReplica(device.context, options);
  };
  const known = async () => {
    const row = await taskOn(device, task);
    if (row === undefined) throw new Error('The task is missing');
    return row;
  };

  it('[PULL-9.1] finds every scope identical by its own digests of versions and contents', async () => {
    const found = await compared();
    expect(found.identicalAt).toBe(device.clock.time);
    expect(found.repairs).toEqual([]);
    const org = found.streams[stream];
    expect(Object.keys(org?.left ?? {})).toEqual([]);
    expect(org?.identical[scope]?.rows).toBeGreaterThan(1);
    expect(device.wire.calls).toEqual(['check', 'check']);
  });

  it('[PULL-9.2] reads no row of what has not changed, and asks for what has changed only', async () => {
    await compared();
    await rows(device.db, tasks).delete(task);
    device.clock.time += 60_000;
    // The row is missing, but its scope has not changed: it is not read before a week has passed.
    const next = await compared();
    expect(next.repairs).toEqual([]);
    expect(device.wire.calls).toEqual(['check', 'check']);
    device.clock.time += 8 * 86_400_000;
    expect((await compared()).repairs).toMatchObject([{ scope, missing: 1 }]);
    expect((await taskOn(device, task))?.name).toBe('Dig');
  });

  it('[PULL-9.2] a scope that has changed is compared again', async () => {
    await compared();
    await rename('Dig deeper');
    await device.sync();
    await rows(device.db, tasks).update(task, { name: 'Garbled' });
    expect((await compared()).repairs).toMatchObject([{ ...NO_REPAIR, scope, damaged: 1 }]);
    expect((await taskOn(device, task))?.name).toBe('Dig deeper');
  });

  it('[PULL-9.3] a missing row is put, by a download of its scope alone', async () => {
    await rows(device.db, tasks).delete(task);
    const found = await compared();
    expect(found.repairs).toMatchObject([{ ...NO_REPAIR, scope, missing: 1 }]);
    expect(found).toMatchObject({ repairedRows: 1, identicalAt: device.clock.time });
    expect(device.wire.calls.filter((call) => call === 'scope')).toHaveLength(1);
    expect(device.wire.calls).not.toContain('bootstrap');
    expect((await taskOn(device, task))?.name).toBe('Dig');
  });

  it('[PULL-9.3] a row too many is removed', async () => {
    await rows(device.db, tasks).put({ ...(await known()), id: 'left-over' });
    expect((await compared()).repairs).toMatchObject([{ ...NO_REPAIR, scope, extra: 1 }]);
    expect(await rows(device.db, tasks).toCollection().primaryKeys()).toEqual([task]);
  });

  it('[PULL-9.3] an old version is replaced', async () => {
    const old = await known();
    await rename('Dig deeper');
    await device.sync();
    await rows(device.db, tasks).put(old);
    expect((await compared()).repairs).toMatchObject([{ ...NO_REPAIR, scope, old: 1 }]);
    expect((await taskOn(device, task))?.name).toBe('Dig deeper');
  });

  it('[PULL-9.3] a damaged row, also one with a version that was never assigned, is replaced', async () => {
    await rows(device.db, tasks).update(task, { name: 'Garbled' });
    expect((await compared()).repairs).toMatchObject([{ ...NO_REPAIR, scope, damaged: 1 }]);
    await rows(device.db, tasks).update(task, { v: 1_000_000 });
    const again = await compared({ everything: true });
    expect(again.repairs.at(-1)).toMatchObject({ ...NO_REPAIR, scope, damaged: 1 });
    expect((await taskOn(device, task))?.name).toBe('Dig');
    expect(again.identicalAt).toBe(device.clock.time);
  });

  it('[PULL-9.3] a row that is in another scope here returns to its own', async () => {
    const other = await addBoard(setup.team);
    await device.sync();
    await rows(device.db, tasks).update(task, { scope: `project:${other.project}` });
    await compared();
    expect((await taskOn(device, task))?.scope).toBe(scope);
    expect((await compared({ everything: true })).identicalAt).toBe(device.clock.time);
  });

  it('[PULL-9.3] rows of a scope that the person does not have are removed', async () => {
    const scopeOfNobody = 'project:018f0000-0000-7000-8000-000000000000';
    await rows(device.db, tasks).put({ ...(await known()), id: 'stray', scope: scopeOfNobody });
    expect((await compared()).repairs).toMatchObject([{ scope: scopeOfNobody, extra: 1 }]);
    expect(await taskOn(device, 'stray')).toBe(undefined);
  });

  it('[PULL-9.3] [CLIENT-5] many rows are not removed when the server counts other rows than it sends', async () => {
    const row = await known();
    const left = Array.from({ length: 120 }, (_, index) => ({ ...row, id: `left-${index}` }));
    await rows(device.db, tasks).bulkPut(left);
    const state = await readStream(device.context, stream);
    const empty = { epoch: state.epoch ?? '', head: state.cursor, rows: [], cursor: null };
    device.wire.instead = { scope: () => ({ ok: true, value: empty }) };
    expect((await compared()).streams[stream]?.left[scope]?.reason).toBe('differs');
    expect(await rows(device.db, tasks).count()).toBe(121);
    device.wire.instead = {};
    expect((await compared({ everything: true })).repairs).toMatchObject([{ scope, extra: 120 }]);
    expect(await rows(device.db, tasks).count()).toBe(1);
  });

  it('[PULL-9.3] a scope that stays different is downloaded once a day, and reported', async () => {
    await rows(device.db, tasks).delete(task);
    const state = await readStream(device.context, stream);
    const empty = { epoch: state.epoch ?? '', head: state.cursor, rows: [], cursor: null };
    device.wire.instead = { scope: () => ({ ok: true, value: empty }) };
    const found = await compared();
    expect(found.streams[stream]?.left[scope]?.reason).toBe('differs');
    expect(found.identicalAt).toBe(undefined);
    device.clock.time += 60_000;
    await compared();
    expect(device.wire.calls).not.toContain('scope');
    device.clock.time += 86_400_000;
    device.wire.instead = {};
    expect((await compared()).identicalAt).toBe(device.clock.time);
  });

  it('[PULL-9.3] a row on which a change waits is neither compared nor touched', async () => {
    const second = await addTask(setup.team, setup.team.founder);
    await device.sync();
    expect(await device.mutate(taskEdit, { id: task, name: 'Mine' })).toBe(undefined);
    await rows(device.db, tasks).delete(second);
    device.wire.instead = { push: () => NETWORK };
    const found = await compared();
    expect(found.streams[stream]?.left).toMatchObject({ [scope]: { reason: 'unsent' } });
    expect((await taskOn(device, task))?.name).toBe('Mine');
    device.wire.instead = {};
    await device.sync();
    await device.sync();
    expect((await compared()).repairs).toMatchObject([{ scope, missing: 1 }]);
    expect((await taskOn(device, task))?.name).toBe('Mine');
    expect(await taskOn(device, second)).not.toBe(undefined);
  });

  it('[PULL-9.3] a change that is written during a repair stays', async () => {
    await rows(device.db, tasks).update(task, { name: 'Garbled' });
    device.wire.answered = async () => {
      if (device.wire.calls.at(-1) !== 'scope') return;
      device.wire.answered = undefined;
      await device.mutate(taskEdit, { id: task, name: 'Mine' });
    };
    const found = await compared();
    expect(found.streams[stream]?.left[scope]?.reason).toBe('unsent');
    expect((await taskOn(device, task))?.name).toBe('Mine');
    await device.sync();
    expect((await taskOn(device, task))?.name).toBe('Mine');
    expect(await device.db.outbox.count()).toBe(0);
  });

  it('[PULL-9.4] without the server nothing is compared, and the record says why', async () => {
    await compared();
    const { identicalAt } = await compared();
    device.clock.time += 60_000;
    device.wire.offline = true;
    const found = await compared();
    expect(found).toMatchObject({ failure: 'unreachable', identicalAt });
    // The person waits for one request, and not for one of each stream.
    expect(device.wire.calls).toEqual(['check']);
    device.wire.offline = false;
    expect((await compared()).failure).toBe(undefined);
  });

  it('[PULL-9.4] a device that lacks changes is behind, and nothing is repaired', async () => {
    await rename('Dig deeper');
    const found = await compared();
    expect(found.repairs).toEqual([]);
    expect(found.streams[stream]?.left[scope]?.reason).toBe('behind');
    expect((await taskOn(device, task))?.name).toBe('Dig');
  });

  it('[PULL-9.4] a right that ends during the repair ends it', async () => {
    const member = await hire(setup.team, 'mo@field.test', 'Manager');
    const own = setup.device(member);
    await own.sync();
    await rows(own.db, tasks).delete(task);
    own.wire.instead = {
      scope: () => ({
        ok: false,
        failure: { kind: 'refused', status: 404, code: 'not_found', message: '', details: {} },
      }),
    };
    const found = await compareReplica(own.context);
    expect(found.streams[stream]?.left[scope]?.reason).toBe('behind');
    expect(await taskOn(own, task)).toBe(undefined);
  });

  it('[PULL-9.4] rows with other fields than those of this build are not compared', async () => {
    const state = await readStream(device.context, stream);
    device.wire.instead = {
      check: () => ({
        ok: true,
        value: { epoch: state.epoch ?? '', head: state.cursor, shape: 'other', scopes: [] },
      }),
    };
    await rows(device.db, tasks).update(task, { name: 'Garbled' });
    const found = await compared();
    expect(found.failure).toBe('build');
    expect((await taskOn(device, task))?.name).toBe('Garbled');
  });

  it('[PULL-9.5] a metered connection is asked for what has changed only, and repairs nothing', async () => {
    expect((await compared({ isMetered: true })).failure).toBe('metered');
    expect(device.wire.calls).toEqual([]);
    await compared();
    await rename('Dig deeper');
    await device.sync();
    await rows(device.db, tasks).update(task, { name: 'Garbled' });
    const found = await compared({ isMetered: true });
    expect(found.streams[stream]?.left[scope]?.reason).toBe('metered');
    expect(device.wire.calls).not.toContain('scope');
    expect((await compared()).repairs).toMatchObject([{ scope, damaged: 1 }]);
  });

  it('[PULL-9.4] of an outlined project the outline is compared, and its details stay as they are', async () => {
    await setup.end();
    const outlined = await outlinedTeam();
    ({ setup } = outlined);
    const own = setup.device(outlined.manager);
    await own.sync();
    await say(setup, outlined.task, 'Finished');
    await own.sync();
    expect(await detailsOn(own, setup.team.project)).toBe('outline');
    const found = await compareReplica(own.context);
    expect(found.streams[outlined.stream]?.identical[outlined.scope]?.rowsOf).toBe('outline');
    expect(found.identicalAt).toBe(own.clock.time);
    await rows(own.db, tasks).delete(outlined.task);
    const repaired = await compareReplica(own.context, { everything: true });
    expect(repaired.repairs).toMatchObject([{ ...NO_REPAIR, scope: outlined.scope, missing: 1 }]);
    expect(await commentsOn(own)).toEqual(['Finished']);
    expect(await rows(own.db, comments).count()).toBe(1);
  });
});
