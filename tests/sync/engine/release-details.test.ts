import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { subtasks } from '../../../model/entities/subtask.ts';
import { checkReplica } from '../../../sync/engine/check.ts';
import { readStream } from '../../../sync/engine/context.ts';
import { enterRefill } from '../../../sync/engine/epoch.ts';
import { holdDetails } from '../../../sync/engine/outlines.ts';
import { releaseDetails } from '../../../sync/engine/release-details.ts';
import { rows } from '../../../sync/store/database.ts';
import { setKept } from '../../../sync/store/packing-choices.ts';
import { freshId, join, ok } from '../../server/support/team.ts';
import {
  addLeftTask,
  addSubtask,
  commentsOn,
  detailsOn,
  outlinedTeam,
} from '../support/outlined-team.ts';
import { NETWORK, type Setup, taskOn } from '../support/setup.ts';
import type { RestClient } from '../../support/rest-client.ts';
import type { Device } from '../support/device.ts';

/** The same manager does not open the project any more. */
describe('details that are not used', () => {
  let setup: Setup;
  let manager: RestClient;
  let stream: string;
  let task: string;
  let scope: string;

  beforeEach(async () => {
    ({ setup, manager, stream, task, scope } = await outlinedTeam());
  });
  afterEach(() => setup.end());

  const HALF_A_YEAR = 184 * 86_400_000;

  /** A device whose person has opened the project half a year ago. */
  async function unusedDevice(): Promise<Device> {
    const device = setup.device(manager);
    await device.sync();
    await holdDetails(device.context, stream, [scope]);
    await device.sync();
    expect(await commentsOn(device)).toEqual(['Started']);
    device.clock.time += HALF_A_YEAR;
    return device;
  }

  it('[OUT-5.1] a project that was not opened for half a year is an outline again', async () => {
    const device = await unusedDevice();
    await device.sync();
    expect(await commentsOn(device)).toEqual([]);
    expect((await taskOn(device, task))?.name).toBe('Dig');
    expect(await detailsOn(device, setup.team.project)).toBe('outline');
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
    await holdDetails(device.context, stream, [scope]);
    await device.sync();
    expect(await commentsOn(device)).toEqual(['Started']);
  });

  it('[OUT-5.1] a project that is opened now and then, or concerns the person, stays', async () => {
    const device = await unusedDevice();
    await holdDetails(device.context, stream, [scope]);
    await device.sync();
    expect(await commentsOn(device)).toEqual(['Started']);
    await join(setup.team, manager);
    await device.sync();
    device.clock.time += HALF_A_YEAR;
    await device.sync();
    expect(await commentsOn(device)).toEqual(['Started']);
    expect(await detailsOn(device, setup.team.project)).toBe('here');
  });

  it('[OUT-5.1] a project that the person keeps on the device stays', async () => {
    const device = await unusedDevice();
    const kept = { kind: 'project', id: setup.team.project } as const;
    await setKept(device.db, { ...kept, isKept: true });
    await device.sync();
    expect(await commentsOn(device)).toEqual(['Started']);
    await setKept(device.db, { ...kept, isKept: false });
    device.clock.time += HALF_A_YEAR;
    await device.sync();
    expect(await commentsOn(device)).toEqual([]);
  });

  it('[OUT-2.1] a device without outlines keeps everything', async () => {
    const device = await unusedDevice();
    await enterRefill(device.context, stream);
    await device.sync();
    expect((await readStream(device.context, stream)).outlined).toEqual([]);
    await releaseDetails(device.context);
    expect(await commentsOn(device)).toEqual(['Started']);
  });

  it('[OUT-5.2] a removal that was interrupted continues, and no detail counts as deleted', async () => {
    const theirs = await addLeftTask(setup, manager);
    ok(await manager.post('sub-task/create/', { id: freshId(), task: theirs, name: 'Fence' }));
    let device = await unusedDevice();
    const { store } = device.ports;
    let writes = 0;
    const write: typeof store.write = (options, work) => {
      writes += 1;
      return writes > 2 ? Promise.reject(new Error('killed')) : store.write(options, work);
    };
    const dying = { ...device.context, ports: { ...device.ports, store: { ...store, write } } };
    await expect(releaseDetails(dying)).rejects.toThrow('killed');
    expect(await rows(device.db, subtasks).count()).toBe(0);
    expect(await commentsOn(device)).toEqual(['Started']);
    expect(await detailsOn(device, setup.team.project)).toBe('outline');
    device = device.restart();
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
    await device.sync();
    expect(await commentsOn(device)).toEqual([]);
    expect((await readStream(device.context, stream)).opened).toEqual({});
  });

  it('[OUT-5.3] a detail that waits to be sent stays, and is sent', async () => {
    const theirs = await addLeftTask(setup, manager);
    const device = await unusedDevice();
    device.wire.instead = { push: () => NETWORK };
    expect(await addSubtask(setup, device, theirs)).toBe(undefined);
    await releaseDetails(device.context);
    expect(await commentsOn(device)).toEqual([]);
    expect(await rows(device.db, subtasks).count()).toBe(1);
    device.wire.instead = {};
    await device.sync();
    expect(await device.db.outbox.count()).toBe(0);
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  });
});
