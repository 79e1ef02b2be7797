import { describe, expect, it } from 'vitest';
import { cardRename } from '../../../model/mutations/card/card-rename.ts';
import { todoCreate } from '../../../model/mutations/todo/todo-create.ts';
import { syncStatus } from '../../../sync/store/sync-status.ts';
import { pull } from '../../server/support/team.ts';
import { forEachLoop, type LoopTest } from '../support/loop.ts';

describe('the loop', () => {
  let loop: LoopTest;
  forEachLoop((given) => {
    loop = given;
  });

  it('downloads at the start, sends new mutations, and then rests', async () => {
    await loop.machine.pass(100);
    expect(await loop.name()).toBe('To do');
    await loop.device.mutate(cardRename, { id: loop.setup.team.card, name: 'Doing' });
    loop.engine.wake();
    await loop.machine.pass(100);
    expect((await pull(loop.setup.team.founder)).text).toContain('Doing');
    await loop.machine.pass(1_000);
    expect(await loop.device.db.outbox.count()).toBe(0);
    expect(await syncStatus(loop.device.db)).toMatchObject({ phase: 'up-to-date', waiting: 0 });
  });

  it('[ENG-4.1] the network state that a closed tab has stored does not stay', async () => {
    await loop.machine.pass(100);
    const away = { reachable: false, auth: 'ok', outdated: false, fault: null } as const;
    await loop.device.ports.store.write({ tables: [], durability: 'on-disk' }, (tx) =>
      tx.putNet(away),
    );
    expect(await syncStatus(loop.device.db)).toMatchObject({ phase: 'offline' });
    await loop.device.mutate(cardRename, { id: loop.setup.team.card, name: 'Doing' });
    loop.engine.wake();
    await loop.machine.pass(1_000);
    expect(await syncStatus(loop.device.db)).toMatchObject({ phase: 'up-to-date', waiting: 0 });
  });

  it('[MUT-5.3] in a dead spot that the machine does not notice only mutations that were sent count as tried', async () => {
    await loop.machine.pass(500);
    loop.device.wire.offline = true;
    const rename = (to: string) =>
      loop.device.mutate(cardRename, { id: loop.setup.team.card, name: to });
    await rename('Sent');
    loop.engine.wake();
    await loop.machine.pass(1_000);
    for (const to of ['Doing', 'Nearly', 'Done']) {
      await rename(to);
      loop.engine.wake();
      await loop.machine.pass(60_000);
    }
    const [sent, ...later] = await loop.device.db.outbox.toArray();
    expect(sent?.tries).toBe(1);
    expect(later.map(({ tries, args }) => [tries, args])).toEqual([
      [0, { id: loop.setup.team.card, name: 'Done' }],
    ]);
    loop.device.wire.offline = false;
    await loop.machine.pass(310_000);
    expect(await loop.name()).toBe('Done');
    expect(await loop.device.db.outbox.count()).toBe(0);
  });

  it('[ENG-4.1] the pill does not show offline while a long outbox is being sent', async () => {
    await loop.machine.pass(500);
    loop.engine.stop();
    loop.device.wire.offline = true;
    loop.engine = loop.start({}, 1);
    for (const name of ['One', 'Two', 'Three']) {
      await loop.device.mutate(todoCreate, {
        id: loop.device.newId(),
        name,
        rank: 'V',
        status: false,
      });
    }
    await loop.machine.pass(1_000);
    const phases: string[] = [];
    loop.device.wire.answered = async () => {
      phases.push((await syncStatus(loop.device.db)).phase);
    };
    loop.device.wire.offline = false;
    await loop.machine.pass(10_000);
    expect(phases[0]).toBe('offline');
    expect(phases[2]).toBe('syncing');
  });

  it('[ENG-1] does nothing more after a stop', async () => {
    await loop.machine.pass(500);
    loop.engine.stop();
    const calls = loop.device.wire.calls.length;
    await loop.device.mutate(cardRename, { id: loop.setup.team.card, name: 'Doing' });
    loop.engine.wake();
    await loop.machine.pass(600_000);
    expect(loop.device.wire.calls.length).toBe(calls);
  });

  it('drain reports whether everything was sent', async () => {
    await loop.machine.pass(500);
    await loop.device.mutate(cardRename, { id: loop.setup.team.card, name: 'Doing' });
    const drained = loop.engine.drain(5_000);
    await loop.machine.pass(1_000);
    expect(await drained).toBe(true);
    loop.device.wire.offline = true;
    await loop.device.mutate(cardRename, { id: loop.setup.team.card, name: 'Done' });
    const failing = loop.engine.drain(2_000);
    await loop.machine.pass(5_000);
    expect(await failing).toBe(false);
  });
});
