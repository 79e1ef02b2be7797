import { expect, it } from 'vitest';
import type { Check, ScopePage } from '../../../model/protocol/messages.ts';
import { isDetailTable } from '../../../model/entities/details.ts';
import { projectScope } from '../../../model/entities/scopes.ts';
import { digestOf } from '../../../model/shared/digest.ts';
import { MOST_CHECKED_TASKS } from '../../../model/protocol/detail-check.ts';
import type { RestClient } from '../../support/rest-client.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { startSameIds } from '../support/same-ids.ts';
import { addTask, freshId, hire, ok, orgStreamOf, startTeam, type Team } from '../support/team.ts';

/** Version above all versions here: every completed task is cold. */
const ABOVE = 1_000_000;

forEachDatabase('a check of details', (open) => {
  it('[PULL-8.4] counts those that a fill of the hot project contains, and those of single tasks', async () => {
    const team = await startTeam(open);
    const [cold, hot] = [await addTask(team, team.founder), await addTask(team, team.founder)];
    for (const task of [cold, hot]) await say(team, task, 'Mind the bull');
    await complete(team, cold);
    const all = await read(team, {});
    const warm = await read(team, { hot: String(ABOVE) });
    const own = await read(team, { task: cold });
    expect([all.length, warm.length, own.length]).toEqual([3, 1, 2]);
    const [found] = (await check(team, { unchanged_since: ABOVE, tasks: [cold, hot] })).scopes;
    expect(found?.hot).toMatchObject({ count: 1, digest: digestOf(warm) });
    expect(found?.tasks).toMatchObject([
      { task: cold, count: 2, digest: digestOf(own) },
      { task: hot, count: 1, digest: digestOf(warm) },
    ]);
    const [kept] = (await check(team, { tasks: [] })).scopes;
    expect(kept).toMatchObject({ tasks: [], count: found?.count, outline: found?.outline });
    expect(kept?.hot).toBe(undefined);
  });

  it('[PULL-8.4] contains a detail of a cold task that is newer than the version', async () => {
    const team = await startTeam(open);
    const task = await addTask(team, team.founder);
    await say(team, task, 'Mind the bull');
    await complete(team, task);
    const { head } = await check(team, { tasks: [] });
    await say(team, task, 'It is gone');
    const [found] = (await check(team, { unchanged_since: head, tasks: [] })).scopes;
    expect(found?.hot?.count).toBe(1);
  });

  it('[PULL-8.4] counts nothing of a task of another project or organisation', async () => {
    const { ours, theirs, task } = await startSameIds(open);
    const before = await check(ours, { unchanged_since: ABOVE, tasks: [task] });
    await say(theirs, task, 'Mind the bull');
    await complete(theirs, task);
    const after = await check(ours, { unchanged_since: ABOVE, tasks: [task, freshId()] });
    expect(after.scopes[0]?.hot).toEqual(before.scopes[0]?.hot);
    expect(after.scopes[0]?.tasks).toMatchObject([{ count: 0 }, { count: 0 }]);
    const place = { stream: orgStreamOf(ours.founder), scope: projectScope(ours.project) };
    const foreign = await theirs.founder.post('sync/check', { ...place, tasks: [task] });
    expect(foreign.status).toBe(404);
  });

  it('[PULL-8.4] lists no scope to a person who may not read it', async () => {
    const team = await startTeam(open);
    const task = await addTask(team, team.founder);
    await say(team, task, 'Mind the bull');
    const outsider = await hire(team, 'ben@field.test');
    const found = await check(team, { unchanged_since: ABOVE, tasks: [task] }, outsider);
    expect(found.scopes).toEqual([]);
  });

  it('[PULL-8.4] refuses more tasks than one request may name', async () => {
    const { founder, project } = await startTeam(open);
    const stream = orgStreamOf(founder);
    const tasks = Array.from({ length: MOST_CHECKED_TASKS + 1 }, freshId);
    const body = { stream, scope: projectScope(project), tasks };
    expect((await founder.post('sync/check', body)).status).toBe(400);
  });

  async function complete({ founder }: Team, task: string): Promise<void> {
    const done = { is_completed: true, is_completed_at: '2026-03-01T10:00:00Z' };
    ok(await founder.patch(`task/update-destroy/${task}/`, done));
  }

  async function say({ founder }: Team, task: string, comment: string): Promise<void> {
    ok(await founder.post('comment/create/', { task, comment }));
  }

  async function check(
    { founder, project }: Team,
    body: object,
    person: RestClient = founder,
  ): Promise<Check> {
    const place = { stream: orgStreamOf(founder), scope: projectScope(project) };
    return ok(await person.post('sync/check', { ...place, ...body })).body;
  }

  async function read(
    { founder, project }: Team,
    only: Readonly<Record<string, string>>,
  ): Promise<ScopePage['rows'][number]['row'][]> {
    const path = `sync/scope/${encodeURIComponent(projectScope(project))}`;
    const query = { details: '1', ...only };
    const { rows }: ScopePage = ok(await founder.get(path, { query })).body;
    return rows.filter(({ table }) => isDetailTable(table)).map(({ row }) => row);
  }
});
