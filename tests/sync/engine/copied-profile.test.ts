import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cardCreate } from '../../../model/mutations/card/card-create.ts';
import { cardRename } from '../../../model/mutations/card/card-rename.ts';
import { checkReplica } from '../../../sync/engine/check.ts';
import { ok } from '../../server/support/team.ts';
import type { Device } from '../support/device.ts';
import { states } from '../support/sending.ts';
import { type Setup, setUp } from '../support/setup.ts';

/** Names of all cards at the server. */
async function cardsAtServer({ team }: Setup): Promise<readonly string[]> {
  const answer = ok(
    await team.founder.get('project-card/details/lists/', { query: { project: team.project } }),
  );
  return answer.body.data.map(({ name }: { name: string }) => name);
}

describe('a browser profile that was copied or restored', () => {
  let setup: Setup;
  let original: Device;
  const opened: Device[] = [];
  beforeEach(async () => {
    setup = await setUp();
    original = setup.device();
    await original.sync();
  });
  afterEach(async () => {
    for (const device of opened.splice(0)) device.close();
    await setup.end();
  });

  async function copyOf(device: Device): Promise<Device> {
    const copy = await device.copy();
    opened.push(copy);
    return copy;
  }

  /** Creates cards of these names, one second apart. */
  async function write(device: Device, ...names: readonly string[]): Promise<void> {
    for (const name of names) {
      device.clock.time += 1_000;
      const card = { id: device.newId(), project: setup.team.project, name, rank: 'V' };
      expect(await device.mutate(cardCreate, card)).toBeUndefined();
    }
  }

  const rename = (device: Device, name: string) => {
    device.clock.time += 1_000;
    return device.mutate(cardRename, { id: setup.team.card, name });
  };

  const clientOf = async (device: Device) =>
    (await device.ports.store.read([], (tx) => tx.client())).clientId;

  async function expectWhole(...devices: readonly Device[]): Promise<void> {
    for (const device of devices) {
      await device.sync();
      await device.sync();
      expect(await states(device)).toEqual([]);
      expect(await device.db.rejected.count()).toBe(0);
      expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
    }
  }

  it.each([1, 3, 12])(
    '[WRITE-2.6] [ID-2.3] %i changes of the copy reach the server after six of the original',
    async (count) => {
      await write(original, 'a1', 'a2', 'a3');
      await original.sync();
      const copy = await copyOf(original);
      await write(original, 'b1', 'b2', 'b3', 'b4', 'b5', 'b6');
      await original.sync();
      const mine = Array.from({ length: count }, (_, index) => `c${index + 1}`);
      await write(copy, ...mine);
      await expectWhole(copy, original);
      const all = ['a1', 'a2', 'a3', 'b1', 'b2', 'b3', 'b4', 'b5', 'b6', ...mine];
      expect((await cardsAtServer(setup)).toSorted()).toEqual(['To do', ...all].toSorted());
      expect(await clientOf(copy)).not.toBe(await clientOf(original));
    },
  );

  it("[WRITE-2.7] two copies in use at once lose none of each other's changes", async () => {
    const copy = await copyOf(original);
    const names: string[] = [];
    for (const pass of [1, 2, 3, 4]) {
      for (const [device, who] of [
        [original, 'o'],
        [copy, 'c'],
      ] as const) {
        await write(device, `${who}${pass}a`, `${who}${pass}b`);
        names.push(`${who}${pass}a`, `${who}${pass}b`);
        if (pass !== 2) await device.sync();
      }
    }
    await expectWhole(original, copy);
    expect((await cardsAtServer(setup)).toSorted()).toEqual(['To do', ...names].toSorted());
  });

  it('[WRITE-2.7] the same change with the same words is applied twice when both copies made it', async () => {
    const copy = await copyOf(original);
    await rename(original, 'Doing');
    await original.sync();
    ok(
      await setup.team.founder.patch(`project-card/update-destroy/${setup.team.card}/`, {
        name: 'Stopped',
      }),
    );
    await rename(copy, 'Doing');
    await expectWhole(copy, original);
    expect(await cardsAtServer(setup)).toEqual(['Doing']);
  });

  it('[WRITE-2.7] a mutation that neither copy had sent is applied once', async () => {
    await write(original, 'unsent');
    await rename(original, 'Doing');
    const copy = await copyOf(original);
    await original.sync();
    ok(
      await setup.team.founder.patch(`project-card/update-destroy/${setup.team.card}/`, {
        name: 'Stopped',
      }),
    );
    await expectWhole(copy, original);
    expect((await cardsAtServer(setup)).toSorted()).toEqual(['Stopped', 'unsent']);
  });

  it.each(['lost', 'killed'])(
    '[WRITE-2.6] a response that is %s in transit does not make the copy another device',
    async (fate) => {
      await write(original, 'a1');
      await original.sync();
      let copy = await copyOf(original);
      await write(original, 'b1', 'b2');
      await original.sync();
      await original.sync();
      await write(copy, 'c1', 'c2', 'c3', 'c4');
      copy.wire.loseReplies = true;
      await copy.sync();
      await copy.sync();
      copy.wire.loseReplies = false;
      if (fate === 'killed') {
        copy = copy.restart();
        opened.push(copy);
      }
      await expectWhole(copy, original);
      const all = ['a1', 'b1', 'b2', 'c1', 'c2', 'c3', 'c4', 'To do'];
      expect((await cardsAtServer(setup)).toSorted()).toEqual(all.toSorted());
    },
  );

  it('[WRITE-3.1] the acknowledgement of a copy removes no verdict of the original', async () => {
    const copy = await copyOf(original);
    await rename(original, 'Doing');
    original.wire.loseReplies = true;
    await original.sync();
    original.wire.loseReplies = false;
    // The copy has no pending mutation with that seq: it was created and removed before it was sent.
    await copy.ports.store.write({ tables: [], durability: 'on-disk' }, (tx) => tx.claimSeq());
    await write(copy, 'c1');
    await expectWhole(copy);
    ok(
      await setup.team.founder.patch(`project-card/update-destroy/${setup.team.card}/`, {
        name: 'Stopped',
      }),
    );
    await expectWhole(original);
    // The original's own mutation does not run a second time.
    expect((await cardsAtServer(setup)).toSorted()).toEqual(['Stopped', 'c1']);
  });

  it('[WRITE-2.6] [ID-2.2] a device without a copy keeps its client id through lost responses and late calls of its tabs', async () => {
    const before = await clientOf(original);
    for (const name of ['one', 'two', 'three']) {
      await write(original, name);
      original.wire.loseReplies = true;
      await original.sync();
      await rename(original, `Doing ${name}`);
      original.wire.loseReplies = false;
      await original.sync();
    }
    await expectWhole(original);
    expect(await clientOf(original)).toBe(before);
    expect(await cardsAtServer(setup)).toHaveLength(4);
  });
});
