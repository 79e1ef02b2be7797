import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cards } from '../../../model/entities/card.ts';
import { cardCreate } from '../../../model/mutations/card/card-create.ts';
import { cardRename } from '../../../model/mutations/card/card-rename.ts';
import { taskCreate } from '../../../model/mutations/task/task-create.ts';
import { rows } from '../../../sync/store/database.ts';
import type { Store } from '../../../sync/core/ports/store.ts';
import { syncPass } from '../../../sync/engine/sync-pass.ts';
import { outboxItems } from '../../../sync/store/outbox-entries.ts';
import { outboxRows } from '../../../sync/store/outbox-rows.ts';
import type { Device } from '../support/device.ts';
import { refuseFirst, states, taskArgs } from '../support/sending.ts';
import { type Setup, setUp } from '../support/setup.ts';

describe('batches', () => {
  let setup: Setup;
  beforeEach(async () => {
    setup = await setUp();
  });
  afterEach(() => setup.end());

  it('[WRITE-8.1] many offline changes are sent in batches of at most 200', async () => {
    const device = await ready();
    for (let index = 0; index < 205; index += 1) {
      const id = device.newId();
      await device.mutate(cardCreate, {
        id,
        project: setup.team.project,
        name: `C${index}`,
        rank: 'V',
      });
    }
    await device.sync();
    const sizes = device.wire.pushes.map(({ calls }) => calls.length);
    expect(sizes).toEqual([200, 5]);
    expect(await states(device)).toEqual([]);
  });

  it('[MUT-6] [WRITE-8.2] a batch prepared behind another one is not sent when a mutation of that one is rejected', async () => {
    const device = await ready();
    const { project } = setup.team;
    const card = device.newId();
    await device.mutate(cardCreate, { id: card, project, name: 'Later', rank: 'V' });
    for (let index = 0; index < 199; index += 1) {
      await device.mutate(cardCreate, { id: device.newId(), project, name: 'C', rank: 'V' });
    }
    const task = device.newId();
    await device.mutate(taskCreate, taskArgs(setup.team, task, card));
    await device.mutate(cardRename, { id: setup.team.card, name: 'Untouched' });
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

  it('[MUT-6] [WRITE-8.2] an independent batch follows a full one at once; a dependent one waits for its verdicts', async () => {
    const { project } = setup.team;
    const stateOfFirst = async (hangsOnIt: boolean) => {
      const device = await ready();
      const first = device.newId();
      for (let index = 0; index < 200; index += 1) {
        const id = index === 0 ? first : device.newId();
        await device.mutate(cardCreate, { id, project, name: 'C', rank: 'V' });
      }
      const card = hangsOnIt ? first : setup.team.card;
      await device.mutate(taskCreate, taskArgs(setup.team, device.newId(), card));
      const seen: Promise<string | undefined>[] = [];
      device.wire.instead = {
        push: () => {
          seen.push(outboxRows(device.db).then((all) => all.find(({ seq }) => seq === 1)?.state));
          return undefined;
        },
      };
      await device.sync();
      expect(await states(device)).toEqual([]);
      expect(await outboxItems(device.db)).toEqual([]);
      return await Promise.all(seen);
    };
    expect(await stateOfFirst(false)).toEqual(['sending', 'sending']);
    expect(await stateOfFirst(true)).toEqual(['sending', 'acked']);
  });

  it('[WRITE-3.3] verdicts that the device lost while storing them are received again, although the next batch had been sent', async () => {
    const device = await ready();
    const { project } = setup.team;
    for (let index = 0; index < 201; index += 1) {
      await device.mutate(cardCreate, { id: device.newId(), project, name: 'C', rank: 'V' });
    }
    const { store } = device.ports;
    const dying = { ...device.ports, store: { ...store, write: diesOnAnswer(store, device) } };
    const behind = new Set<string>();
    const size = { current: 200, most: 200 };
    const until = device.clock.time + 20_000;
    const input = {
      behind,
      size,
      until,
      positions: new Map(),
      realtime: () => false,
      trims: false,
    };
    const died = syncPass(
      { ...device.context, ports: dying },
      { ...input, reached: () => Promise.resolve(), busy: () => undefined },
    );
    await expect(died).rejects.toThrow('killed');
    expect(device.wire.pushes.map(({ calls }) => calls.length)).toEqual([200, 1]);
    expect(device.wire.pushes.map((request) => request.ack_through)).toEqual([0, 0]);
    const again = device.restart();
    await again.sync();
    expect(await states(again)).toEqual([]);
    expect(await rows(again.db, cards).where('scope').equals(`project:${project}`).count()).toBe(
      202,
    );
  });

  it('one call that breaks the whole batch is found and quarantined, and the others succeed', async () => {
    const device = await ready();
    const { team } = setup;
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
    const device = setup.device();
    await device.sync();
    return device;
  }
});

/**
 * A store that fails for good at the first write after the server has answered a full batch and a second one was sent.
 */
function diesOnAnswer(store: Store, { wire }: Device): Store['write'] {
  let isDead = false;
  return async (options, work) => {
    isDead ||= wire.pushes.length === 2;
    if (isDead) throw new Error('killed');
    return await store.write(options, work);
  };
}
