import { describe, expect, it } from 'vitest';
import { cards } from '../../../model/entities/card.ts';
import { todos } from '../../../model/entities/todo.ts';
import { cardRename } from '../../../model/mutations/card/card-rename.ts';
import { labelCreate } from '../../../model/mutations/label/label-create.ts';
import { todoCreate } from '../../../model/mutations/todo/todo-create.ts';
import { readStream } from '../../../sync/engine/context.ts';
import { downloadStream } from '../../../sync/engine/download.ts';
import { enterRefill } from '../../../sync/engine/epoch.ts';
import { pullStream } from '../../../sync/engine/pull.ts';
import { push } from '../../../sync/engine/push.ts';
import { rows } from '../../../sync/store/database.ts';
import { orgStreamOf, userStreamOf } from '../../server/support/team.ts';
import { createDevice } from '../support/device.ts';
import { allLines, asLines } from '../support/lines.ts';
import { startRestorable } from '../support/restorable.ts';

/** Two active tabs: one still waits for a response of the server from before a restore. */
describe('a response of a former epoch', () => {
  it('[EPOCH-1.1] [ENG-2.1] settles nothing that the restored server lacks', async () => {
    const setup = await startRestorable();
    const { team, device } = setup;
    const stream = orgStreamOf(team.founder);
    const kept = setup.backup();
    await device.mutate(cardRename, { id: team.card, name: 'After' });
    const real = device.ports.transport.push;
    const transport = {
      ...device.ports.transport,
      push: async (query: Parameters<typeof real>[0]) => {
        const reply = await real(query);
        // The response waits in a suspended tab; another tab continues.
        await setup.restore(kept);
        await pullStream(device.context, stream);
        expect((await readStream(device.context, stream)).download?.reason).toBe('epoch');
        expect(await downloadStream(device.context, stream)).toEqual({ kind: 'done' });
        return reply;
      },
    };
    const context = { ...device.context, ports: { ...device.ports, transport } };
    await push(context, {
      stream,
      size: { current: 200, most: 200 },
      until: device.clock.time + 20_000,
      reached: () => Promise.resolve(),
      busy: () => undefined,
    });
    for (let times = 0; times < 3; times += 1) await device.sync();
    const other = createDevice(setup.app, team.founder);
    await other.sync();
    // An unrelated change.
    await other.mutate(labelCreate, { id: other.newId(), project: team.project, name: 'Wet' });
    await other.sync();
    for (let times = 0; times < 3; times += 1) await device.sync();
    await other.sync();
    const names = [
      (await rows(other.db, cards).get(team.card))?.name,
      (await rows(device.db, cards).get(team.card))?.name,
    ];
    other.close();
    await setup.end();
    expect(names).toEqual(['After', 'After']);
  });

  it.each(['pull', 'refill'])(
    '[EPOCH-1.1] [ENG-2.1] to a %s does not count as a response of the new epoch',
    async (how) => {
      const setup = await startRestorable();
      const { team, device } = setup;
      const [org, user] = [orgStreamOf(team.founder), userStreamOf(team.founder)];
      const kept = setup.backup();
      const id = device.newId();
      await device.mutate(todoCreate, {
        id,
        name: 'Rope',
        rank: 'm',
        status: false,
        made_at: '2026-03-02T09:00:00.000Z',
      });
      await device.sync();
      await device.mutate(cardRename, { id: team.card, name: 'After' });
      for (let times = 0; times < 3; times += 1) await device.sync();
      expect(await device.db.outbox.count()).toBe(0);
      expect(await device.db.journal.count()).toBe(2);
      const { pull, bootstrap } = device.ports.transport;
      let isOver = false;
      const meanwhile = async () => {
        if (isOver) return;
        isOver = true;
        await setup.restore(kept);
        await pullStream(device.context, org);
        expect((await readStream(device.context, org)).download?.reason).toBe('epoch');
        expect((await readStream(device.context, user)).suspect).toBe(true);
      };
      const transport = {
        ...device.ports.transport,
        pull: async (query: Parameters<typeof pull>[0]) => {
          const reply = await pull(query);
          await meanwhile();
          return reply;
        },
        bootstrap: async (query: Parameters<typeof bootstrap>[0]) => {
          const reply = await bootstrap(query);
          if (!reply.ok) return reply;
          const lines = await allLines(reply.value);
          await meanwhile();
          return { ok: true as const, value: asLines(lines) };
        },
      };
      const context = { ...device.context, ports: { ...device.ports, transport } };
      if (how === 'pull') await pullStream(context, user);
      else {
        await enterRefill(device.context, user);
        await downloadStream(context, user);
      }
      for (let times = 0; times < 4; times += 1) await device.sync();
      const other = createDevice(setup.app, team.founder);
      await other.sync();
      const found = [
        (await rows(other.db, todos).get(id))?.name,
        (await rows(other.db, cards).get(team.card))?.name,
        (await rows(device.db, todos).get(id))?.name,
      ];
      other.close();
      await setup.end();
      expect(found).toEqual(['Rope', 'After', 'Rope']);
    },
  );
});
