import { expect, it } from 'vitest';
import { orgStream, projectScope } from '../../model/entities/scopes.ts';
import { subtasks } from '../../model/entities/subtask.ts';
import { tasks } from '../../model/entities/task.ts';
import { freshId, ok, type Team } from '../server/support/team.ts';
import { forEachDatabase } from '../support/for-each-database.ts';
import { taskRow } from '../support/task-row.ts';
import { teamsOf } from './lists-setup.ts';

const COUNT = 2_000;

interface Listed {
  readonly id: string;
  readonly order: number;
  readonly task_subtask: readonly { readonly name: string }[];
}

forEachDatabase('a list of thousands of tasks', (open) => {
  const start = teamsOf(open);

  it('is complete and in order, each task with its place and its subtasks', async () => {
    const team = await start();
    const ids = await fill(team, { status: true });
    const listed = await list(team, 'project/task/list/', 'project__id');
    expect(listed.map(({ id }) => id)).toEqual(ids);
    expect(listed.map(({ order }) => order)).toEqual([...ids.keys()]);
    expect(listed.flatMap((task, place) => (task.task_subtask.length > 0 ? [place] : []))).toEqual([
      0,
      COUNT - 1,
    ]);
    expect(listed.at(-1)?.task_subtask[0]?.name).toBe('Last');
    const [card] = await list(team, 'project-card/details/lists/', 'project');
    expect(card).toMatchObject({ id: team.card, task_count: COUNT, project_card_task: listed });
    expect(await list(team, 'task/archive/list/', 'project_card__project_id')).toEqual([]);
  });

  it('is the same with its project, whole or of one person', async () => {
    const team = await start();
    await fill(team, { status: true });
    const [board] = await list(team, 'project-card/details/lists/', 'project');
    const [{ slug, ...project }] = (await projects(team, {})).body.data;
    const [whole] = (await projects(team, { slug })).body.data;
    expect(whole).toEqual({ slug, ...project, project_card: [board] });
    const theirs = (await projects(team, { assigned_to: 'ada' })).body.data;
    expect(theirs).toEqual([whole]);
    const nobody = await projects(team, { assigned_to: '%', collaborators: 'ada' });
    expect(nobody.body).toMatchObject({ message: 'No Data Found', data: [] });
  });

  it('of an archive is the same, with the place in the whole list', async () => {
    const team = await start();
    const ids = await fill(team, { status: false });
    const listed = await list(team, 'task/archive/list/', 'project_card__project_id');
    expect(listed.map(({ id }) => id)).toEqual(ids);
    expect(listed.map(({ order }) => order)).toEqual([...ids.keys()]);
    expect(listed.at(-1)?.task_subtask[0]?.name).toBe('Last');
    expect(await list(team, 'project/task/list/', 'project__id')).toEqual([]);
  });

  it('is read and presented in turns with other requests', async () => {
    const team = await start();
    if (team.app.services.database.kind === 'postgres') return; // Its statements run elsewhere.
    for (const [path, filter, status] of [
      ['project-card/details/lists/', 'project', true],
      ['project/task/list/', 'project__id', true],
      ['task/archive/list/', 'project_card__project_id', false],
    ] as const) {
      const few = await turnsDuring(() => list(team, path, filter));
      await fill(team, { status });
      const many = await turnsDuring(() => list(team, path, filter));
      expect({ path, isInTurns: many - few > 10 }).toEqual({ path, isInTurns: true });
    }
    const [{ slug }] = (await projects(team, {})).body.data;
    const queries: readonly Readonly<Record<string, string>>[] = [{ slug }, { assigned_to: 'ada' }];
    for (const query of queries) {
      const many = await turnsDuring(() => projects(team, query));
      expect({ query, isInTurns: many > 10 }).toEqual({ query, isInTurns: true });
    }
  });
});

async function projects(team: Team, query: Readonly<Record<string, string>>) {
  return ok(await team.founder.get('project/list/', { query }));
}

async function list(team: Team, path: string, filter: string): Promise<readonly Listed[]> {
  const reply = ok(await team.founder.get(path, { query: { [filter]: team.project } }));
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(reply.body).toMatchObject({ status: 200, message: 'OK' });
  return reply.body.data;
}

/** Writes tasks in the team's project, the first and the last with a subtask, and returns their ids in order. */
async function fill(team: Team, { status }: { readonly status: boolean }): Promise<string[]> {
  const place = { orgId: String(team.founder.orgId) };
  const { project, card, flag } = team;
  const ids = Array.from({ length: COUNT }, freshId);
  const scope = projectScope(project);
  await team.app.services.writer.write([orgStream(place.orgId)], async (tx) => {
    for (const [index, id] of ids.entries()) {
      const rank = `V${String(index).padStart(5, '0')}V`;
      const row = { id, scope, project, card, flag, rank, status, assigned_to: 'ada' };
      await tx.put(tasks, place, taskRow(row));
    }
    for (const [task, name] of [
      [ids.at(0), 'First'],
      [ids.at(-1), 'Last'],
    ]) {
      const row = { id: freshId(), v: 0, scope, project, task, rank: 'V', name, document: null };
      const dates = { start_date: null, end_date: null, created_at: '2026-01-01T00:00:00Z' };
      const state = { is_completed: false, assigned_to: null, status: true, created_by: 'ada' };
      await tx.put(subtasks, place, subtasks.parse({ ...row, ...dates, ...state }));
    }
  });
  return ids;
}

/** Turns of the event loop until some work has ended. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isOver = true;
  return turns;
}
