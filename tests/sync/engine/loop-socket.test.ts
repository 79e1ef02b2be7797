import { describe, expect, it } from 'vitest';
import { syncStatus } from '../../../sync/store/sync-status.ts';
import { ok } from '../../server/support/team.ts';
import { forEachLoop, type LoopTest } from '../support/loop.ts';
import { NETWORK } from '../support/setup.ts';

describe('the loop and its socket', () => {
  let loop: LoopTest;
  forEachLoop((given) => {
    loop = given;
  });

  it('[PULL-7.3] pulls once a minute while a closed socket does not return', async () => {
    await loop.machine.pass(500);
    loop.socket.send({ type: 'ready', heads: {} });
    await loop.machine.pass(1_000);
    // From here on each connection is accepted without a `ready` frame, as behind a proxy without WebSockets.
    loop.socket.drop();
    const path = `project-card/update-destroy/${loop.setup.team.card}/`;
    ok(await loop.setup.team.founder.patch(path, { name: 'Missed' }));
    await loop.machine.pass(61_000);
    expect(await loop.name()).toBe('Missed');
    ok(await loop.setup.team.founder.patch(path, { name: 'Missed again' }));
    await loop.machine.pass(61_000);
    expect(await loop.name()).toBe('Missed again');
  });

  it('[PULL-7.3] the pill shows an unreachable server within seconds, although no request is pending', async () => {
    await loop.machine.pass(500);
    loop.socket.send({ type: 'ready', heads: {} });
    await loop.machine.pass(1_000);
    expect((await syncStatus(loop.device.db)).phase).toBe('up-to-date');
    loop.device.wire.instead = { pull: () => NETWORK };
    loop.socket.drop();
    await loop.machine.pass(200);
    // Like every connection from here on.
    for (let times = 0; times < 3; times += 1) {
      await loop.machine.pass(1_500);
      loop.socket.drop();
    }
    await loop.machine.pass(500);
    expect((await syncStatus(loop.device.db)).phase).toBe('offline');
    loop.device.wire.instead = {};
    await loop.machine.pass(10_000);
    expect((await syncStatus(loop.device.db)).phase).toBe('up-to-date');
  });

  it.each(['rate_limited', 'schema_too_old', 'internal'] as const)(
    '[ENG-3.2] a rejected socket (%s) is retried less and less often while calls succeed, and causes no pull',
    async (code) => {
      await loop.machine.pass(500);
      loop.engine.stop();
      const at: number[] = [];
      loop.engine = loop.start({
        socket: {
          connect: ({ frame, closed }) => {
            at.push(loop.machine.now());
            if (at.length > 200) return () => undefined;
            return loop.machine.ports.timers.after(5, () => {
              frame({ type: 'closed', code });
              closed();
            });
          },
        },
      });
      await loop.machine.pass(500);
      const asked = loop.device.wire.calls.length;
      await loop.machine.pass(300_000);
      expect(at.length).toBeLessThan(70);
      expect(at.length).toBeGreaterThan(3);
      // Once a minute, as without a socket, both streams.
      expect(loop.device.wire.calls.length - asked).toBeLessThanOrEqual(10);
    },
  );

  it('[ENG-3.2] one socket too many is closed right after its handshake, and waits before it replaces another one', async () => {
    await loop.machine.pass(500);
    loop.engine.stop();
    let count = 0;
    loop.engine = loop.start({
      socket: {
        connect: ({ frame, closed }) => {
          count += 1;
          if (count > 200) return () => undefined;
          return loop.machine.ports.timers.after(5, () => {
            frame({ type: 'ready', heads: {} });
            frame({ type: 'closed', code: 'rate_limited' });
            closed();
          });
        },
      },
    });
    await loop.machine.pass(600_000);
    expect(count).toBeLessThan(15);
  });

  it("[ENG-3.1] a visible tab and the network's return open the socket at once", async () => {
    loop.machine.visible = false;
    await loop.machine.pass(500);
    for (let turn = 0; turn < 10; turn += 1) {
      loop.socket.drop();
      await loop.machine.pass(70_000);
    }
    loop.socket.drop();
    const before = loop.socket.connected.length;
    loop.machine.visible = true;
    loop.machine.changed();
    await loop.machine.pass(500);
    expect(loop.socket.connected.length).toBe(before + 1);
  });

  it('[PULL-7.2] a socket that is silent is closed and opened again', async () => {
    await loop.machine.pass(500);
    loop.socket.send({ type: 'ready', heads: {} });
    const before = loop.socket.connected.length;
    await loop.machine.pass(80_000);
    expect(loop.socket.connected.length).toBeGreaterThan(before);
  });
});
