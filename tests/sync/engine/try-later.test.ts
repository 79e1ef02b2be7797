import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cards } from '../../../model/entities/card.ts';
import { labels } from '../../../model/entities/label.ts';
import { tasks } from '../../../model/entities/task.ts';
import { labelCreate } from '../../../model/mutations/label/label-create.ts';
import { labelDelete } from '../../../model/mutations/label/label-delete.ts';
import { readStream } from '../../../sync/engine/context.ts';
import { createEngine, type Engine } from '../../../sync/engine/engine.ts';
import { enterRefill } from '../../../sync/engine/epoch.ts';
import { rows } from '../../../sync/store/database.ts';
import { syncStatus } from '../../../sync/store/sync-status.ts';
import { addTask, hire, join, orgStreamOf } from '../../server/support/team.ts';
import type { RestClient } from '../../support/rest-client.ts';
import type { Device } from '../support/device.ts';
import { fakeMachine, type FakeMachine, fakeSocket } from '../support/fake-machine.ts';
import { type Setup, setUp } from '../support/setup.ts';
import { wholeScopes } from '../support/whole-scopes.ts';

describe('a pass that cannot be finished while the server responds', () => {
  let setup: Setup;
  let member: RestClient;
  let device: Device;
  let stream: string;
  let machine: FakeMachine;
  let engine: Engine;
  beforeEach(async () => {
    setup = await setUp();
    member = await hire(setup.team, 'bo@field.test');
    device = setup.device(member);
    stream = orgStreamOf(member);
    machine = fakeMachine(device.clock.time);
    engine = createEngine({
      ports: { ...device.ports, ...machine.ports, socket: fakeSocket(machine.now).port },
      account: { orgId: device.record.orgId, orgUserId: device.record.orgUserId },
    });
  });
  afterEach(async () => {
    engine.stop();
    await machine.pass(0);
    await setup.end();
  });

  const phase = async () => (await syncStatus(device.db)).phase;

  it('[ENG-3.5] a fill whose pages stay older than the cursor is not reported as offline', async () => {
    engine.start();
    await machine.pass(500);
    expect(await phase()).toBe('up-to-date');
    const { epoch } = await readStream(device.context, stream);
    await join(setup.team, member);
    const old = { epoch: epoch ?? '', head: 0, rows: [], cursor: null };
    device.wire.instead = { scope: () => ({ ok: true, value: old }) };
    engine.resume();
    await machine.pass(20_000);
    expect(await rows(device.db, cards).count()).toBe(0);
    expect(await syncStatus(device.db)).toMatchObject({ phase: 'syncing', unreachable: false });
    device.wire.instead = {};
    await machine.pass(10_000);
    expect(await rows(device.db, cards).count()).toBe(1);
    expect(await phase()).toBe('up-to-date');
  });

  it('[ENG-3.5] [CLIENT-5] a removal that the check does not confirm is not reported as offline', async () => {
    await join(setup.team, member);
    const ids: string[] = [];
    for (let index = 0; index < 60; index += 1)
      ids.push(await addTask(setup.team, setup.team.founder));
    engine.start();
    await machine.pass(500);
    const state = await readStream(device.context, stream);
    const { cursor, epoch } = state;
    const scopes = wholeScopes(state);
    const next = cursor + ids.length;
    const changes = ids.map((id, index) => ({
      kind: 'del' as const,
      table: 'tasks',
      id,
      v: cursor + 1 + index,
    }));
    const page = { epoch: epoch ?? '', head: next, floor: 0, next, complete: true, changes };
    device.wire.instead = {
      pull: (query) =>
        query.stream === stream ? { ok: true, value: { ...page, scopes } } : undefined,
      check: () => ({ ok: true, value: { epoch: epoch ?? '', head: next, scopes: [] } }),
    };
    engine.resume();
    await machine.pass(20_000);
    expect(device.wire.calls).toContain('check');
    expect(await syncStatus(device.db)).toMatchObject({ phase: 'syncing', unreachable: false });
    device.wire.instead = {};
    await machine.pass(10_000);
    expect(await rows(device.db, tasks).count()).toBe(60);
    expect(await phase()).toBe('up-to-date');
  });

  it('[ENG-3.5] [CLIENT-5] a sweep that the check does not confirm is not reported as offline', async () => {
    const { team } = setup;
    await join(team, member);
    const other = setup.device();
    await other.sync();
    const ids = Array.from({ length: 60 }, () => other.newId());
    for (const [index, id] of ids.entries()) {
      await other.mutate(labelCreate, { id, project: team.project, name: `L ${String(index)}` });
    }
    await other.sync();
    engine.start();
    await machine.pass(500);
    expect(await rows(device.db, labels).count()).toBe(60);
    const { epoch } = await readStream(device.context, stream);
    for (const id of ids) await other.mutate(labelDelete, { id });
    await other.sync();
    await enterRefill(device.context, stream);
    const scope = `project:${team.project}`;
    const more = [{ scope, count: 1_000, digest: '' }];
    device.wire.instead = {
      check: () => ({ ok: true, value: { epoch: epoch ?? '', head: 0, scopes: more } }),
    };
    engine.resume();
    await machine.pass(20_000);
    expect(await syncStatus(device.db)).toMatchObject({ phase: 'syncing', unreachable: false });
    device.wire.instead = {};
    await machine.pass(10_000);
    expect(await rows(device.db, labels).count()).toBe(0);
    expect(await phase()).toBe('up-to-date');
  });

  it('[ENG-3.5] a check that cannot be made because there is no network is reported as offline', async () => {
    engine.start();
    await machine.pass(500);
    device.wire.offline = true;
    engine.resume();
    await machine.pass(20_000);
    expect(await syncStatus(device.db)).toMatchObject({ phase: 'offline', unreachable: true });
  });
});
