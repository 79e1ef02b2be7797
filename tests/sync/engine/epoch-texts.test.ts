import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tasks } from '../../../model/entities/task.ts';
import { taskCreate } from '../../../model/mutations/task/task-create.ts';
import { taskEdit } from '../../../model/mutations/task/task-edit.ts';
import { checkReplica } from '../../../sync/engine/check.ts';
import { rows } from '../../../sync/store/database.ts';
import { outboxItems } from '../../../sync/store/outbox-entries.ts';
import { chooseItemText } from '../../../sync/store/outbox-actions.ts';
import { createDevice, type Device } from '../support/device.ts';
import { type Restorable, startRestorable } from '../support/restorable.ts';
import { taskArgs } from '../support/sending.ts';

describe('long texts on a server with another epoch', () => {
  let setup: Restorable;
  let team: Restorable['team'];
  let device: Device;
  beforeEach(async () => {
    setup = await startRestorable();
    ({ team, device } = setup);
  });
  afterEach(() => setup.end());

  it('[EPOCH-1.7] [WRITE-4.2] a text that was pending before a restore does not overwrite a text written after it', async () => {
    const task = await describedTask('start');
    const kept = setup.backup();
    for (const name of ['Dig', 'Dig on', 'Dig deep']) {
      await device.mutate(taskEdit, { id: task, name });
      await device.sync();
    }
    await write(device, task, 'start', 'start mine');
    await setup.restore(kept);
    await writtenElsewhere(task, 'start', 'theirs start');
    await device.sync();
    expect(await textOn(device, task)).toBe('theirs start mine');
    expect(await device.db.outbox.count()).toBe(0);
  });

  it('[EPOCH-1.7] words that another edit continues are not deleted because a backup lacks them', async () => {
    const task = await describedTask('start');
    const [first, second] = [setup.backup(), setup.backup()];
    await writtenElsewhere(task, 'start', 'theirs start');
    await device.sync();
    await write(device, task, 'theirs start', 'theirs start mine');
    await device.sync();
    await setup.restore(first);
    await device.sync();
    expect(await textOn(device, task)).toBe('theirs start mine');
    await setup.restore(second);
    await device.sync();
    expect(await textOn(device, task)).toBe('theirs start mine');
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  });

  it('[EPOCH-1.7] words that a person wrote and deleted again stay deleted', async () => {
    const task = await describedTask('start');
    const kept = setup.backup();
    await write(device, task, 'start', 'start mine');
    await device.sync();
    await write(device, task, 'start mine', 'start');
    await device.sync();
    await setup.restore(kept);
    await device.sync();
    expect(await textOn(device, task)).toBe('start');
    expect(await device.db.outbox.count()).toBe(0);
  });

  it('[EPOCH-1.7] [MUT-8.3] a choice between two texts does not overwrite a text written after a restore', async () => {
    const task = await describedTask('by hand');
    const kept = setup.backup();
    for (const name of ['Dig', 'Dig on', 'Dig deep']) {
      await device.mutate(taskEdit, { id: task, name });
      await device.sync();
    }
    await write(device, task, 'by hand', 'by spade');
    await writtenElsewhere(task, 'by hand', 'by machine');
    await device.sync();
    const [item] = await outboxItems(device.db);
    expect(item?.state).toBe('conflict');
    await setup.restore(kept);
    await writtenElsewhere(task, 'by hand', 'by hand\nat noon\n');
    await device.sync();
    await chooseItemText(await device.actions(), item?.id ?? '', 'mine');
    await device.sync();
    const shown = await textOn(device, task);
    const left = await outboxItems(device.db);
    expect(`${shown} ${left.map(({ mine }) => mine).join(' ')}`).toMatch(/at noon[^]*by spade/);
  });

  async function describedTask(description: string): Promise<string> {
    const id = device.newId();
    await device.mutate(taskCreate, { ...taskArgs(team, id, team.card), description });
    await device.sync();
    return id;
  }

  async function write(on: Device, id: string, before: string, text: string): Promise<void> {
    const edit = { id, description: text, description_base: before };
    expect(await on.mutate(taskEdit, edit)).toBeUndefined();
  }

  /** An edit by the same person on a device that never connects again. */
  async function writtenElsewhere(id: string, before: string, text: string): Promise<void> {
    const other = createDevice(setup.app, team.founder);
    await other.sync();
    await write(other, id, before, text);
    await other.sync();
    other.close();
  }

  async function textOn(on: Device, id: string): Promise<string | undefined> {
    return (await rows(on.db, tasks).get(id))?.description;
  }
});
