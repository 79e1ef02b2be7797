import { expect, it } from 'vitest';
import { projectScope } from '../../../model/entities/scopes.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { startSameIds } from '../support/same-ids.ts';
import { addTask, ok, startTeam, type Team } from '../support/team.ts';

/** Version above all versions here: every completed task is cold. */
const ABOVE = '1000000';

forEachDatabase('a scope without the details of its cold tasks', (open) => {
  it('[OUT-7.1] contains those of open tasks, whatever tasks another organisation has under the same ids', async () => {
    const { ours, theirs, task } = await startSameIds(open);
    ok(await ours.founder.post('comment/create/', { task, comment: 'Mind the bull' }));
    await complete(theirs, task);
    expect(await read(ours, { hot: ABOVE })).toContain('Mind the bull');
    await complete(ours, task);
    const cold = await read(ours, { hot: ABOVE });
    expect(cold).not.toContain('Mind the bull');
    expect(cold).toContain(task);
  });

  it('[OUT-7.3] has the details of one task alone, by request', async () => {
    const team = await startTeam(open);
    const [dig, fence] = [await addTask(team, team.founder), await addTask(team, team.founder)];
    ok(await team.founder.post('comment/create/', { task: dig, comment: 'Mind the bull' }));
    ok(await team.founder.post('comment/create/', { task: fence, comment: 'Wood ordered' }));
    await complete(team, dig);
    const found = await read(team, { details: '1', task: dig });
    expect(found).toContain('Mind the bull');
    expect(found).toContain('"task_steps"');
    expect(found).not.toContain('Wood ordered');
    expect(found).not.toContain('"tasks"');
  });

  async function complete({ founder }: Team, task: string): Promise<void> {
    const done = { is_completed: true, is_completed_at: '2026-03-01T10:00:00Z' };
    ok(await founder.patch(`task/update-destroy/${task}/`, done));
  }

  async function read(
    { founder, project }: Team,
    query: Readonly<Record<string, string>>,
  ): Promise<string> {
    const path = `sync/scope/${encodeURIComponent(projectScope(project))}`;
    return ok(await founder.get(path, { query })).text;
  }
});
