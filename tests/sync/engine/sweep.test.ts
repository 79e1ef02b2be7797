import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { labels } from '../../../model/entities/label.ts';
import { labelCreate } from '../../../model/mutations/label-create.ts';
import { labelDelete } from '../../../model/mutations/label-delete.ts';
import { labelRename } from '../../../model/mutations/label-rename.ts';
import { messageEdit } from '../../../model/mutations/message-edit.ts';
import { messages } from '../../../model/entities/message.ts';
import { checkReplica } from '../../../sync/engine/check.ts';
import { downloadStream } from '../../../sync/engine/download.ts';
import { enterRefill } from '../../../sync/engine/epoch.ts';
import { pullStream } from '../../../sync/engine/pull.ts';
import { loadPart } from '../../../sync/engine/windows.ts';
import { rows } from '../../../sync/store/database.ts';
import { outboxItems } from '../../../sync/store/facts.ts';
import { discardItem } from '../../../sync/store/outbox-actions.ts';
import { hire, ok, orgStreamOf } from '../../server/support/team.ts';
import type { RestClient } from '../../support/rest-client.ts';
import type { Device } from '../support/device.ts';
import { NETWORK, type Setup, setUp } from '../support/setup.ts';

/** A stream is downloaded anew, and what the snapshot did not have goes. */
describe('a sweep', () => {
  let world: Setup;
  let team: Setup['team'];
  let device: Device;
  let stream: string;
  beforeEach(async () => {
    world = await setUp();
    ({ team } = world);
    device = world.device();
    await device.sync();
    stream = orgStreamOf(team.founder);
  });
  afterEach(() => world.end());

  it('[EPOCH-2] leaves no row that is gone when the change that waits on it is discarded meanwhile', async () => {
    const id = device.newId();
    await device.mutate(labelCreate, { id, project: team.project, name: 'Wet' });
    await device.sync();
    await device.mutate(labelRename, { id, name: 'Wet paint' });
    const other = world.device();
    await other.sync();
    await other.mutate(labelDelete, { id });
    await other.sync();
    await enterRefill(device.context, stream);
    const { store } = device.ports;
    let discarded = false;
    const write: typeof store.write = async (tables, work) => {
      const value = await store.write(tables, work);
      // Behind the transaction of the labels that go.
      if (!discarded && tables !== 'all' && tables.includes('labels')) {
        discarded = true;
        const [item] = await outboxItems(device.db);
        expect(await discardItem(await device.actions(), item?.id ?? '')).toBeUndefined();
      }
      return value;
    };
    const ports = { ...device.ports, store: { ...store, write } };
    expect(await downloadStream({ ...device.context, ports }, stream)).toEqual({ kind: 'done' });
    expect(discarded).toBe(true);
    await device.sync();
    expect(await rows(device.db, labels).count()).toBe(0);
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  });

  it('[EPOCH-2] [WIN-3] a message with a change that waits is here when its number is said to be', async () => {
    const ben = await hire(team, 'ben@field.test');
    const scope = `direct:${team.founder.orgUserId}:${ben.orgUserId}`;
    await say(ben, scope, 60);
    await say(team.founder, scope, 50);
    await device.sync();
    const mine = (await rows(device.db, messages).toArray()).find(({ seq }) => seq === 62);
    expect(
      await device.mutate(messageEdit, { id: mine?.id ?? '', text: 'Better' }),
    ).toBeUndefined();
    // It is not among the newest any more.
    await say(ben, scope, 5);
    device.wire.instead = { push: () => NETWORK };
    await enterRefill(device.context, stream);
    expect(await downloadStream(device.context, stream)).toEqual({ kind: 'done' });
    await pullStream(device.context, stream);
    await loadPart(device.context, { stream, scope });
    expect(await numbers()).toEqual(Array.from({ length: 115 }, (_, index) => index + 1));
    const [item] = await outboxItems(device.db);
    await discardItem(await device.actions(), item?.id ?? '');
    device.wire.instead = {};
    await device.sync();
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  });

  it('[MUT-2] [WIN-3] a change that was sent is not undone on a message that is older than the new window', async () => {
    const ben = await hire(team, 'ben@field.test');
    const scope = `direct:${team.founder.orgUserId}:${ben.orgUserId}`;
    await say(team.founder, scope, 1);
    await device.sync();
    const [mine] = await rows(device.db, messages).toArray();
    const id = mine?.id ?? '';
    expect(await device.mutate(messageEdit, { id, text: 'Better' })).toBeUndefined();
    await say(ben, scope, 60);
    // Told of the answer, and then of nothing until all is downloaded anew.
    device.wire.instead = { pull: () => NETWORK };
    await device.sync();
    expect((await device.db.outbox.toArray()).map(({ state }) => state)).toEqual(['acked']);
    device.wire.instead = {};
    await enterRefill(device.context, stream);
    await device.sync();
    expect(await rows(device.db, messages).get(id)).toBeUndefined();
    await loadPart(device.context, { stream, scope });
    expect((await rows(device.db, messages).get(id))?.text).toBe('Better');
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  });

  async function say(from: RestClient, conversation: string, count: number): Promise<void> {
    for (let index = 0; index < count; index += 1) {
      ok(await from.post('message/create/', { conversation, message: `No ${index}` }));
    }
  }

  async function numbers(): Promise<readonly number[]> {
    const all = await rows(device.db, messages).toArray();
    return all.map(({ seq }) => seq).toSorted((one, next) => one - next);
  }
});
