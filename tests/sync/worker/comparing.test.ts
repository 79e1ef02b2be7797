import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { tasks } from '../../../model/entities/task.ts';
import { compareAlone } from '../../../sync/engine/compare.ts';
import { releaseCold } from '../../../sync/engine/release-cold.ts';
import type { CompareOptions } from '../../../sync/engine/compare-stream.ts';
import type { Lock } from '../../../sync/core/ports/machine.ts';
import { rows } from '../../../sync/store/database.ts';
import { startComparing } from '../../../sync/worker/comparing.ts';
import { addTask } from '../../server/support/team.ts';
import type { Device } from '../support/device.ts';
import { type FakeMachine, fakeMachine } from '../support/fake-machine.ts';
import { NETWORK, type Setup, setUp, taskOn } from '../support/setup.ts';

const HOUR = 3_600_000;

describe('comparisons that a device makes by itself', () => {
  let setup: Setup;
  let device: Device;
  let task: string;
  let machine: FakeMachine;
  let runs: CompareOptions[];
  let releases: number;
  let stop: () => void;

  beforeEach(async () => {
    setup = await setUp();
    task = await addTask(setup.team, setup.team.founder);
    device = setup.device();
    await device.sync();
    const net = { reachable: true, auth: 'ok', outdated: false, fault: null } as const;
    await device.ports.store.write({ tables: [], durability: 'on-disk' }, (tx) => tx.putNet(net));
    machine = fakeMachine(device.clock.time);
    runs = [];
    releases = 0;
    stop = () => undefined;
  });
  afterEach(async () => {
    stop();
    vi.unstubAllGlobals();
    await setup.end();
  });

  function start(): void {
    const context = { ...device.context, ports: { ...device.ports, ...machine.ports } };
    const compare = (options: CompareOptions = {}) => {
      runs.push(options);
      return compareAlone(context, options);
    };
    const parts = { machine: machine.ports, online: machine.ports.online };
    machine.loops += 1;
    const release = () => {
      releases += 1;
      return releaseCold(context);
    };
    const stopLoop = startComparing(parts, {
      db: device.db,
      engine: { compare, releaseCold: release },
    });
    stop = () => {
      machine.loops -= 1;
      stopLoop();
    };
  }

  it('[PULL-9.5] repairs a row, and asks again a quarter of an hour later', async () => {
    await rows(device.db, tasks).delete(task);
    start();
    await machine.pass(1);
    expect((await taskOn(device, task))?.name).toBe('Dig');
    await machine.pass(10 * 60_000);
    expect(runs).toHaveLength(1);
    await machine.pass(HOUR);
    expect(runs.length).toBeGreaterThan(2);
    expect(runs.length).toBeLessThan(6);
  });

  it('[PULL-9.5] a hidden tab, one without a network, and one with changes to send compare nothing', async () => {
    machine.visible = false;
    start();
    await machine.pass(HOUR);
    machine.visible = true;
    machine.online = false;
    await machine.pass(HOUR);
    expect(runs).toEqual([]);
    machine.online = true;
    await machine.pass(2 * 60_000);
    expect(runs).toHaveLength(1);
  });

  it('[OUT-7.6] details are released at most once a day', async () => {
    start();
    await machine.pass(2 * HOUR);
    expect(releases).toBe(1);
    await machine.pass(24 * HOUR);
    expect(releases).toBe(2);
  });

  it('[PULL-9.5] two tabs compare as often as one', async () => {
    start();
    const stopFirst = stop;
    start();
    await machine.pass(2 * HOUR);
    stopFirst();
    expect(runs.length).toBeLessThan(10);
  });

  it('[PULL-9.5] a tab that has waited for another one takes over its result', async () => {
    const { lock } = machine.ports;
    const waiting: Lock = {
      run: (name, wait, work) =>
        lock.run(name, wait, async (hasLock) => {
          device.clock.time += 1_000;
          await compareAlone(device.context);
          device.wire.calls.length = 0;
          return work(hasLock);
        }),
    };
    const found = await compareAlone({
      ...device.context,
      ports: { ...device.ports, lock: waiting },
    });
    expect(found.ranAt).toBe(device.clock.time);
    expect(device.wire.calls).toEqual([]);
  });

  it('[PULL-9.5] a connection that saves data is reported to the comparison', async () => {
    vi.stubGlobal('navigator', { connection: { saveData: true } });
    start();
    await machine.pass(1);
    expect(runs).toEqual([{ isMetered: true }]);
  });

  it('[PULL-9.5] a failed run is repeated', async () => {
    device.wire.instead = { check: () => NETWORK };
    start();
    await machine.pass(1);
    expect(runs).toHaveLength(1);
    device.wire.instead = {};
    await machine.pass(HOUR);
    const found = await device.ports.store.read([], (tx) => tx.comparison());
    expect(found?.identicalAt).toBeGreaterThan(0);
  });
});
