import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cards } from '../../../model/entities/card.ts';
import { cardCreate } from '../../../model/mutations/card/card-create.ts';
import { cardRename } from '../../../model/mutations/card/card-rename.ts';
import { todoCreate } from '../../../model/mutations/todo/todo-create.ts';
import { backoff } from '../../../sync/engine/backoff.ts';
import { createEngine, type Engine } from '../../../sync/engine/engine.ts';
import type { Ports } from '../../../sync/engine/ports.ts';
import { rows } from '../../../sync/store/database.ts';
import { syncStatus } from '../../../sync/store/sync-status.ts';
import { ok, orgStreamOf, pull } from '../../server/support/team.ts';
import type { Device } from '../support/device.ts';
import {
  fakeMachine,
  type FakeMachine,
  fakeSocket,
  type FakeSocket,
  stoppedHolder,
} from '../support/fake-machine.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { bar, PROXY_PAGE, refuseFirst } from '../support/sending.ts';
import { NETWORK, type Setup, setUp } from '../support/setup.ts';

describe('the loop', () => {
  let setup: Setup;
  let device: Device;
  let machine: FakeMachine;
  let socket: FakeSocket;
  let engine: Engine;
  beforeEach(async () => {
    setup = await setUp();
    device = setup.device();
    machine = fakeMachine(device.clock.time);
    socket = fakeSocket(machine.now);
    engine = start();
  });
  afterEach(async () => {
    engine.stop();
    await machine.pass(0);
    await setup.end();
  });

  function start(over: Partial<Ports> = {}): Engine {
    const made = createEngine({
      ports: { ...device.ports, ...machine.ports, socket: socket.port, ...over },
      account: { orgId: device.record.orgId, orgUserId: device.record.orgUserId },
    });
    made.start();
    return made;
  }

  const name = async () => (await rows(device.db, cards).get(setup.team.card))?.name;

  it('downloads at the start, sends what is written, and then rests', async () => {
    await machine.pass(100);
    expect(await name()).toBe('To do');
    await device.mutate(cardRename, { id: setup.team.card, name: 'Doing' });
    engine.wake();
    await machine.pass(100);
    expect((await pull(setup.team.founder)).text).toContain('Doing');
    await machine.pass(1_000);
    expect(await device.db.outbox.count()).toBe(0);
    expect(await syncStatus(device.db)).toMatchObject({ phase: 'up-to-date', waiting: 0 });
  });

  it('[ENG-4] what another tab wrote of the network before it closed does not stay', async () => {
    await machine.pass(100);
    const away = { reachable: false, auth: 'ok', outdated: false, fault: null } as const;
    await device.ports.store.write([], (tx) => tx.putNet(away));
    expect(await syncStatus(device.db)).toMatchObject({ phase: 'offline' });
    await device.mutate(cardRename, { id: setup.team.card, name: 'Doing' });
    engine.wake();
    await machine.pass(1_000);
    expect(await syncStatus(device.db)).toMatchObject({ phase: 'up-to-date', waiting: 0 });
  });

  it('[ENG-3.1] waits longer after each failure, and the network coming back resets it', async () => {
    await machine.pass(100);
    machine.visible = false;
    device.wire.offline = true;
    await device.mutate(cardRename, { id: setup.team.card, name: 'Doing' });
    engine.wake();
    await machine.pass(400_000);
    const tries = device.wire.calls.length;
    expect(await syncStatus(device.db)).toMatchObject({ phase: 'offline', waiting: 1 });
    await machine.pass(100_000);
    expect(device.wire.calls.length - tries).toBeLessThanOrEqual(1);
    device.wire.offline = false;
    machine.changed();
    await machine.pass(500);
    expect(await device.db.outbox.count()).toBe(0);
  });

  it('[MUT-5] in a dead spot that the machine does not notice only what was sent into it counts as tried', async () => {
    await machine.pass(500);
    device.wire.offline = true;
    const rename = (to: string) => device.mutate(cardRename, { id: setup.team.card, name: to });
    await rename('Sent');
    engine.wake();
    await machine.pass(1_000);
    for (const to of ['Doing', 'Nearly', 'Done']) {
      await rename(to);
      engine.wake();
      await machine.pass(60_000);
    }
    const [sent, ...later] = await device.db.outbox.toArray();
    expect(sent?.tries).toBe(1);
    expect(later.map(({ tries, args }) => [tries, args])).toEqual([
      [0, { id: setup.team.card, name: 'Done' }],
    ]);
    device.wire.offline = false;
    await machine.pass(310_000);
    expect(await name()).toBe('Done');
    expect(await device.db.outbox.count()).toBe(0);
  });

  it('[ENG-3.1] a clock that is put back during a back-off holds nothing up', async () => {
    await machine.pass(100);
    device.wire.offline = true;
    await device.mutate(cardRename, { id: setup.team.card, name: 'Doing' });
    engine.wake();
    await machine.pass(60_000);
    machine.skew -= 3_600_000;
    device.wire.offline = false;
    await machine.pass(10_000);
    expect(await device.db.outbox.count()).toBe(0);
    // Trying to send what is left ends as well: somebody who signs out waits for it.
    device.wire.offline = true;
    await device.mutate(cardRename, { id: setup.team.card, name: 'Done' });
    const drained = engine.drain(20_000);
    await machine.pass(1_000);
    machine.skew -= 3_600_000;
    await machine.pass(1_000);
    expect(await Promise.race([drained, Promise.resolve('still waits')])).toBe(false);
  });

  it('[ENG-3.1] full jitter stays between nothing and its ceiling of five minutes', () => {
    for (const failures of [1, 2, 3, 8, 30, 1_000]) {
      expect(backoff(failures, 0)).toBe(0);
      expect(backoff(failures, 0.999_999)).toBeLessThanOrEqual(
        Math.min(300_000, 1_000 * 2 ** failures),
      );
    }
  });

  it('[ENG-3.1] Retry-After is obeyed', async () => {
    await machine.pass(100);
    const failure = { kind: 'refused', status: 429, code: 'rate_limited' } as const;
    const refused = {
      ok: false,
      failure: { ...failure, message: '', details: {}, retryAfter: 40_000 },
    } as const;
    device.wire.instead = { push: () => refused, pull: () => refused };
    await device.mutate(cardRename, { id: setup.team.card, name: 'Doing' });
    engine.wake();
    await machine.pass(100);
    const tries = device.wire.calls.length;
    engine.wake();
    await machine.pass(39_000);
    expect(device.wire.calls.length).toBe(tries);
    device.wire.instead = {};
    await machine.pass(2_000);
    expect((await pull(setup.team.founder)).text).toContain('Doing');
  });

  it.each([0, 1e12])(
    '[ENG-3.1] a Retry-After that cannot be meant (%d ms) neither hurries nor silences the device',
    async (retryAfter) => {
      await machine.pass(100);
      const failure = { kind: 'refused', status: 503, code: 'unavailable', retryAfter } as const;
      const refused = { ok: false, failure: { ...failure, message: '', details: {} } } as const;
      device.wire.instead = {
        push: () => (device.wire.calls.length > 60 ? undefined : refused),
        pull: () => refused,
      };
      await device.mutate(cardRename, { id: setup.team.card, name: 'Doing' });
      engine.wake();
      await machine.pass(60_000);
      expect(device.wire.calls.length).toBeLessThan(30);
      device.wire.instead = {};
      await machine.pass(retryAfter === 0 ? 10_000 : 3_700_000);
      expect((await pull(setup.team.founder)).text).toContain('Doing');
    },
  );

  it('[ENG-3.3] a session that ended pauses until the person has signed in again', async () => {
    await machine.pass(100);
    const token = setup.team.founder.token;
    setup.team.founder.token = 'ended';
    await device.mutate(cardRename, { id: setup.team.card, name: 'Doing' });
    engine.wake();
    await machine.pass(600_000);
    const tries = device.wire.calls.length;
    expect(await syncStatus(device.db)).toMatchObject({ phase: 'signed-out', waiting: 1 });
    await machine.pass(600_000);
    expect(device.wire.calls.length).toBe(tries);
    setup.team.founder.token = token;
    engine.resume();
    await machine.pass(1_000);
    expect(await device.db.outbox.count()).toBe(0);
  });

  it('[ENG-4] within 10 s after a long failure the queue is empty without anybody’s help', async () => {
    await machine.pass(100);
    device.wire.offline = true;
    socket.drop();
    await device.mutate(cardRename, { id: setup.team.card, name: 'Doing' });
    engine.wake();
    await machine.pass(180_000);
    device.wire.offline = false;
    await machine.pass(10_000);
    expect((await pull(setup.team.founder)).text).toContain('Doing');
    expect(await device.db.outbox.count()).toBe(0);
  });

  it('[ENG-4] the pill does not say offline while a long queue is on its way', async () => {
    await machine.pass(500);
    engine.stop();
    device.wire.offline = true;
    const { orgId, orgUserId } = device.record;
    engine = createEngine({
      ports: { ...device.ports, ...machine.ports, socket: socket.port },
      account: { orgId, orgUserId },
      pushCalls: 1,
    });
    engine.start();
    for (const name of ['One', 'Two', 'Three']) {
      await device.mutate(todoCreate, { id: device.newId(), name, rank: 'V', status: false });
    }
    await machine.pass(1_000);
    const phases: string[] = [];
    device.wire.answered = async () => {
      phases.push((await syncStatus(device.db)).phase);
    };
    device.wire.offline = false;
    await machine.pass(10_000);
    expect(phases[0]).toBe('offline');
    expect(phases[2]).toBe('syncing');
  });

  it('[MUT-7.1] what the server failed on once is sent when its time has come, also when nothing else happens', async () => {
    await machine.pass(500);
    socket.send({ type: 'ready', heads: {} });
    await machine.pass(500);
    await device.mutate(cardRename, { id: setup.team.card, name: 'Doing' });
    refuseFirst(device, { status: 500, code: 'internal', message: 'Oops' });
    engine.wake();
    await machine.pass(200);
    expect((await device.db.outbox.toArray())[0]).toMatchObject({ state: 'queued', failures: 1 });
    await machine.pass(5_000);
    expect((await pull(setup.team.founder)).text).toContain('Doing');
  });

  it('[MUT-7.3] a proxy that does not let one change through holds up nothing else, and is not taken for no network', async () => {
    await machine.pass(500);
    bar(device, '<script>');
    const { project, card } = setup.team;
    const args = { id: device.newId(), project, name: 'A <script> tag', rank: 'X' };
    await device.mutate(cardCreate, args);
    await device.mutate(cardRename, { id: card, name: 'Harmless' });
    engine.wake();
    await machine.pass(1_000);
    expect((await pull(setup.team.founder)).text).toContain('Harmless');
    await machine.pass(60_000);
    expect(await syncStatus(device.db)).toMatchObject({ phase: 'syncing', waiting: 1 });
    // It is tried again now and then.
    expect(device.wire.pushes.length).toBeLessThan(20);
    device.wire.instead = {};
    await machine.pass(300_000);
    expect((await pull(setup.team.founder)).text).toContain('<script>');
  });

  it.each(['every call', 'all that is sent'])(
    '[MUT-7.3] [ENG-3.5] [ENG-4] a page of somebody in between for %s leaves all queued, and all goes when it is gone',
    async (what) => {
      await machine.pass(500);
      const names = ['One', 'Two', 'Three', 'Four', 'Five'];
      for (const name of names) {
        await device.mutate(todoCreate, { id: device.newId(), name, rank: 'V', status: false });
      }
      const page = () => PROXY_PAGE;
      device.wire.instead = what === 'every call' ? { push: page, pull: page } : { push: page };
      const before = device.wire.calls.length;
      engine.wake();
      await machine.pass(180_000);
      expect(device.wire.calls.length - before).toBeLessThan(300);
      const items = await device.db.outbox.toArray();
      expect(items.map(({ state }) => state)).toEqual(names.map(() => 'queued'));
      expect(await device.db.rejected.count()).toBe(0);
      if (what === 'every call') {
        expect(items.every(({ failures }) => failures === 0)).toBe(true);
        expect(await syncStatus(device.db)).toMatchObject({ phase: 'offline', waiting: 5 });
      } else {
        expect(await syncStatus(device.db)).toMatchObject({ phase: 'syncing', waiting: 5 });
      }
      device.wire.instead = {};
      await machine.pass(10_000);
      expect(await device.db.outbox.count()).toBe(0);
    },
  );

  it('[ENG-2] two tabs without a lock send the same queue and nothing happens twice', async () => {
    const second = start();
    await machine.pass(100);
    await device.mutate(cardRename, { id: setup.team.card, name: 'Doing' });
    engine.wake();
    second.wake();
    await machine.pass(2_000);
    expect(await device.db.outbox.count()).toBe(0);
    const entries = await setup.team.app.services.database.db
      .selectFrom('activity')
      .selectAll()
      .where('row_id', '=', setup.team.card)
      .execute();
    expect(entries.filter((entry) => entry.new?.includes('Doing'))).toHaveLength(1);
    second.stop();
  });

  it('[ENG-2] a lock that cannot be had does not stop the work', async () => {
    engine.stop();
    engine = start({ lock: { run: (_name, _wait, work) => work(false) } });
    await machine.pass(10_000);
    expect(await name()).toBe('To do');
  });

  it('[ENG-2] [ENG-4] a tab that is stopped with the lock holds the first cycle up for 20 s and later ones hardly at all', async () => {
    engine.stop();
    engine = start({ lock: stoppedHolder(machine.ports) });
    await machine.pass(40_000);
    expect(await name()).toBe('To do');
    await device.mutate(cardRename, { id: setup.team.card, name: 'Doing' });
    engine.wake();
    await machine.pass(10_000);
    expect((await pull(setup.team.founder)).text).toContain('Doing');
  });

  it('[PULL-7] a small event whose cursor fits lands without a call', async () => {
    await machine.pass(500);
    const stream = orgStreamOf(setup.team.founder);
    const state = await device.db.streams.get(stream);
    ok(
      await setup.team.founder.patch(`project-card/update-destroy/${setup.team.card}/`, {
        name: 'New',
      }),
    );
    const page = (await pull(setup.team.founder, state?.cursor)).body;
    const calls = device.wire.calls.length;
    socket.send({ type: 'ready', heads: {} });
    socket.send({ type: 'changed', stream, from: state?.cursor ?? 0, head: page.head, page });
    const applied = async () => (await name()) === 'New';
    await waitUntil('the event has landed', applied, { withinMs: 10_000 });
    expect(device.wire.calls.slice(calls)).not.toContain('bootstrap');
  });

  it('[WRITE-8] [PULL-7] what comes in while much is being sent is noted, and asked for when it has been', async () => {
    await machine.pass(500);
    const { team } = setup;
    const stream = orgStreamOf(team.founder);
    socket.send({ type: 'ready', heads: {} });
    await machine.pass(500);
    for (let index = 0; index < 401; index += 1) {
      await device.mutate(cardCreate, {
        id: device.newId(),
        project: team.project,
        name: 'C',
        rank: 'V',
      });
    }
    const seen: (string | undefined)[] = [];
    device.wire.answered = async () => {
      if (device.wire.pushes.length !== 2) return;
      const from = (await device.db.streams.get(stream))?.cursor ?? 0;
      ok(await team.founder.patch(`project-card/update-destroy/${team.card}/`, { name: 'New' }));
      const page = (await pull(team.founder, from)).body;
      socket.send({ type: 'changed', stream, from, head: page.head, page });
      await new Promise((resolve) => setTimeout(resolve, 500));
      seen.push(await name());
    };
    engine.wake();
    await waitUntil(
      'all is sent and asked for',
      async () => {
        await machine.pass(500);
        return seen.length > 0 && (await device.db.outbox.count()) === 0;
      },
      { withinMs: 20_000 },
    );
    expect(device.wire.pushes.map(({ calls }) => calls.length)).toEqual([200, 200, 1]);
    expect(seen).toEqual(['To do']);
    expect(await name()).toBe('New');
  });

  it('[MUT-2.2] [PULL-7] an event that is faster than the answer settles with it, and nobody asks again', async () => {
    await machine.pass(500);
    socket.send({ type: 'ready', heads: {} });
    await machine.pass(500);
    const stream = orgStreamOf(setup.team.founder);
    const from = (await device.db.streams.get(stream))?.cursor ?? 0;
    device.wire.answered = async () => {
      device.wire.answered = undefined;
      const page = (await pull(setup.team.founder, from)).body;
      const { head } = page;
      socket.send({ type: 'changed', stream, from, head, page });
      await waitUntil(
        'the event to land',
        async () => (await device.db.streams.get(stream))?.cursor === head,
        { withinMs: 10_000 },
      );
    };
    await device.mutate(cardRename, { id: setup.team.card, name: 'Doing' });
    const calls = device.wire.calls.length;
    engine.wake();
    await machine.pass(5_000);
    expect(device.wire.calls.slice(calls)).toEqual(['push']);
    expect(await device.db.outbox.count()).toBe(0);
    expect(await name()).toBe('Doing');
  });

  it('[PULL-7] a poke, a heartbeat that is ahead, and a gap are asked for', async () => {
    await machine.pass(500);
    const stream = orgStreamOf(setup.team.founder);
    const path = `project-card/update-destroy/${setup.team.card}/`;
    ok(await setup.team.founder.patch(path, { name: 'Poked' }));
    const state = await device.db.streams.get(stream);
    const head = (await pull(setup.team.founder)).body.head;
    socket.send({ type: 'changed', stream, from: head - 1, head });
    await machine.pass(200);
    expect(await name()).toBe('Poked');
    ok(await setup.team.founder.patch(path, { name: 'Beaten' }));
    socket.send({ type: 'heartbeat', heads: { [stream]: head + 1 } });
    await machine.pass(200);
    expect(await name()).toBe('Beaten');
    expect((await device.db.streams.get(stream))?.cursor).toBeGreaterThan(state?.cursor ?? 0);
  });

  it('while nothing changes, each heartbeat says that everything is still here', async () => {
    await machine.pass(500);
    const stream = orgStreamOf(setup.team.founder);
    const streams = async () => await device.db.streams.toArray();
    const heads = Object.fromEntries((await streams()).map((one) => [one.stream, one.cursor]));
    socket.send({ type: 'ready', heads });
    await machine.pass(500);
    const before = (await syncStatus(device.db)).lastSync ?? 0;
    await machine.pass(50_000);
    socket.send({ type: 'heartbeat', heads });
    await machine.pass(50_000);
    socket.send({ type: 'heartbeat', heads });
    await machine.pass(500);
    const after = (await syncStatus(device.db)).lastSync ?? 0;
    expect(after - before).toBeGreaterThan(90_000);
    // One that is ahead says nothing of the kind.
    await machine.pass(50_000);
    device.wire.offline = true;
    socket.send({ type: 'heartbeat', heads: { ...heads, [stream]: (heads[stream] ?? 0) + 5 } });
    await machine.pass(50_000);
    expect((await syncStatus(device.db)).lastSync).toBe(after);
  });

  it('[PULL-7] a lost event costs at most a minute without a socket', async () => {
    await machine.pass(500);
    socket.drop();
    const path = `project-card/update-destroy/${setup.team.card}/`;
    ok(await setup.team.founder.patch(path, { name: 'Missed' }));
    await machine.pass(61_000);
    expect(await name()).toBe('Missed');
  });

  it('[PULL-7] a socket that closes and does not come back leaves a question a minute', async () => {
    await machine.pass(500);
    socket.send({ type: 'ready', heads: {} });
    await machine.pass(1_000);
    // From here on each connection is accepted and never greeted, as behind a proxy without WebSockets.
    socket.drop();
    const path = `project-card/update-destroy/${setup.team.card}/`;
    ok(await setup.team.founder.patch(path, { name: 'Missed' }));
    await machine.pass(61_000);
    expect(await name()).toBe('Missed');
    ok(await setup.team.founder.patch(path, { name: 'Missed again' }));
    await machine.pass(61_000);
    expect(await name()).toBe('Missed again');
  });

  it('[PULL-7] the pill says within seconds that a server is gone which nobody asks anything', async () => {
    await machine.pass(500);
    socket.send({ type: 'ready', heads: {} });
    await machine.pass(1_000);
    expect((await syncStatus(device.db)).phase).toBe('up-to-date');
    device.wire.instead = { pull: () => NETWORK };
    socket.drop();
    await machine.pass(200);
    // As every connection from here on.
    for (let times = 0; times < 3; times += 1) {
      await machine.pass(1_500);
      socket.drop();
    }
    await machine.pass(500);
    expect((await syncStatus(device.db)).phase).toBe('offline');
    device.wire.instead = {};
    await machine.pass(10_000);
    expect((await syncStatus(device.db)).phase).toBe('up-to-date');
  });

  it('[PULL-7] [ENG-2] a socket that closes while another tab works does not make this one wait longer', async () => {
    await machine.pass(500);
    engine.stop();
    let isHeld = false;
    const { lock } = machine.ports;
    engine = start({
      lock: { run: (key, wait, work) => lock.run(key, wait, () => work(!isHeld)) },
    });
    await machine.pass(500);
    socket.send({ type: 'ready', heads: {} });
    await machine.pass(500);
    const stream = orgStreamOf(setup.team.founder);
    const row = await device.db.streams.get(stream);
    if (row === undefined) throw new Error('No stream');
    // Another tab is seen to download: this one leaves it alone for two seconds.
    isHeld = true;
    const download = { reason: 'refill', done: 0, total: 9, run: 'of another tab' } as const;
    await device.db.streams.put({ ...row, download });
    engine.wake();
    await machine.pass(2_000);
    await device.db.streams.put({ ...row, download: { ...download, done: 1 } });
    await machine.pass(1_500);
    socket.drop();
    await device.db.streams.put(row);
    isHeld = false;
    await device.mutate(cardRename, { id: setup.team.card, name: 'Doing' });
    await machine.pass(5_000);
    expect((await pull(setup.team.founder)).text).toContain('Doing');
  });

  it.each(['rate_limited', 'schema_too_old', 'internal'] as const)(
    '[ENG-3.2] a socket that is refused (%s) while calls work is tried ever less often, and nothing is asked for it',
    async (code) => {
      await machine.pass(500);
      engine.stop();
      const at: number[] = [];
      engine = start({
        socket: {
          connect: ({ frame, closed }) => {
            at.push(machine.now());
            if (at.length > 200) return () => undefined;
            return machine.ports.timers.after(5, () => {
              frame({ type: 'closed', code });
              closed();
            });
          },
        },
      });
      await machine.pass(500);
      const asked = device.wire.calls.length;
      await machine.pass(300_000);
      expect(at.length).toBeLessThan(70);
      expect(at.length).toBeGreaterThan(3);
      // Once a minute, as without a socket, both streams.
      expect(device.wire.calls.length - asked).toBeLessThanOrEqual(10);
    },
  );

  it('[ENG-3.2] one socket too many is closed right after its greeting, and waits before it pushes another one out', async () => {
    await machine.pass(500);
    engine.stop();
    let count = 0;
    engine = start({
      socket: {
        connect: ({ frame, closed }) => {
          count += 1;
          if (count > 200) return () => undefined;
          return machine.ports.timers.after(5, () => {
            frame({ type: 'ready', heads: {} });
            frame({ type: 'closed', code: 'rate_limited' });
            closed();
          });
        },
      },
    });
    await machine.pass(600_000);
    expect(count).toBeLessThan(15);
  });

  it('[ENG-3.1] a look at the tab and the network’s return open the socket at once', async () => {
    machine.visible = false;
    await machine.pass(500);
    for (let turn = 0; turn < 10; turn += 1) {
      socket.drop();
      await machine.pass(70_000);
    }
    socket.drop();
    const before = socket.connected.length;
    machine.visible = true;
    machine.changed();
    await machine.pass(500);
    expect(socket.connected.length).toBe(before + 1);
  });

  it('[ENG-3.3] a socket that is closed because the session ended asks at once', async () => {
    await machine.pass(500);
    socket.send({ type: 'ready', heads: {} });
    await machine.pass(1_000);
    setup.team.founder.token = 'ended';
    socket.send({ type: 'closed', code: 'unauthenticated' });
    await machine.pass(500);
    expect(await syncStatus(device.db)).toMatchObject({ phase: 'signed-out' });
  });

  it('[PULL-7] a socket that is silent is closed and opened again', async () => {
    await machine.pass(500);
    socket.send({ type: 'ready', heads: {} });
    const before = socket.connected.length;
    await machine.pass(80_000);
    expect(socket.connected.length).toBeGreaterThan(before);
  });

  it('[ENG-1] stopped, it does nothing more', async () => {
    await machine.pass(500);
    engine.stop();
    const calls = device.wire.calls.length;
    await device.mutate(cardRename, { id: setup.team.card, name: 'Doing' });
    engine.wake();
    await machine.pass(600_000);
    expect(device.wire.calls.length).toBe(calls);
  });

  it('drain tells whether everything has gone', async () => {
    await machine.pass(500);
    await device.mutate(cardRename, { id: setup.team.card, name: 'Doing' });
    const drained = engine.drain(5_000);
    await machine.pass(1_000);
    expect(await drained).toBe(true);
    device.wire.offline = true;
    await device.mutate(cardRename, { id: setup.team.card, name: 'Done' });
    const failing = engine.drain(2_000);
    await machine.pass(5_000);
    expect(await failing).toBe(false);
  });
});
