import { describe, expect, it } from 'vitest';
import { cardRename } from '../../../model/mutations/card/card-rename.ts';
import { orgStreamOf, pull } from '../../server/support/team.ts';
import { stoppedHolder } from '../support/fake-machine.ts';
import { forEachLoop, type LoopTest } from '../support/loop.ts';

describe('the loop beside other tabs', () => {
  let loop: LoopTest;
  forEachLoop((given) => {
    loop = given;
  });

  it('[ENG-2.1] two tabs without a lock send the same outbox, and each mutation is applied once', async () => {
    const second = loop.start();
    await loop.machine.pass(100);
    await loop.device.mutate(cardRename, { id: loop.setup.team.card, name: 'Doing' });
    loop.engine.wake();
    second.wake();
    await loop.machine.pass(2_000);
    expect(await loop.device.db.outbox.count()).toBe(0);
    const entries = await loop.setup.team.app.services.database.db
      .selectFrom('activity')
      .selectAll()
      .where('row_id', '=', loop.setup.team.card)
      .execute();
    expect(entries.filter((entry) => entry.new?.includes('Doing'))).toHaveLength(1);
    second.stop();
  });

  it('[ENG-2.1] a lock that cannot be acquired does not stop the work', async () => {
    loop.engine.stop();
    loop.engine = loop.start({ lock: { run: (_name, _wait, work) => work(false) } });
    await loop.machine.pass(10_000);
    expect(await loop.name()).toBe('To do');
  });

  it('[ENG-2.2] [ENG-4.1] a suspended tab that holds the lock delays the first pass by 20 s and later ones hardly', async () => {
    loop.engine.stop();
    loop.engine = loop.start({ lock: stoppedHolder(loop.machine.ports) });
    await loop.machine.pass(40_000);
    expect(await loop.name()).toBe('To do');
    await loop.device.mutate(cardRename, { id: loop.setup.team.card, name: 'Doing' });
    loop.engine.wake();
    await loop.machine.pass(10_000);
    expect((await pull(loop.setup.team.founder)).text).toContain('Doing');
  });

  it('[PULL-7.3] [ENG-2.4] a socket that closes while another tab works does not prolong the wait of this one', async () => {
    await loop.machine.pass(500);
    loop.engine.stop();
    let isHeld = false;
    const { lock } = loop.machine.ports;
    loop.engine = loop.start({
      lock: { run: (key, wait, work) => lock.run(key, wait, () => work(!isHeld)) },
    });
    await loop.machine.pass(500);
    loop.socket.send({ type: 'ready', heads: {} });
    await loop.machine.pass(500);
    const stream = orgStreamOf(loop.setup.team.founder);
    const row = await loop.device.db.streams.get(stream);
    if (row === undefined) throw new Error('No stream');
    // Another tab is downloading: this one leaves it alone for two seconds.
    isHeld = true;
    const download = { reason: 'refill', done: 0, total: 9, run: 'of another tab' } as const;
    await loop.device.db.streams.put({ ...row, download });
    loop.engine.wake();
    await loop.machine.pass(2_000);
    await loop.device.db.streams.put({ ...row, download: { ...download, done: 1 } });
    await loop.machine.pass(1_500);
    loop.socket.drop();
    await loop.device.db.streams.put(row);
    isHeld = false;
    await loop.device.mutate(cardRename, { id: loop.setup.team.card, name: 'Doing' });
    await loop.machine.pass(5_000);
    expect((await pull(loop.setup.team.founder)).text).toContain('Doing');
  });
});
