import { describe, expect, it } from 'vitest';
import { cardCreate } from '../../../model/mutations/card/card-create.ts';
import { cardRename } from '../../../model/mutations/card/card-rename.ts';
import { todoCreate } from '../../../model/mutations/todo/todo-create.ts';
import { syncStatus } from '../../../sync/store/sync-status.ts';
import { pull } from '../../server/support/team.ts';
import { forEachLoop, type LoopTest } from '../support/loop.ts';
import { bar, PROXY_PAGE, refuseFirst } from '../support/sending.ts';

describe('the loop when the server or a proxy fails on single mutations', () => {
  let loop: LoopTest;
  forEachLoop((given) => {
    loop = given;
  });

  it('[MUT-7.1] a mutation on which the server failed once is sent after its back-off, even when nothing else happens', async () => {
    await loop.machine.pass(500);
    loop.socket.send({ type: 'ready', heads: {} });
    await loop.machine.pass(500);
    await loop.device.mutate(cardRename, { id: loop.setup.team.card, name: 'Doing' });
    refuseFirst(loop.device, { status: 500, code: 'internal', message: 'Oops' });
    loop.engine.wake();
    await loop.machine.pass(200);
    expect((await loop.device.db.outbox.toArray())[0]).toMatchObject({
      state: 'queued',
      failures: 1,
    });
    await loop.machine.pass(5_000);
    expect((await pull(loop.setup.team.founder)).text).toContain('Doing');
  });

  it('[MUT-7.3] a mutation that a proxy blocks delays nothing else and is not reported as offline', async () => {
    await loop.machine.pass(500);
    bar(loop.device, '<script>');
    const { project, card } = loop.setup.team;
    const args = { id: loop.device.newId(), project, name: 'A <script> tag', rank: 'X' };
    await loop.device.mutate(cardCreate, args);
    await loop.device.mutate(cardRename, { id: card, name: 'Harmless' });
    loop.engine.wake();
    await loop.machine.pass(1_000);
    expect((await pull(loop.setup.team.founder)).text).toContain('Harmless');
    await loop.machine.pass(60_000);
    expect(await syncStatus(loop.device.db)).toMatchObject({ phase: 'syncing', waiting: 1 });
    // It is tried again from time to time.
    expect(loop.device.wire.pushes.length).toBeLessThan(20);
    loop.device.wire.instead = {};
    await loop.machine.pass(300_000);
    expect((await pull(loop.setup.team.founder)).text).toContain('<script>');
  });

  it.each(['every call', 'all that is sent'])(
    '[MUT-7.3] [ENG-3.5] [ENG-4.1] a page of an intermediary for %s leaves every mutation queued, and all are sent when it is gone',
    async (what) => {
      await loop.machine.pass(500);
      const names = ['One', 'Two', 'Three', 'Four', 'Five'];
      for (const name of names) {
        await loop.device.mutate(todoCreate, {
          id: loop.device.newId(),
          name,
          rank: 'V',
          status: false,
        });
      }
      const page = () => PROXY_PAGE;
      loop.device.wire.instead =
        what === 'every call' ? { push: page, pull: page } : { push: page };
      const before = loop.device.wire.calls.length;
      loop.engine.wake();
      await loop.machine.pass(180_000);
      expect(loop.device.wire.calls.length - before).toBeLessThan(300);
      const items = await loop.device.db.outbox.toArray();
      expect(items.map(({ state }) => state)).toEqual(names.map(() => 'queued'));
      expect(await loop.device.db.rejected.count()).toBe(0);
      if (what === 'every call') {
        expect(items.every(({ failures }) => failures === 0)).toBe(true);
        expect(await syncStatus(loop.device.db)).toMatchObject({ phase: 'offline', waiting: 5 });
      } else {
        expect(await syncStatus(loop.device.db)).toMatchObject({ phase: 'syncing', waiting: 5 });
      }
      loop.device.wire.instead = {};
      await loop.machine.pass(10_000);
      expect(await loop.device.db.outbox.count()).toBe(0);
    },
  );
});
