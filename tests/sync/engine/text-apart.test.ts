import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { taskEdit } from '../../../model/mutations/task/task-edit.ts';
import { taskSetFlag } from '../../../model/mutations/task/task-set-flag.ts';
import { chooseItemText } from '../../../sync/store/outbox-actions.ts';
import { outboxItems } from '../../../sync/store/outbox-entries.ts';
import { addTask } from '../../server/support/team.ts';
import { type Setup, setUp, taskOn } from '../support/setup.ts';

describe('an edit with a text that has changed at the server', () => {
  let setup: Setup;
  let id: string;
  beforeEach(async () => {
    setup = await setUp();
    id = await addTask(setup.team, setup.team.founder, { name: 'Dig', description: 'by hand' });
  });
  afterEach(() => setup.end());

  const edited = (description: string, fields = {}) => ({
    id,
    description,
    description_base: 'by hand',
    ...fields,
  });

  it.each(['theirs', 'mine'] as const)(
    '[MUT-8.4] keeps its name and dates when the person chooses the text: %s',
    async (choice) => {
      const here = setup.device();
      const there = setup.device();
      await here.sync();
      await there.sync();
      await here.mutate(taskEdit, edited('by spade'));
      await here.mutate(taskEdit, { id, name: 'Dig deeper', end_date: '2026-12-01' });
      await there.mutate(taskEdit, edited('by machine'));
      await there.sync();
      await here.sync();
      const [item, ...others] = await outboxItems(here.db);
      expect(item).toMatchObject({ state: 'conflict', mine: 'by spade', theirs: 'by machine' });
      expect(others).toEqual([]);
      await there.sync();
      const renamed = { name: 'Dig deeper', end_date: '2026-12-01' };
      expect(await taskOn(there, id)).toMatchObject(renamed);
      // What is changed elsewhere while the person decides is not part of the decision.
      await there.mutate(taskEdit, { id, end_date: '2026-12-24' });
      await there.sync();
      await chooseItemText(await here.actions(), item?.id ?? '', choice);
      await here.sync();
      const chosen = choice === 'mine' ? 'by spade' : 'by machine';
      const all = { name: 'Dig deeper', end_date: '2026-12-24', description: chosen };
      expect(await taskOn(here, id)).toMatchObject(all);
      await there.sync();
      expect(await taskOn(there, id)).toMatchObject(all);
    },
  );

  it.each(['by hand and\nby machine', 'by machine'])(
    '[MUT-8.4] does not overwrite a later edit of the same person: "%s"',
    async (theirs) => {
      const here = setup.device();
      const there = setup.device();
      await here.sync();
      await there.sync();
      const mine = theirs.startsWith('by hand') ? 'by hand and' : 'by spade';
      await here.mutate(taskEdit, edited(mine, { name: 'Dig first', end_date: '2026-12-01' }));
      await here.mutate(taskSetFlag, { id, flag: setup.team.flag });
      await here.mutate(taskEdit, { id, name: 'Dig last' });
      await there.mutate(taskEdit, edited(theirs));
      await there.sync();
      await here.sync();
      await there.sync();
      for (const device of [here, there]) {
        expect(await taskOn(device, id)).toMatchObject({
          name: 'Dig last',
          end_date: '2026-12-01',
        });
      }
    },
  );

  it.each(['by hand and\nby machine', 'by machine'])(
    '[MUT-8.4] keeps the newest name, which a later edit of the same text has: "%s"',
    async (theirs) => {
      const here = setup.device();
      const there = setup.device();
      await here.sync();
      await there.sync();
      const [mine, longer] = theirs.startsWith('by hand')
        ? ['by hand and', 'by hand and foot and']
        : ['by spade', 'by spade and pick'];
      await here.mutate(taskEdit, edited(mine));
      await here.mutate(taskSetFlag, { id, flag: setup.team.flag });
      await here.mutate(taskEdit, { id, name: 'Dig second', start_date: '2026-12-01' });
      await here.mutate(taskSetFlag, { id, flag: setup.team.flag });
      const last = { id, name: 'Dig last', description: longer, description_base: mine };
      await here.mutate(taskEdit, last);
      await there.mutate(taskEdit, edited(theirs));
      await there.sync();
      await here.sync();
      await there.sync();
      for (const device of [here, there]) {
        const all = { name: 'Dig last', start_date: '2026-12-01' };
        expect(await taskOn(device, id)).toMatchObject(all);
      }
    },
  );
});
