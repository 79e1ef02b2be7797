import { describe, expect, it } from 'vitest';
import { cardCreate } from '../../../model/mutations/card/card-create.ts';
import { cardRename } from '../../../model/mutations/card/card-rename.ts';
import { syncStatus } from '../../../sync/store/sync-status.ts';
import { ok, orgStreamOf, pull } from '../../server/support/team.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { forEachLoop, type LoopTest } from '../support/loop.ts';

describe('the loop and the events of its socket', () => {
  let loop: LoopTest;
  forEachLoop((given) => {
    loop = given;
  });

  it('[PULL-7.1] a small event that starts at the cursor is applied without a call', async () => {
    await loop.machine.pass(500);
    const stream = orgStreamOf(loop.setup.team.founder);
    const state = await loop.device.db.streams.get(stream);
    ok(
      await loop.setup.team.founder.patch(`project-card/update-destroy/${loop.setup.team.card}/`, {
        name: 'New',
      }),
    );
    const page = (await pull(loop.setup.team.founder, state?.cursor)).body;
    const calls = loop.device.wire.calls.length;
    loop.socket.send({ type: 'ready', heads: {} });
    loop.socket.send({ type: 'changed', stream, from: state?.cursor ?? 0, head: page.head, page });
    const applied = async () => (await loop.name()) === 'New';
    await waitUntil('the event has landed', applied, { withinMs: 10_000 });
    expect(loop.device.wire.calls.slice(calls)).not.toContain('bootstrap');
  });

  it('[WRITE-8.3] [PULL-7.1] events are recorded while many batches are sent, and pulled afterwards', async () => {
    await loop.machine.pass(500);
    const { team } = loop.setup;
    const stream = orgStreamOf(team.founder);
    loop.socket.send({ type: 'ready', heads: {} });
    await loop.machine.pass(500);
    for (let index = 0; index < 401; index += 1) {
      await loop.device.mutate(cardCreate, {
        id: loop.device.newId(),
        project: team.project,
        name: 'C',
        rank: 'V',
      });
    }
    const seen: (string | undefined)[] = [];
    loop.device.wire.answered = async () => {
      if (loop.device.wire.pushes.length !== 2) return;
      const from = (await loop.device.db.streams.get(stream))?.cursor ?? 0;
      ok(await team.founder.patch(`project-card/update-destroy/${team.card}/`, { name: 'New' }));
      const page = (await pull(team.founder, from)).body;
      loop.socket.send({ type: 'changed', stream, from, head: page.head, page });
      await new Promise((resolve) => setTimeout(resolve, 500));
      seen.push(await loop.name());
    };
    loop.engine.wake();
    await waitUntil(
      'all is sent and asked for',
      async () => {
        await loop.machine.pass(500);
        return seen.length > 0 && (await loop.device.db.outbox.count()) === 0;
      },
      { withinMs: 20_000 },
    );
    expect(loop.device.wire.pushes.map(({ calls }) => calls.length)).toEqual([200, 200, 1]);
    expect(seen).toEqual(['To do']);
    expect(await loop.name()).toBe('New');
  });

  it('[MUT-2.2] [PULL-7.1] an event that arrives before the response settles with it, without another request', async () => {
    await loop.machine.pass(500);
    loop.socket.send({ type: 'ready', heads: {} });
    await loop.machine.pass(500);
    const stream = orgStreamOf(loop.setup.team.founder);
    const from = (await loop.device.db.streams.get(stream))?.cursor ?? 0;
    loop.device.wire.answered = async () => {
      loop.device.wire.answered = undefined;
      const page = (await pull(loop.setup.team.founder, from)).body;
      const { head } = page;
      loop.socket.send({ type: 'changed', stream, from, head, page });
      await waitUntil(
        'the event to land',
        async () => (await loop.device.db.streams.get(stream))?.cursor === head,
        { withinMs: 10_000 },
      );
    };
    await loop.device.mutate(cardRename, { id: loop.setup.team.card, name: 'Doing' });
    const calls = loop.device.wire.calls.length;
    loop.engine.wake();
    await loop.machine.pass(5_000);
    expect(loop.device.wire.calls.slice(calls)).toEqual(['push']);
    expect(await loop.device.db.outbox.count()).toBe(0);
    expect(await loop.name()).toBe('Doing');
  });

  it('[PULL-7.1] [PULL-7.2] a poke, a heartbeat with a newer head, and a gap cause a pull', async () => {
    await loop.machine.pass(500);
    const stream = orgStreamOf(loop.setup.team.founder);
    const path = `project-card/update-destroy/${loop.setup.team.card}/`;
    ok(await loop.setup.team.founder.patch(path, { name: 'Poked' }));
    const state = await loop.device.db.streams.get(stream);
    const head = (await pull(loop.setup.team.founder)).body.head;
    loop.socket.send({ type: 'changed', stream, from: head - 1, head });
    await loop.machine.pass(200);
    expect(await loop.name()).toBe('Poked');
    ok(await loop.setup.team.founder.patch(path, { name: 'Beaten' }));
    loop.socket.send({ type: 'heartbeat', heads: { [stream]: head + 1 } });
    await loop.machine.pass(200);
    expect(await loop.name()).toBe('Beaten');
    expect((await loop.device.db.streams.get(stream))?.cursor).toBeGreaterThan(state?.cursor ?? 0);
  });

  it('each heartbeat confirms that the device is up to date while nothing changes', async () => {
    await loop.machine.pass(500);
    const stream = orgStreamOf(loop.setup.team.founder);
    const streams = async () => await loop.device.db.streams.toArray();
    const heads = Object.fromEntries((await streams()).map((one) => [one.stream, one.cursor]));
    loop.socket.send({ type: 'ready', heads });
    await loop.machine.pass(500);
    const before = (await syncStatus(loop.device.db)).lastSync ?? 0;
    await loop.machine.pass(50_000);
    loop.socket.send({ type: 'heartbeat', heads });
    await loop.machine.pass(50_000);
    loop.socket.send({ type: 'heartbeat', heads });
    await loop.machine.pass(500);
    const after = (await syncStatus(loop.device.db)).lastSync ?? 0;
    expect(after - before).toBeGreaterThan(90_000);
    // A heartbeat with a newer head confirms nothing.
    await loop.machine.pass(50_000);
    loop.device.wire.offline = true;
    loop.socket.send({
      type: 'heartbeat',
      heads: { ...heads, [stream]: (heads[stream] ?? 0) + 5 },
    });
    await loop.machine.pass(50_000);
    expect((await syncStatus(loop.device.db)).lastSync).toBe(after);
  });

  it('[PULL-7.3] a lost event is noticed within a minute without a socket', async () => {
    await loop.machine.pass(500);
    loop.socket.drop();
    const path = `project-card/update-destroy/${loop.setup.team.card}/`;
    ok(await loop.setup.team.founder.patch(path, { name: 'Missed' }));
    await loop.machine.pass(61_000);
    expect(await loop.name()).toBe('Missed');
  });
});
