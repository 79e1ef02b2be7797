import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cardRename } from '../../../model/mutations/card/card-rename.ts';
import type { Device } from '../support/device.ts';
import { forEachLoop, type LoopTest } from '../support/loop.ts';
import { type Setup, setUp } from '../support/setup.ts';

const DAY = 24 * 3_600_000;

describe('the journal', () => {
  let setup: Setup;
  let device: Device;
  beforeEach(async () => {
    setup = await setUp();
    device = setup.device();
    await device.sync();
  });
  afterEach(() => setup.end());

  it('[MUT-3] receives retired mutations', async () => {
    await device.mutate(cardRename, { id: setup.team.card, name: 'Doing' });
    await device.sync();
    expect((await device.db.journal.toArray()).map(({ item }) => item.name)).toEqual([
      'card-rename',
    ]);
  });

  it('[MUT-3] keeps a mutation for 30 days on which the device was used', async () => {
    await device.mutate(cardRename, { id: setup.team.card, name: 'Doing' });
    await device.sync();
    for (let day = 0; day < 30; day += 1) {
      device.clock.time += DAY;
      await device.sync();
    }
    expect(await device.db.journal.count()).toBe(1);
    await device.mutate(cardRename, { id: setup.team.card, name: 'Done' });
    device.clock.time += DAY;
    await device.sync();
    expect((await device.db.journal.toArray()).map(({ seq }) => seq)).toEqual([2]);
  });

  it('[MUT-3] [ID-3.1] loses nothing when a clock jumps by years', async () => {
    await device.mutate(cardRename, { id: setup.team.card, name: 'Doing' });
    await device.sync();
    const time = device.clock.time;
    for (const years of [3, 0, -3, 3, 6, -30, 0, 6]) {
      device.clock.time = time + years * 365 * DAY;
      await device.sync();
    }
    expect(await device.db.journal.count()).toBe(1);
  });

  it('[MUT-3] counts no day before a mutation has retired', async () => {
    device.wire.offline = true;
    await device.mutate(cardRename, { id: setup.team.card, name: 'Doing' });
    for (let day = 0; day < 40; day += 1) {
      device.clock.time += DAY;
      await device.sync();
    }
    device.wire.offline = false;
    await device.sync();
    device.clock.time += DAY;
    await device.sync();
    expect(await device.db.journal.count()).toBe(1);
  });
});

describe('the journal of a tab that stays open', () => {
  let loop: LoopTest;
  forEachLoop((given) => {
    loop = given;
  });

  it('[MUT-3] is trimmed without a new start of the engine', async () => {
    await loop.machine.pass(100);
    for (let day = 0; day < 33; day += 1) {
      await loop.device.mutate(cardRename, {
        id: loop.setup.team.card,
        name: `Day ${String(day)}`,
      });
      loop.machine.skew += DAY;
      loop.engine.wake();
      await loop.machine.pass(500);
    }
    const kept = (await loop.device.db.journal.toArray()).map(({ seq }) => seq);
    expect(kept).not.toContain(1);
    expect(kept).toContain(5);
  });
});
