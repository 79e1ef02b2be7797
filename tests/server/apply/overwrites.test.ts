import { expect, it } from 'vitest';
import { forEachDatabase } from '../../support/for-each-database.ts';
import type { OpenEmpty } from '../../support/for-each-database.ts';
import type { RestClient } from '../../support/rest-client.ts';
import {
  addBoard,
  deviceOf,
  type Device,
  freshId,
  hire,
  join,
  ok,
  pull,
  startTeam,
  taskBody,
  type Team,
} from '../support/team.ts';

forEachDatabase('a value that somebody replaces without having seen it', (open) => {
  it('[WRITE-4.6] is kept with both people and times, in the order of arrival', async () => {
    const scene = await startScene(open);
    const { team, ben, task, cards, head, device } = scene;
    ok(await ben.patch(`task/update-destroy/${task}/`, { project_card: cards.doing }));
    const done = team.setup.clock.time - 60_000;
    ok(await move(scene, 1, { card: cards.done, seen: head, claimed_at: done }));
    expect(await overwritesOf(ben)).toMatchObject([
      {
        project: team.project,
        task,
        tbl: 'tasks',
        row: task,
        field: 'card',
        lost: cards.doing,
        lost_by: ben.orgUserId,
        lost_claimed_at: null,
        kept: cards.done,
        kept_by: team.founder.orgUserId,
        kept_claimed_at: new Date(done).toISOString(),
      },
    ]);
    expect(await overwritesOf(team.founder)).toHaveLength(1);
    // A repeated push is the same write.
    ok(await move({ ...scene, device }, 1, { card: cards.done, seen: head, claimed_at: done }));
    expect(await overwritesOf(ben)).toHaveLength(1);
  });

  it('[WRITE-4.6] is not noted when its author had seen it, wrote it themselves, or writes as a plain client', async () => {
    const scene = await startScene(open);
    const { team, ben, task, cards, head } = scene;
    ok(await ben.patch(`task/update-destroy/${task}/`, { project_card: cards.doing }));
    const seen = await headOf(team.founder);
    ok(await move(scene, 1, { card: cards.done, seen }));
    // The newest value is the founder's own of call 1: no other person's is replaced.
    ok(await move(scene, 2, { card: cards.todo, seen: head }));
    ok(await team.founder.patch(`task/update-destroy/${task}/`, { project_card: cards.doing }));
    expect(await overwritesOf(team.founder)).toEqual([]);
  });

  it('[WRITE-4.6] is not noted when both wrote the same, other fields, or when it was taken back meanwhile', async () => {
    const scene = await startScene(open);
    const { ben, task, cards, head } = scene;
    const path = `task/update-destroy/${task}/`;
    ok(await ben.patch(path, { collaborators: [] }));
    ok(await ben.patch(path, { project_card: cards.doing }));
    ok(await ben.patch(path, { project_card: cards.todo }));
    ok(await move(scene, 1, { card: cards.doing, seen: head }));
    const before = await headOf(ben);
    ok(await ben.patch(path, { project_card: cards.done }));
    ok(await move(scene, 2, { card: cards.done, seen: before }));
    expect(await overwritesOf(ben)).toEqual([]);
  });

  it('[WRITE-4.6] moves with its task, ends for both when one of the two dismisses it, and for nobody else', async () => {
    const scene = await startScene(open);
    const { team, ben, task, cards, head } = scene;
    const cleo = await hire(team, 'cleo@field.test');
    await join(team, cleo);
    ok(await ben.patch(`task/update-destroy/${task}/`, { project_card: cards.doing }));
    ok(await move(scene, 1, { card: cards.done, seen: head }));
    const [note] = await overwritesOf(cleo);
    const path = `overwrite/delete/${String(note?.['id'])}/`;
    expect(await cleo.delete(path)).toMatchObject({ status: 403 });

    const other = await addBoard(team);
    await join(team, ben, other.project);
    ok(await move(scene, 2, { card: other.card, seen: await headOf(ben) }));
    expect(await overwritesOf(cleo)).toEqual([]);
    expect(await overwritesOf(ben)).toMatchObject([{ project: other.project, row: task }]);
    expect(await cleo.delete(path)).toMatchObject({ status: 404 });

    ok(await ben.delete(path));
    expect(await overwritesOf(team.founder)).toEqual([]);
    // WRITE-4.4: the other one dismisses it at the same time.
    ok(await team.founder.delete(path));
  });

  it('[WRITE-4.6] is kept for a card, a project and a workspace, and ends with the right to read it', async () => {
    const team = await startTeam(open);
    const { founder, project, card, workspace } = team;
    const ben = await hire(team, 'ben@field.test', 'Manager');
    const device = await deviceOf(founder);
    const seen = await headOf(founder);
    const edits = [
      [`project-card/update-destroy/${card}/`, 'name', 'Digging', 'Under way'],
      [`project/update-destroy/${project}/`, 'description', 'By Friday', 'By Monday'],
      [`workspace/update-destroy/${workspace}/`, 'desc', 'Beyond the ford', 'By the ford'],
    ] as const;
    for (const [index, [path, field, lost, kept]] of edits.entries()) {
      ok(await ben.patch(path, { [field]: lost }));
      const write = { seq: index + 1, method: 'PATCH', path, body: { [field]: kept }, seen };
      const answer = ok(await device.push([{ ...write, method: 'PATCH' }]));
      expect(answer.body.verdicts).toMatchObject([{ status: 200 }]);
    }
    const place = { project, task: '', lost_by: ben.orgUserId, kept_by: founder.orgUserId };
    const notes = await overwritesOf(ben);
    expect(notes).toMatchObject([
      { ...place, scope: `project:${project}`, tbl: 'cards', row: card, lost: 'Digging' },
      { ...place, scope: `project:${project}`, tbl: 'projects', row: project, lost: 'By Friday' },
      { ...place, scope: `workspace:${workspace}`, project: '', tbl: 'workspaces' },
    ]);
    expect(await overwritesOf(founder)).toHaveLength(3);
    const stream = `org:${founder.orgId}`;
    const filled = await founder.get(`sync/scope/${encodeURIComponent(`workspace:${workspace}`)}`, {
      query: { stream },
    });
    expect(JSON.stringify(ok(filled).body)).toContain('Beyond the ford');

    const outsider = await hire(team, 'cleo@field.test');
    const paths = notes.map(({ id }) => `overwrite/delete/${String(id)}/`);
    expect(await overwritesOf(outsider)).toEqual([]);
    for (const path of paths) expect(await outsider.delete(path)).toMatchObject({ status: 404 });

    // Ben becomes a member of the project with an ordinary level: the workspace is no longer his to decide about.
    await setRole(team, ben, 'Member');
    expect(await overwritesOf(ben)).toEqual([]);
    for (const path of paths) expect(await ben.delete(path)).toMatchObject({ status: 404 });
    await join(team, ben);
    expect(await overwritesOf(ben)).toHaveLength(3);
    expect(await ben.delete(paths[2] ?? '')).toMatchObject({ status: 404 });
    ok(await ben.delete(paths[0] ?? ''));
    ok(await founder.delete(paths[2] ?? ''));
    expect(await overwritesOf(founder)).toMatchObject([{ tbl: 'projects' }]);
  });
});

