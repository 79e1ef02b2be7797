import { afterEach, expect, it } from 'vitest';
import type { SummaryTasksAnswer } from '../../model/protocol/summary-tasks.ts';
import { startSameIds } from '../server/support/same-ids.ts';
import {
  addBoard,
  foundTeam,
  freshId,
  hire,
  join,
  ok,
  startTeam,
  taskBody,
  type Team,
} from '../server/support/team.ts';
import { forEachDatabase } from '../support/for-each-database.ts';
import type { RestClient } from '../support/rest-client.ts';

const PATH = 'task/summary/list/';
const TODAY = '2026-03-02';

forEachDatabase('tasks of projects that a device does not keep', (open) => {
  const teams: Team[] = [];
  const start = async (): Promise<Team> => {
    const team = await startTeam(open);
    teams.push(team);
    return team;
  };
  afterEach(async () => {
    for (const team of teams.splice(0)) await team.setup.close();
  });
  const read = async (
    client: RestClient,
    question: Readonly<Record<string, unknown>>,
  ): Promise<SummaryTasksAnswer> =>
    ok(await client.post(PATH, { today: TODAY, ...question })).body.data;
  const namesOf = ({ tasks }: SummaryTasksAnswer) => tasks.map(({ name }) => name);
  const add = async (team: Team, name: string, fields: Readonly<Record<string, unknown>> = {}) => {
    team.setup.clock.time += 1_000;
    const body = { ...taskBody(team, team.founder, { name }), ...fields };
    return String(ok(await team.founder.post('task/create/', body)).body.data.id);
  };
  const done = { is_completed: true, is_completed_at: '2026-03-02T10:00:00Z' };

  it('pages contain each task once, newest first, also while tasks are added', async () => {
    const team = await start();
    for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) await add(team, name);
    const projects = [team.project];
    const first = await read(team.founder, { projects, most: 2 });
    expect(namesOf(first)).toEqual(['Five', 'Four']);
    await add(team, 'Six');
    const second = await read(team.founder, { projects, most: 2, behind: first.next });
    expect(namesOf(second)).toEqual(['Three', 'Two']);
    const third = await read(team.founder, { projects, most: 2, behind: second.next });
    expect([namesOf(third), third.next]).toEqual([['One'], null]);
    expect(third.counts).toBe(null);
  });

  it('filters by status, completion, people, time and words, and counts what passes', async () => {
    const team = await start();
    const projects = [team.project];
    const ben = await hire(team, 'ben@field.test', 'Member');
    await join(team, ben);
    const own = { assigned_to: `${team.project}.${ben.orgUserId}` };
    await add(team, 'Late', { end_date: '2026-03-01' });
    const from = new Date(team.setup.clock.time + 500).toISOString();
    await add(team, 'Café chairs', own);
    const finished = await add(team, 'Finished', own);
    ok(await team.founder.patch(`task/update-destroy/${finished}/`, done));
    const names = async (question: Readonly<Record<string, unknown>>) =>
      namesOf(await read(team.founder, { projects, ...question }));
    expect(await names({ statuses: ['Over Due'] })).toEqual(['Late']);
    expect(await names({ statuses: ['WIP', 'Completed'] })).toEqual(['Finished', 'Café chairs']);
    expect(await names({ is_completed: true })).toEqual(['Finished']);
    expect(await names({ is_completed_employee: true })).toEqual([]);
    expect(await names({ assignees: [ben.orgUserId] })).toEqual(['Finished', 'Café chairs']);
    expect(await names({ person: ben.orgUserId })).toEqual(['Finished', 'Café chairs']);
    expect(await names({ person: team.founder.orgUserId, q: 'late' })).toEqual(['Late']);
    expect(await names({ created_before: from })).toEqual(['Late']);
    expect(await names({ created_from: from })).toEqual(['Finished', 'Café chairs']);
    expect(await names({ q: 'CHAIR cafe' })).toEqual(['Café chairs']);
    expect(await names({ q: 'ben late' })).toEqual([]);
    const counted = { projects, counted: true, most: 0 };
    const all = await read(team.founder, counted);
    expect([all.counts, all.tasks]).toEqual([{ overdue: 1, pending: 1, completed: 1 }, []]);
    const { counts } = await read(team.founder, { ...counted, q: 'cafe' });
    expect(counts).toEqual({ overdue: 0, pending: 1, completed: 0 });
  });

  it('figures are those that a dashboard shows', async () => {
    const team = await start();
    const ben = await hire(team, 'ben@field.test', 'Member');
    await join(team, ben);
    const both = [team.founder, ben].map(({ orgUserId }) => `${team.project}.${orgUserId}`);
    await add(team, 'Late', { end_date: '2026-03-01' });
    const { assigned_to: _one, ...several } = taskBody(team, team.founder, { name: 'Several' });
    const people = { ...several, assigned_users: both };
    ok(await team.founder.post('multiple-user/task/create/', people));
    const finished = await add(team, 'Finished');
    ok(await team.founder.patch(`task/update-destroy/${finished}/`, done));
    const weeks = ['2026-02-23T00:00:00Z', '2026-03-02T00:00:00Z', '2026-03-09T00:00:00Z'];
    const { figures } = await read(team.founder, { projects: [team.project], most: 0, weeks });
    expect(figures).toMatchObject({
      overdue: 1,
      pending: 1,
      completed: 1,
      waiting: 0,
      by_project: [{ key: team.project, count: 3 }],
      completed_in: [0, 1],
    });
    const open = new Map(figures?.by_assignee.map(({ key, count }) => [key, count]));
    expect(open).toEqual(
      new Map([
        [ben.orgUserId, 1],
        [team.founder.orgUserId, 2],
      ]),
    );
  });

  it('figures of several projects count each active task once, by its own project and week', async () => {
    const team = await start();
    const other = await addBoard(team);
    const there = { project_card: other.card };
    const one = { assigned_to: `${other.project}.${team.founder.orgUserId}` };
    await add(team, 'First', { end_date: TODAY });
    await add(team, 'Late', { ...there, ...one, end_date: '2026-03-01' });
    const lateDone = await add(team, 'Done late', { ...there, ...one, end_date: '2026-03-01' });
    const waits = await add(team, 'Waits', { ...there, ...one });
    const accepted = await add(team, 'Accepted', { ...there, ...one });
    const archived = await add(team, 'Archived', { ...there, ...one });
    const ticked = { is_completed_employee: true, is_completed_emp_at: '2026-02-24T10:00:00Z' };
    const change = async (id: string, fields: Readonly<Record<string, unknown>>) =>
      ok(await team.founder.patch(`task/update-destroy/${id}/`, fields));
    await change(lateDone, done);
    await change(waits, ticked);
    await change(accepted, ticked);
    await change(accepted, done);
    await change(archived, { status: false });
    // More than one statement counts.
    const unknown = Array.from({ length: 150 }, () => freshId());
    const projects = [team.project, ...unknown, other.project];
    const weeks = ['2026-02-23T00:00:00Z', '2026-03-02T00:00:00Z', '2026-03-09T00:00:00Z'];
    const { figures, counts } = await read(team.founder, {
      projects,
      most: 0,
      weeks,
      counted: true,
    });
    expect(counts).toEqual({ overdue: 1, pending: 2, completed: 2 });
    expect(figures).toMatchObject({ overdue: 1, pending: 2, completed: 2, waiting: 1 });
    expect(figures?.completed_in).toEqual([1, 1]);
    expect(figures?.by_flag).toEqual([{ key: team.flag, count: 5 }]);
    expect(figures?.by_assignee).toEqual([{ key: team.founder.orgUserId, count: 3 }]);
    expect(figures?.by_project).toEqual([
      { key: team.project, count: 1 },
      { key: other.project, count: 4 },
    ]);
    const from = Date.parse(
      (await read(team.founder, { projects: [team.project] })).tasks[0]?.created_at ?? '',
    );
    const instants = [0, 1_000, 4_000].map((after) => new Date(from + after).toISOString());
    const begun = await read(team.founder, { projects, most: 0, weeks: instants });
    expect(begun.figures?.created).toEqual([1, 3]);
  });

  it('rows of the same ids in another organisation neither count nor hide', async () => {
    const { ours, theirs } = await startSameIds(open);
    teams.push(ours);
    const question = {
      projects: [ours.project],
      most: 0,
      counted: true,
      weeks: ['2020-01-06T00:00:00Z', '2120-01-01T00:00:00Z'],
    };
    const countIn = async ({ founder }: Team) => {
      const { counts, figures } = await read(founder, question);
      return [counts?.pending, figures?.pending, figures?.created];
    };
    expect(await countIn(ours)).toEqual([2, 2, [2]]);
    expect(await countIn(theirs)).toEqual([1, 1, [1]]);
    const { writer } = ours.app.services.database;
    await writer.begin();
    await writer.run("insert into erasures (org_id, kind, id, up_to) values (?, 'project', ?, 1)", [
      theirs.founder.orgId ?? '',
      theirs.project,
    ]);
    await writer.commit();
    expect(await countIn(ours)).toEqual([2, 2, [2]]);
    expect(await countIn(theirs)).toEqual([0, 0, [0]]);
  });

  it('only projects that the caller may see are read, and no other organisation', async () => {
    const team = await start();
    await add(team, 'Dig');
    const question = {
      projects: [team.project, freshId()],
      counted: true,
      weeks: ['2020-01-06T00:00:00Z', '2120-01-01T00:00:00Z'],
    };
    const nothing = { overdue: 0, pending: 0, completed: 0 };
    const ben = await hire(team, 'ben@field.test', 'Member');
    const hidden = await read(ben, question);
    expect(hidden).toMatchObject({ counts: nothing, tasks: [], next: null });
    expect(hidden.figures).toMatchObject({ by_project: [], created: [0] });
    await join(team, ben);
    expect(namesOf(await read(ben, question))).toEqual(['Dig']);
    const other = await foundTeam(team.app, 'eve@else.test', 'Elsewhere');
    const foreign = await read(other.founder, question);
    expect(foreign).toMatchObject({ counts: nothing, tasks: [], next: null });
    expect(foreign.figures).toMatchObject({ by_project: [], created: [0] });
    const refused = await team.founder.post(PATH, { today: TODAY, projects: 'all' });
    expect(refused.status).toBe(400);
  });
});
