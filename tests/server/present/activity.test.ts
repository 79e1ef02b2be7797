import { afterEach, expect, it } from 'vitest';
import { forEachDatabase } from '../../support/for-each-database.ts';
import type { RestClient } from '../../support/rest-client.ts';
import { startSameIds } from '../support/same-ids.ts';
import { addTask, foundTeam, hire, join, ok, startTeam, type Team } from '../support/team.ts';

interface Entry {
  readonly version: number;
  readonly by: { readonly id: number; readonly display_name: string };
  readonly table: string;
  readonly name: string;
  readonly action: string;
  readonly changes: readonly { field: string; before: unknown; after: unknown }[];
}

forEachDatabase('the activity log', (open) => {
  const teams: Team[] = [];
  const start = async () => {
    const team = await startTeam(open);
    teams.push(team);
    return team;
  };
  afterEach(async () => {
    for (const team of teams.splice(0)) await team.setup.close();
  });

  it('[WRITE-5.1] lists author, field, old and new value, newest first', async () => {
    const team = await start();
    const ben = await hire(team, 'ben@field.test');
    await join(team, ben);
    const task = await addTask(team, ben, { name: 'Dig' });
    ok(await ben.patch(`task/update-destroy/${task}/`, { name: 'Dig deeper' }));
    ok(
      await team.founder.patch(`organization-user/update/${ben.orgUserId}/`, {
        display_name: 'Ben Okafor',
      }),
    );
    const [renamed, edited, made] = await read(team.founder);
    expect(renamed).toMatchObject({
      table: 'org_users',
      name: 'Ben Okafor',
      action: 'changed',
      by: { id: Number(team.founder.orgUserId) },
      changes: [{ field: 'display_name', before: 'ben', after: 'Ben Okafor' }],
    });
    expect(edited).toMatchObject({
      table: 'tasks',
      name: 'Dig deeper',
      by: { display_name: 'Ben Okafor' },
      changes: [{ field: 'name', before: 'Dig', after: 'Dig deeper' }],
    });
    expect(made).toMatchObject({ table: 'tasks', action: 'created' });
  });

  it('names each of several people who tick, and nobody when a task is reassigned', async () => {
    const team = await start();
    const ben = await hire(team, 'ben@field.test');
    await join(team, ben);
    const task = await addTask(team, team.founder);
    const path = `task/update-destroy/${task}/`;
    const [ada, his] = [team.founder.orgUserId ?? '', ben.orgUserId ?? ''];
    const done = { is_completed_employee: true, is_completed_emp_at: '2026-03-02T08:00:00Z' };
    ok(await team.founder.patch(path, { assigned_to: his }));
    ok(await ben.patch(path, done));
    ok(await team.founder.patch(path, { assigned_to: ada }));
    ok(await team.founder.patch(path, { assigned_users: [ada, his] }));
    ok(await ben.patch(path, done));
    const [ticked, , given] = await read(team.founder, { row: task });
    expect(ticked?.changes).toEqual([
      { field: 'ticks', before: {}, after: { [his]: done.is_completed_emp_at } },
    ]);
    const fields = given?.changes.map(({ field }) => field);
    expect(fields).toEqual(['assigned_to', 'is_completed_emp_at', 'is_completed_employee']);
  });

  it('names nobody as ticking when one of several assignees is removed and assigned again', async () => {
    const team = await start();
    const [ben, eve] = [await hire(team, 'ben@field.test'), await hire(team, 'eve@field.test')];
    await join(team, ben);
    await join(team, eve);
    const path = `task/update-destroy/${await addTask(team, team.founder)}/`;
    const [ada, his, hers] = [team.founder, ben, eve].map(({ orgUserId }) => orgUserId ?? '');
    ok(await team.founder.patch(path, { assigned_users: [ada, his, hers] }));
    ok(await ben.patch(path, { is_completed_employee: true }));
    ok(await team.founder.patch(path, { assigned_users: [ada, hers] }));
    ok(await team.founder.patch(path, { assigned_users: [ada, hers, his] }));
    const [again, removed] = await read(team.founder, {});
    expect([again, removed].map((entry) => entry?.changes.map(({ field }) => field))).toEqual([
      ['assigned_users'],
      ['assigned_users'],
    ]);
  });

  it('is filtered by kind, person and row', async () => {
    const team = await start();
    const ben = await hire(team, 'ben@field.test');
    await join(team, ben);
    const task = await addTask(team, ben);
    const tables = async (query: Readonly<Record<string, string>>) =>
      new Set((await read(team.founder, query)).map(({ table }) => table));
    expect(await tables({ kind: 'people' })).toEqual(new Set(['org_users', 'invitations']));
    expect(await tables({ kind: 'tasks' })).toEqual(new Set(['tasks']));
    expect(await tables({ row: task })).toEqual(new Set(['tasks']));
    const his = await read(team.founder, { organization_user: ben.orgUserId ?? '' });
    expect(new Set(his.map(({ by }) => by.id))).toEqual(new Set([Number(ben.orgUserId)]));
    const unknown = await team.founder.get('activity/list/', { query: { kind: 'secrets' } });
    expect(unknown.status).toBe(400);
  });

  it('has pages without gaps and repetitions', async () => {
    const team = await start();
    for (let index = 0; index < 60; index += 1) {
      await addTask(team, team.founder, { name: `Task ${index}` });
    }
    const seen: number[] = [];
    let before: string | undefined;
    for (;;) {
      const query: Record<string, string> = before === undefined ? {} : { before };
      const { data, next } = (await team.founder.get('activity/list/', { query })).body;
      seen.push(...data.map((entry: Entry) => entry.version));
      if (next === null) break;
      before = String(next);
    }
    expect(seen).toEqual(seen.toSorted((left, right) => right - left));
    expect(new Set(seen).size).toBeGreaterThan(60);
    const versions = (
      await team.founder.get('sync/pull', {
        query: { stream: `org:${team.founder.orgId}`, since: '0' },
      })
    ).body.head;
    expect(Math.max(...seen)).toBe(versions);
  });

  it('names a row as this organisation does, where another one has a row of the same id', async () => {
    const team = await start();
    const there = { ...(await foundTeam(team.app, 'zoe@other.test', 'Other')), setup: team.setup };
    const id = await addTask(team, team.founder, { name: 'Dig' });
    await addTask(there, there.founder, { id, name: 'Sow' });
    const namesOf = async (who: RestClient) =>
      (await read(who, { row: id })).map(({ name }) => name);
    expect(await namesOf(team.founder)).toEqual(['Dig']);
    expect(await namesOf(there.founder)).toEqual(['Sow']);
  });

  it('keeps the text of a comment whose id another organisation has deleted', async () => {
    const { ours, theirs, comment } = await startSameIds(open);
    teams.push(ours);
    const path = `comment/update-destroy/${comment}/`;
    for (const { founder } of [ours, theirs]) ok(await founder.patch(path, { comment: 'Edited' }));
    ok(await theirs.founder.patch(path, { deleted: true }));
    const changes = async ({ founder }: Team) =>
      (await read(founder)).flatMap((entry) => entry.changes.map(({ after }) => after));
    expect(await changes(ours)).toContain('Edited');
    expect(await changes(theirs)).not.toContain('Edited');
  });

  it('names a deleted row by its last name in all entries', async () => {
    const team = await start();
    const made = ok(await team.founder.post('team/create/', { name: 'Ridge' })).body.data;
    ok(await team.founder.patch(`team/update-destroy/${made.id}/`, { name: 'Ridge north' }));
    ok(await team.founder.delete(`team/update-destroy/${made.id}/`));
    const entries = await read(team.founder, { row: made.id });
    expect(entries.map(({ action, name }) => [action, name])).toEqual([
      ['removed', 'Ridge north'],
      ['changed', 'Ridge north'],
      ['created', 'Ridge north'],
    ]);
  });

  it('contains no rows of other organisations and no personal ones, and is for levels 1 to 3', async () => {
    const team = await start();
    const other = { ...(await foundTeam(team.app, 'zoe@other.test', 'Other')), setup: team.setup };
    await addTask(other, other.founder, { name: 'Their secret' });
    const tag = ok(await team.founder.post('note-tag/create/', { name: 'Mine' })).body.data;
    ok(
      await team.founder.post('note/create/', {
        title: 'My secret',
        note: 'Nobody else',
        tags: tag.id,
      }),
    );
    const all = JSON.stringify(await read(team.founder));
    expect(all).not.toContain('secret');
    const ben = await hire(team, 'ben@field.test');
    expect((await ben.get('activity/list/')).status).toBe(403);
  });
});

async function read(
  who: RestClient,
  query: Readonly<Record<string, string>> = {},
): Promise<readonly Entry[]> {
  const reply = ok(await who.get('activity/list/', { query }));
  const entries: readonly Entry[] = reply.body.data;
  return entries;
}
