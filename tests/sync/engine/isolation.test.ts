import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cards } from '../../../model/entities/card.ts';
import { cardCreate } from '../../../model/mutations/card/card-create.ts';
import { taskEdit } from '../../../model/mutations/task/task-edit.ts';
import { taskSetFlag } from '../../../model/mutations/task/task-set-flag.ts';
import { rows } from '../../../sync/store/database.ts';
import { checkReplica } from '../../../sync/engine/check.ts';
import { createEngine } from '../../../sync/engine/engine.ts';
import { outboxItems } from '../../../sync/store/outbox-entries.ts';
import { addTask } from '../../server/support/team.ts';
import type { Device } from '../support/device.ts';
import { fakeMachine, fakeSocket } from '../support/fake-machine.ts';
import { refuseFirst, states } from '../support/sending.ts';
import { type Setup, setUp, taskOn } from '../support/setup.ts';

describe('a fault that concerns one mutation', () => {
  let setup: Setup;
  let device: Device;
  beforeEach(async () => {
    setup = await setUp();
    device = setup.device();
    await device.sync();
  });
  afterEach(() => setup.end());

  it('[MUT-4.3] does not reject a later independent edit of the same row', async () => {
    const { team } = setup;
    const task = await addTask(team, team.founder, { name: 'Dig' });
    await device.sync();
    await device.mutate(taskEdit, { id: task, name: 'Rejected' });
    await device.mutate(taskSetFlag, { id: task, flag: team.flag });
    refuseFirst(device, { status: 403, code: 'forbidden', message: 'No' });
    await device.sync();
    await device.sync();
    expect((await outboxItems(device.db)).map(({ state }) => state)).toEqual(['rejected']);
    expect(await taskOn(device, task)).toMatchObject({ name: 'Dig', flag: team.flag });
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  });

  it('[MUT-7.2] is found by halving a batch on which the server fails as a whole', async () => {
    const { project } = setup.team;
    const names = Array.from({ length: 13 }, (_, index) => `Card ${String(index)}`);
    for (const name of [...names.slice(0, 9), 'Poison', ...names.slice(9)]) {
      await device.mutate(cardCreate, { id: device.newId(), project, name, rank: 'V' });
    }
    const failure = {
      kind: 'refused',
      status: 500,
      code: 'internal',
      message: 'Oops',
      details: {},
    } as const;
    device.wire.instead = {
      push: ({ calls }) =>
        JSON.stringify(calls).includes('Poison') ? { ok: false, failure } : undefined,
    };
    const machine = fakeMachine(device.clock.time);
    const engine = createEngine({
      ports: { ...device.ports, ...machine.ports, socket: fakeSocket(machine.now).port },
      account: { orgId: device.record.orgId, orgUserId: device.record.orgUserId },
    });
    engine.start();
    // A call that fails alone waits for minutes; the others are sent long before it is tried again.
    await machine.pass(5 * 60_000);
    expect(await states(device)).toEqual(['queued']);
    device.wire.instead = {};
    await machine.pass(10 * 60_000);
    expect(await states(device)).toEqual([]);
    const shown = (await rows(device.db, cards).toArray()).map(({ name }) => name);
    expect(shown).toEqual(expect.arrayContaining([...names, 'Poison']));
    engine.stop();
    await machine.pass(0);
  });
});
