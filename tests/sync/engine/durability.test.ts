import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ENTITIES } from '../../../model/entities/registry.ts';
import { cardRename } from '../../../model/mutations/card/card-rename.ts';
import { readStream } from '../../../sync/engine/context.ts';
import { applyEvent } from '../../../sync/engine/pull.ts';
import { discardItem } from '../../../sync/store/outbox-actions.ts';
import { outboxItems } from '../../../sync/store/outbox-entries.ts';
import { addTask, freshId, hire, join, ok, orgStreamOf } from '../../server/support/team.ts';
import type { Device } from '../support/device.ts';
import { refuseFirst } from '../support/sending.ts';
import { type Setup, setUp, taskOn } from '../support/setup.ts';
import { recordTransactions, type Written } from '../support/transactions.ts';
import { picked, uploadsOf } from '../support/upload-queue.ts';

const ENTITY_TABLES = ENTITIES.map(({ table }) => table);

describe('durability', () => {
  let setup: Setup;
  let written: Written[];
  beforeEach(async () => {
    written = recordTransactions();
    setup = await setUp();
  });
  afterEach(async () => {
    await setup.end();
    vi.restoreAllMocks();
  });

  it("[CLIENT-8] a person's change, its discarding and a picked file are on the disk before they are reported", async () => {
    const device = await ready();
    await device.mutate(cardRename, { id: setup.team.card, name: 'Doing' });
    const [item] = await outboxItems(device.db);
    expect(await discardItem(await device.actions(), item?.id ?? '')).toBeUndefined();
    await picked(uploadsOf(device, setup.team, setup.team.founder), new Uint8Array(9), 'a.bin');
    expect(durabilitiesOf(['cards', 'outbox', 'blobs', 'blobParts', 'files'])).toEqual(['strict']);
  });

  it('[CLIENT-8] what was sent, its verdict and its rejection are on the disk', async () => {
    const device = await ready();
    await device.mutate(cardRename, { id: setup.team.card, name: 'Doing' });
    refuseFirst(device, { status: 403, code: 'forbidden', message: 'No' });
    await device.sync();
    await device.mutate(cardRename, { id: setup.team.card, name: 'Done' });
    await device.sync();
    expect(await device.db.rejected.count()).toBe(1);
    expect(await device.db.journal.count()).toBe(1);
    expect(durabilitiesOf(['outbox', 'rejected', 'journal', 'meta'])).toEqual(['strict']);
  });

  it('[CLIENT-8] server changes are not waited for, whichever way they come', async () => {
    const { team } = setup;
    const member = await hire(team, 'bo@field.test');
    const device = setup.device(member);
    await device.sync();
    expect(durabilitiesOf(ENTITY_TABLES)).toEqual(['relaxed']);
    written.length = 0;
    await join(team, member);
    await device.sync();
    expect(durabilitiesOf(['cards'])).toEqual(['relaxed']);
    written.length = 0;
    const id = await addTask(team, team.founder, { name: 'Dig' });
    await device.sync();
    expect(await taskOn(device, id)).toBeDefined();
    expect(durabilitiesOf(['tasks'])).toEqual(['relaxed']);
    written.length = 0;
    expect(await applyEvent(device.context, await eventOn(device))).toBe('applied');
    expect(durabilitiesOf(['comments'])).toEqual(['relaxed']);

    async function eventOn({ context, ports }: Device) {
      const stream = orgStreamOf(member);
      const { cursor, epoch } = await readStream(context, stream);
      const body = { id: freshId(), task: id, comment: 'Started' };
      ok(await team.founder.post('comment/create/', body));
      const query = { stream, since: cursor, epoch: epoch ?? '', limit: 100 };
      const reply = await ports.transport.pull(query);
      if (!reply.ok) throw new Error('There is no page');
      return { stream, from: cursor, page: reply.value };
    }
  });

  /** A device that has downloaded everything; what it wrote for that is forgotten. */
  async function ready(): Promise<Device> {
    const device = setup.device();
    await device.sync();
    written.length = 0;
    return device;
  }

  /** Durabilities of the transactions that changed one of these tables, each once. */
  function durabilitiesOf(tables: readonly string[]): readonly (string | undefined)[] {
    const changing = written.filter((one) => tables.some((table) => one.tables.has(table)));
    return [...new Set(changing.map(({ durability }) => durability))];
  }
});
