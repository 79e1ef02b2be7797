import { describe, expect, it } from 'vitest';
import { cardRename } from '../../../model/mutations/card/card-rename.ts';
import { syncStatus } from '../../../sync/store/sync-status.ts';
import { forEachLoop, type LoopTest } from '../support/loop.ts';

describe('the loop of an ended session', () => {
  let loop: LoopTest;
  forEachLoop((given) => {
    loop = given;
  });

  it('[ENG-3.3] pauses until the person has signed in again', async () => {
    await loop.machine.pass(100);
    const token = loop.setup.team.founder.token;
    loop.setup.team.founder.token = 'ended';
    await loop.device.mutate(cardRename, { id: loop.setup.team.card, name: 'Doing' });
    loop.engine.wake();
    await loop.machine.pass(600_000);
    const tries = loop.device.wire.calls.length;
    expect(await syncStatus(loop.device.db)).toMatchObject({ phase: 'signed-out', waiting: 1 });
    await loop.machine.pass(600_000);
    expect(loop.device.wire.calls.length).toBe(tries);
    loop.setup.team.founder.token = token;
    loop.engine.resume();
    await loop.machine.pass(1_000);
    expect(await loop.device.db.outbox.count()).toBe(0);
  });

  it('[ENG-3.3] continues when the person signs in in this tab during a pass that was turned away', async () => {
    await loop.machine.pass(100);
    loop.engine.stop();
    const { founder, card } = loop.setup.team;
    const token = founder.token;
    founder.token = 'ended';
    await loop.device.mutate(cardRename, { id: card, name: 'Doing' });
    const { transport } = loop.device.ports;
    const refresh: typeof transport.refresh = async () => {
      founder.token = token;
      engine.resume();
      return { ok: false, failure: SIGNED_OUT };
    };
    const engine = loop.start({ transport: { ...transport, refresh } });
    await loop.machine.pass(1_000);
    engine.stop();
    expect(await loop.device.db.outbox.count()).toBe(0);
  });

  it('[ENG-3.3] requests a renewal at once when the socket is closed with the session', async () => {
    await loop.machine.pass(500);
    loop.socket.send({ type: 'ready', heads: {} });
    await loop.machine.pass(1_000);
    loop.setup.team.founder.token = 'ended';
    loop.socket.send({ type: 'closed', code: 'unauthenticated' });
    await loop.machine.pass(500);
    expect(await syncStatus(loop.device.db)).toMatchObject({ phase: 'signed-out' });
  });

  it('[ENG-3.3] pauses at a later 401 although the person has signed in in another window before', async () => {
    await loop.machine.pass(500);
    loop.engine.signedIn();
    loop.setup.team.founder.token = 'ended';
    await loop.device.mutate(cardRename, { id: loop.setup.team.card, name: 'Doing' });
    const before = loop.device.wire.calls.length;
    loop.engine.wake();
    await loop.machine.pass(60_000);
    expect(loop.device.wire.calls.length - before).toBeLessThan(10);
    expect(await syncStatus(loop.device.db)).toMatchObject({ phase: 'signed-out', waiting: 1 });
  });
});

const SIGNED_OUT = {
  kind: 'refused',
  status: 401,
  code: 'unauthenticated',
  message: '',
  details: {},
} as const;
