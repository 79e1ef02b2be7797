/** Edits of one text on two devices (MUT-8). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { taskCreate } from '../../../model/mutations/task/task-create.ts';
import { taskEdit } from '../../../model/mutations/task/task-edit.ts';
import { taskSetFlag } from '../../../model/mutations/task/task-set-flag.ts';
import { outboxItems } from '../../../sync/store/outbox-entries.ts';
import { chooseItemText } from '../../../sync/store/outbox-actions.ts';
import { addTask } from '../../server/support/team.ts';
import type { Device } from '../support/device.ts';
import { states, taskArgs } from '../support/sending.ts';
import { type Setup, setUp, taskOn } from '../support/setup.ts';

describe('edits of one text', () => {
  let setup: Setup;
  beforeEach(async () => {
    setup = await setUp();
  });
  afterEach(() => setup.end());

  it('[MUT-8.2] [WRITE-4.2] two edits of one text in different lines merge by themselves', async () => {
    const { team } = setup;
    const base = 'one\ntwo\nthree\n';
    const id = await addTask(team, team.founder, { name: 'Dig', description: base });
    const here = await ready();
    const there = await ready();
    await here.mutate(taskEdit, { id, description: 'ONE\ntwo\nthree\n', description_base: base });
    await there.mutate(taskEdit, { id, description: 'one\ntwo\nTHREE\n', description_base: base });
    await there.sync();
    await here.sync();
    expect((await taskOn(here, id))?.description).toBe('ONE\ntwo\nTHREE\n');
    await there.sync();
    expect((await taskOn(there, id))?.description).toBe('ONE\ntwo\nTHREE\n');
    expect(await outboxItems(here.db)).toEqual([]);
  });

  it('[MUT-8.2] ticks of one checklist on two devices merge, with an edit of the words beside one', async () => {
    const { team } = setup;
    const base = '- [ ] rope\n- [ ] pegs\n- [ ] tent';
    const id = await addTask(team, team.founder, { name: 'Pack', description: base });
    const here = await ready();
    const there = await ready();
    const write = (on: typeof here, description: string, before: string) =>
      on.mutate(taskEdit, { id, description, description_base: before });
    // Two ticks in a row are one edit once they meet the other device's.
    const [first, second] = [
      '- [x] rope\n- [ ] pegs\n- [ ] tent',
      '- [x] rope\n- [ ] pegs\n- [x] tent',
    ];
    await write(here, first, base);
    await write(here, second, first);
    await write(there, '- [x] rope\n- [x] pegs\n- [ ] two tents', base);
    await there.sync();
    await here.sync();
    await there.sync();
    const merged = '- [x] rope\n- [x] pegs\n- [x] two tents';
    expect((await taskOn(here, id))?.description).toBe(merged);
    expect((await taskOn(there, id))?.description).toBe(merged);
    expect(await outboxItems(here.db)).toEqual([]);
    expect(await outboxItems(there.db)).toEqual([]);
  });

  it('[MUT-8.3] two edits of the same words keep both versions until the person chooses', async () => {
    const { team } = setup;
    const id = await addTask(team, team.founder, { name: 'Dig', description: 'by hand' });
    const here = await ready();
    const there = await ready();
    await here.mutate(taskEdit, { id, description: 'by spade', description_base: 'by hand' });
    await there.mutate(taskEdit, { id, description: 'by machine', description_base: 'by hand' });
    await there.sync();
    await here.sync();
    const [item] = await outboxItems(here.db);
    expect(item).toMatchObject({ state: 'conflict', mine: 'by spade', theirs: 'by machine' });
    expect(item?.author, 'the same person on another device').toBe(team.founder.orgUserId);
    expect((await taskOn(here, id))?.description).toBe('by machine');
    await chooseItemText(await here.actions(), item?.id ?? '', { merged: 'by spade and machine' });
    expect((await taskOn(here, id))?.description).toBe('by spade and machine');
    await here.sync();
    await there.sync();
    expect((await taskOn(there, id))?.description).toBe('by spade and machine');
    expect(await outboxItems(here.db)).toEqual([]);
  });

  it('[MUT-8.1] a text saved over one that changed meanwhile does not overwrite it', async () => {
    const { team } = setup;
    const id = await addTask(team, team.founder, { name: 'Dig', description: 'a\nb\n' });
    const here = await ready();
    const there = await ready();
    await there.mutate(taskEdit, { id, description: 'A\nb\n', description_base: 'a\nb\n' });
    await there.sync();
    await here.sync();
    await here.mutate(taskEdit, { id, description: 'a\nB\n', description_base: 'a\nb\n' });
    await here.sync();
    expect((await taskOn(here, id))?.description).toBe('A\nB\n');
  });

  it('[WRITE-4.2] consecutive edits of one text by one person never conflict', async () => {
    const { team } = setup;
    const device = await ready();
    const id = device.newId();
    await device.mutate(taskCreate, {
      ...taskArgs(setup.team, id, team.card),
      description: 'first',
    });
    await device.mutate(taskEdit, { id, description: 'second', description_base: 'first' });
    await device.mutate(taskSetFlag, { id, flag: team.flag });
    await device.mutate(taskEdit, { id, description: 'third', description_base: 'second' });
    await device.sync();
    expect((await taskOn(device, id))?.description).toBe('third');
    expect(await outboxItems(device.db)).toEqual([]);
    expect(await states(device)).toEqual([]);
  });

  it('[WRITE-4.2] another edit by the same person does not let their text overwrite a newer one', async () => {
    const { team } = setup;
    const id = await addTask(team, team.founder, { name: 'Dig', description: 'a\nb\n' });
    const here = await ready();
    const there = await ready();
    await there.mutate(taskEdit, { id, description: 'A\nb\n', description_base: 'a\nb\n' });
    await there.sync();
    await here.mutate(taskSetFlag, { id, flag: team.flag });
    await here.mutate(taskEdit, { id, description: 'a\nB\n', description_base: 'a\nb\n' });
    await here.sync();
    expect((await taskOn(here, id))?.description).toBe('A\nB\n');
  });

  async function ready(options?: Parameters<Setup['device']>[1]): Promise<Device> {
    const device = setup.device(undefined, options);
    await device.sync();
    return device;
  }
});
