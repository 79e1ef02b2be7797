import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cards } from '../../../model/entities/card.ts';
import { cardCreate } from '../../../model/mutations/card-create.ts';
import { cardRename } from '../../../model/mutations/card-rename.ts';
import { taskCreate } from '../../../model/mutations/task-create.ts';
import { rows } from '../../../sync/store/database.ts';
import { outboxItems } from '../../../sync/store/facts.ts';
import type { Device } from '../support/device.ts';
import { refuseFirst, states, taskArgs } from '../support/sending.ts';
import { type Setup, setUp } from '../support/setup.ts';

describe('batches', () => {
  let world: Setup;
  beforeEach(async () => {
    world = await setUp();
  });
  afterEach(() => world.end());

  it('[WRITE-8] many offline changes go in batches of at most 200', async () => {
    const device = await ready();
    for (let index = 0; index < 205; index += 1) {
      const id = device.newId();
      await device.mutate(cardCreate, {
        id,
        project: world.team.project,
        name: `C${index}`,
        rank: 'V',
      });
    }
    await device.sync();
    const sizes = device.wire.pushes.map(({ calls }) => calls.length);
    expect(sizes).toEqual([200, 5]);
    expect(await states(device)).toEqual([]);
  });

  it('[MUT-6] what was made ready behind a batch does not leave when something in that batch is refused', async () => {
    const device = await ready();
    const { project } = world.team;
    const card = device.newId();
    await device.mutate(cardCreate, { id: card, project, name: 'Later', rank: 'V' });
    for (let index = 0; index < 199; index += 1) {
      await device.mutate(cardCreate, { id: device.newId(), project, name: 'C', rank: 'V' });
    }
    const task = device.newId();
    await device.mutate(taskCreate, taskArgs(world.team, task, card));
    await device.mutate(cardRename, { id: world.team.card, name: 'Untouched' });
    refuseFirst(device, { status: 403, code: 'forbidden', message: 'Only levels 1 to 3' });
    await device.sync();
    const sent = device.wire.pushes.flatMap(({ calls }) => calls.map(({ seq }) => seq));
    expect(new Set(sent)).toEqual(
      new Set([...Array.from({ length: 200 }, (_none, index) => index + 1), 202]),
    );
    const items = await outboxItems(device.db);
    expect(items.map(({ state, rowId }) => [state, rowId])).toEqual([
      ['rejected', card],
      ['rejected', task],
    ]);
  });

  it('one call that breaks the whole batch is found and set aside, the others pass', async () => {
    const device = await ready();
    const { team } = world;
    const bad = device.newId();
    for (let index = 0; index < 6; index += 1) {
      const id = index === 3 ? bad : device.newId();
      await device.mutate(cardCreate, { id, project: team.project, name: `C${index}`, rank: 'V' });
    }
    const failure = { kind: 'refused', status: 413, code: 'too_large' } as const;
    device.wire.instead = {
      push: (request) =>
        JSON.stringify(request).includes(bad)
          ? { ok: false, failure: { ...failure, message: 'Too large', details: {} } }
          : undefined,
    };
    await device.sync();
    expect(await states(device)).toEqual([]);
    expect((await outboxItems(device.db)).map(({ rowId }) => rowId)).toEqual([bad]);
    expect(await rows(device.db, cards).count()).toBe(6);
  });

  async function ready(): Promise<Device> {
    const device = world.device();
    await device.sync();
    return device;
  }
});
