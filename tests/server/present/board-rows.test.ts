import { expect, it } from 'vitest';
import { cards } from '../../../model/entities/card.ts';
import { orgStream, projectScope } from '../../../model/entities/scopes.ts';
import { subtasks } from '../../../model/entities/subtask.ts';
import { presentOneCard } from '../../../server/present/board-rows.ts';
import { readBoardContext } from '../../../server/present/loaders.ts';
import { rowOf } from '../../../server/present/read-rows.ts';
import { LEVEL_4 } from '../../support/actors.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { addTask, freshId, ok, startTeam } from '../support/team.ts';

forEachDatabase('a presented card', (open) => {
  it('is read with the subtasks of its own tasks, and none of the rest of the project', async () => {
    const team = await startTeam(open);
    const { founder, project, card } = team;
    const { database, writer } = team.app.services;
    const other = freshId();
    ok(await founder.post('project-card/create/', { id: other, project, name: 'Done' }));
    const own = await addTask(team, founder);
    const foreign = await addTask(team, founder, { card: other });
    const orgId = String(founder.orgId);
    await writer.write([orgStream(orgId)], async (tx) => {
      for (const task of [own, own, ...Array.from({ length: 30 }, () => foreign)]) {
        const row = { id: freshId(), v: 0, scope: projectScope(project), project, task, rank: 'V' };
        const dates = { start_date: null, end_date: null, created_at: '2026-01-01T00:00:00Z' };
        const state = { is_completed: false, assigned_to: null, status: true, created_by: 'ada' };
        const given = { ...row, ...dates, ...state, name: 'Dig', document: null };
        await tx.put(subtasks, { orgId }, subtasks.parse(given));
      }
    });
    const actor = { ...LEVEL_4, orgId };
    let read = 0;
    const shown = await database.snapshot(async (store) => {
      const counted = {
        ...store,
        all: async (...asked: Parameters<typeof store.all>) => {
          const found = await store.all(...asked);
          if (asked[0].includes('subtasks')) read += found.length;
          return found;
        },
      };
      const reads = { actor, store: counted };
      const row = await rowOf(reads, cards, card);
      return row && (await presentOneCard(reads, row, await readBoardContext(reads)));
    });
    expect(shown?.project_card_task.map((task) => task.task_subtask.length)).toEqual([2]);
    expect(read).toBe(2);
    await team.setup.close();
  });
});