interface Scene {
  readonly team: Team;
  readonly ben: RestClient;
  readonly device: Device;
  readonly task: string;
  readonly cards: Readonly<Record<'todo' | 'doing' | 'done', string>>;
  /** Version at which the founder's device goes offline. */
  readonly head: number;
}

/** A task of the founder that Ben works on, in the first of three columns. */
async function startScene(open: OpenEmpty): Promise<Scene> {
  const team = await startTeam(open);
  const ben = await hire(team, 'ben@field.test');
  await join(team, ben);
  const [doing, done] = [freshId(), freshId()];
  for (const [id, name] of [
    [doing, 'Doing'],
    [done, 'Done'],
  ] as const) {
    ok(await team.founder.post('project-card/create/', { id, project: team.project, name }));
  }
  const body = { ...taskBody(team, team.founder), assigned_to: `${team.project}.${ben.orgUserId}` };
  ok(await team.founder.post('task/create/', body));
  return {
    team,
    ben,
    device: await deviceOf(team.founder),
    task: body.id,
    cards: { todo: team.card, doing, done },
    head: await headOf(team.founder),
  };
}

/** Gives the person another role, and with it another level. */
async function setRole({ founder }: Team, person: RestClient, name: string): Promise<void> {
  const roles = ok(await founder.get('user-role/list/')).body.data;
  const role = roles.find((one: { readonly name: string }) => one.name === name);
  const path = `organization-user/update/${String(person.orgUserId)}/`;
  ok(await founder.patch(path, { user_role: role.id }));
}

interface Move {
  readonly card: string;
  readonly seen: number;
  readonly claimed_at?: number;
}

/** The founder's device moves the task. */
async function move({ device, task }: Scene, seq: number, { card, ...rest }: Move) {
  const body = { project_card: card, rank: 'V' };
  const path = `task/update-destroy/${task}/`;
  const answer = ok(await device.push([{ seq, method: 'PATCH', path, body, ...rest }]));
  expect(answer.body.verdicts).toMatchObject([{ seq, status: 200 }]);
  return answer;
}

async function headOf(person: RestClient): Promise<number> {
  return ok(await pull(person)).body.head;
}

async function overwritesOf(person: RestClient): Promise<readonly Record<string, unknown>[]> {
  const { changes } = ok(await pull(person)).body;
  return changes
    .filter(
      ({ table, kind }: { table: string; kind: string }) =>
        table === 'overwrites' && kind === 'put',
    )
    .map(({ row }: { row: Record<string, unknown> }) => row);
}
