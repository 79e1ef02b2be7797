import { describe, expect, it } from 'vitest';
import { cardRename } from '../../../model/mutations/card/card-rename.ts';
import { backoff } from '../../../sync/engine/backoff.ts';
import { syncStatus } from '../../../sync/store/sync-status.ts';
import { pull } from '../../server/support/team.ts';
import { forEachLoop, type LoopTest } from '../support/loop.ts';

describe('the loop after a failure', () => {
  let loop: LoopTest;
  forEachLoop((given) => {
    loop = given;
  });

  it("[ENG-3.1] waits longer after each failure, and the network's return resets it", async () => {
    await loop.machine.pass(100);
    loop.machine.visible = false;
    loop.device.wire.offline = true;
    await loop.device.mutate(cardRename, { id: loop.setup.team.card, name: 'Doing' });
    loop.engine.wake();
    await loop.machine.pass(400_000);
    const tries = loop.device.wire.calls.length;
    expect(await syncStatus(loop.device.db)).toMatchObject({ phase: 'offline', waiting: 1 });
    await loop.machine.pass(100_000);
    expect(loop.device.wire.calls.length - tries).toBeLessThanOrEqual(1);
    loop.device.wire.offline = false;
    loop.machine.changed();
    await loop.machine.pass(500);
    expect(await loop.device.db.outbox.count()).toBe(0);
  });

  it('[ENG-3.1] is not delayed by a clock that is set back during a back-off', async () => {
    await loop.machine.pass(100);
    loop.device.wire.offline = true;
    await loop.device.mutate(cardRename, { id: loop.setup.team.card, name: 'Doing' });
    loop.engine.wake();
    await loop.machine.pass(60_000);
    loop.machine.skew -= 3_600_000;
    loop.device.wire.offline = false;
    await loop.machine.pass(10_000);
    expect(await loop.device.db.outbox.count()).toBe(0);
    // An attempt to send the rest ends as well, because a sign-out waits for it.
    loop.device.wire.offline = true;
    await loop.device.mutate(cardRename, { id: loop.setup.team.card, name: 'Done' });
    const drained = loop.engine.drain(20_000);
    await loop.machine.pass(1_000);
    loop.machine.skew -= 3_600_000;
    await loop.machine.pass(1_000);
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
    await loop.machine.pass(100);
    const failure = { kind: 'refused', status: 429, code: 'rate_limited' } as const;
    const refused = {
      ok: false,
      failure: { ...failure, message: '', details: {}, retryAfter: 40_000 },
    } as const;
    loop.device.wire.instead = { push: () => refused, pull: () => refused };
    await loop.device.mutate(cardRename, { id: loop.setup.team.card, name: 'Doing' });
    loop.engine.wake();
    await loop.machine.pass(100);
    const tries = loop.device.wire.calls.length;
    loop.engine.wake();
    await loop.machine.pass(39_000);
    expect(loop.device.wire.calls.length).toBe(tries);
    loop.device.wire.instead = {};
    await loop.machine.pass(2_000);
    expect((await pull(loop.setup.team.founder)).text).toContain('Doing');
  });

  it.each([0, 1e12])(
    '[ENG-3.1] an implausible Retry-After (%d ms) neither hurries nor silences the device',
    async (retryAfter) => {
      await loop.machine.pass(100);
      const failure = { kind: 'refused', status: 503, code: 'unavailable', retryAfter } as const;
      const refused = { ok: false, failure: { ...failure, message: '', details: {} } } as const;
      loop.device.wire.instead = {
        push: () => (loop.device.wire.calls.length > 60 ? undefined : refused),
        pull: () => refused,
      };
      await loop.device.mutate(cardRename, { id: loop.setup.team.card, name: 'Doing' });
      loop.engine.wake();
      await loop.machine.pass(60_000);
      expect(loop.device.wire.calls.length).toBeLessThan(30);
      loop.device.wire.instead = {};
      await loop.machine.pass(retryAfter === 0 ? 10_000 : 3_700_000);
      expect((await pull(loop.setup.team.founder)).text).toContain('Doing');
    },
  );

  it('[ENG-4.1] within 10 s after a long failure the queue is empty without anybody’s help', async () => {
    await loop.machine.pass(100);
    loop.device.wire.offline = true;
    loop.socket.drop();
    await loop.device.mutate(cardRename, { id: loop.setup.team.card, name: 'Doing' });
    loop.engine.wake();
    await loop.machine.pass(180_000);
    loop.device.wire.offline = false;
    await loop.machine.pass(10_000);
    expect((await pull(loop.setup.team.founder)).text).toContain('Doing');
    expect(await loop.device.db.outbox.count()).toBe(0);
  });
});
