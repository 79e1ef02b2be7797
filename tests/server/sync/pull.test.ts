import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { ENTITIES } from '../../../model/entities/registry.ts';
import { inboxScope } from '../../../model/entities/scopes.ts';
import {
  bootstrapLineSchema,
  checkSchema,
  pullPageSchema,
} from '../../../model/protocol/messages.ts';
import { digestOf } from '../../../model/shared/digest.ts';
import { parseAt } from '../../../model/shared/parse.ts';
import { entitiesOfScope } from '../../../server/sync/readable-scopes.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import type { RestClient } from '../../support/rest-client.ts';
import {
  addTask,
  freshId,
  hire,
  join,
  ok,
  orgStreamOf,
  pull,
  startTeam,
  type Team,
  userStreamOf,
} from '../support/team.ts';

forEachDatabase('PULL rules', (open) => {
  it('[PULL-1] a pull returns epoch, head, floor, scopes and changes in one list ordered by version', async () => {
    const team = await startTeam(open);
    await addTask(team, team.founder);
    const page = parseAt(pullPageSchema, (await pull(team.founder)).body);
    const versions = page.changes.map((change) => change.v);
    expect(versions).toEqual(versions.toSorted((left, right) => left - right));
    expect(page).toMatchObject({ floor: 0, complete: true, next: page.head });
    expect(page.scopes).toEqual([
      'directory',
      'admin',
      `workspace:${team.workspace}`,
      `project:${team.project}`,
      inboxScope(team.founder.orgUserId ?? ''),
    ]);
  });

  it('[PULL-2] changes are put, del and moved, and a moved row’s comments move with it', async () => {
    const team = await startTeam(open);
    const { founder } = team;
    const task = await addTask(team, founder);
    const comment = freshId();
    ok(await founder.post('comment/create/', { id: comment, task, comment: 'Look' }));
    const other = await addProject(team);
    const since = (await pull(founder)).body.head;
    ok(await founder.patch(`task/update-destroy/${task}/`, { project_card: other.card }));
    const note = await pull(founder, since);
    expect(note.body.changes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'moved', table: 'tasks', id: task, to: other.scope }),
        expect.objectContaining({ kind: 'put', table: 'tasks', id: task }),
        expect.objectContaining({ kind: 'moved', table: 'comments', id: comment, to: other.scope }),
        expect.objectContaining({ kind: 'put', table: 'comments', id: comment }),
      ]),
    );
    const [first] = note.body.changes;
    expect(new Set(note.body.changes.map((change: { v: number }) => change.v))).toEqual(
      new Set([first.v]),
    );
    const member = `${team.project}.${founder.orgUserId}`;
    ok(await founder.delete(`team-member/update-destroy/${member}/`));
    const gone = await pull(founder, note.body.head);
    expect(gone.body.changes).toEqual([
      { kind: 'del', table: 'team_members', id: member, v: note.body.head + 1 },
    ]);
  });

  it('[PULL-3] a page never splits a version, however small the limit', async () => {
    const team = await startTeam(open);
    const { founder } = team;
    const task = await addTask(team, founder);
    for (let index = 0; index < 5; index += 1) {
      ok(await founder.post('comment/create/', { id: freshId(), task, comment: `No ${index}` }));
    }
    const other = await addProject(team);
    ok(await founder.patch(`task/update-destroy/${task}/`, { project_card: other.card }));
    const seen: { v: number }[] = [];
    const ends: number[] = [];
    for (let since = 0; ;) {
      const { body } = await pull(founder, since, { limit: '2' });
      seen.push(...body.changes);
      ends.push(body.next);
      if (body.complete) break;
      expect(body.next).toBeGreaterThan(since);
      since = body.next;
    }
    const whole = (await pull(founder)).body.changes;
    expect(seen).toEqual(whole);
    expect(ends.length).toBeGreaterThan(5);
    const last = seen.at(-1)?.v;
    expect(seen.filter((change) => change.v === last).length).toBeGreaterThan(2);
  });

  it('[PULL-3] a limit of one still advances over versions that the caller may not see', async () => {
    const team = await startTeam(open);
    const member = await hire(team, 'ben@field.test');
    for (let index = 0; index < 6; index += 1) await addTask(team, team.founder);
    const { body } = await pull(member, 0, { limit: '1' });
    expect(body.complete).toBe(false);
    let since = body.next;
    for (let steps = 0; steps < 100; steps += 1) {
      const page = (await pull(member, since, { limit: '1' })).body;
      since = page.next;
      if (page.complete) break;
    }
    expect(since).toBe((await pull(member)).body.head);
  });

  it('[PULL-5.1] a scope can be filled while it is readable, and a pull lists it only then', async () => {
    const team = await startTeam(open);
    const member = await hire(team, 'ben@field.test');
    const scope = `project:${team.project}`;
    for (let index = 0; index < 3; index += 1) await addTask(team, team.founder);
    expect((await pull(member)).body.scopes).toEqual([
      'directory',
      inboxScope(member.orgUserId ?? ''),
    ]);
    expect((await fill(member, scope)).status).toBe(404);
    await join(team, member);
    expect((await pull(member)).body.scopes).toContain(scope);
    const page = ok(await fill(member, scope)).body;
    const tables = page.rows.map((entry: { table: string }) => entry.table);
    expect(tables.filter((table: string) => table === 'tasks')).toHaveLength(3);
    expect(page.cursor).toBeNull();
    ok(
      await team.founder.delete(`team-member/update-destroy/${team.project}.${member.orgUserId}/`),
    );
    expect((await pull(member)).body.scopes).toEqual([
      'directory',
      inboxScope(member.orgUserId ?? ''),
    ]);
    expect((await fill(member, scope)).status).toBe(404);
  });

  it('[PULL-5.1] a scope larger than a page is filled completely and without repetition', async () => {
    const team = await startTeam(open);
    const { founder } = team;
    const total = 620;
    await addManyTasks(team, total);
    const seen = new Set<string>();
    let after = '';
    let pages = 0;
    for (;;) {
      const { body } = ok(await fill(founder, `project:${team.project}`, after));
      for (const { table, row } of body.rows) seen.add(`${table}:${row.id}`);
      pages += 1;
      if (body.cursor === null) break;
      after = body.cursor;
    }
    expect(pages).toBe(2);
    expect([...seen].filter((key) => key.startsWith('tasks:'))).toHaveLength(total);
  });

  it('[PULL-6.1] the first download is a line with the version, the organisation scope, the open scope, then the rest', async () => {
    const team = await startTeam(open);
    const { founder } = team;
    const other = await addProject(team);
    await addTask(team, founder);
    const first = `project:${team.project}`;
    const lines = await bootstrap(founder, first);
    const [start] = lines;
    const head = (await pull(founder)).body.head;
    expect(start).toMatchObject({ kind: 'start', v: head });
    const order = lines.flatMap((line) => (line.kind === 'scope' ? [line.scope] : []));
    expect(order.slice(0, 2)).toEqual(['directory', first]);
    expect(order.toSorted()).toEqual([...(start?.kind === 'start' ? start.scopes : [])].toSorted());
    expect(order).toContain(other.scope);
    expect(lines.at(-1)).toEqual({ kind: 'end' });
    const rows = lines.flatMap((line) => (line.kind === 'rows' ? line.rows : []));
    expect(rows).toHaveLength(start?.kind === 'start' ? start.total : -1);
    const pulled = (await pull(founder)).body.changes.map((change: { row: object }) => change.row);
    expect(rows).toEqual(expect.arrayContaining(pulled));
    expect(rows).toHaveLength(pulled.length);
  });

  it('[PULL-6.1] the open board can be named by its address: a new device knows no ids', async () => {
    const team = await startTeam(open);
    const { founder } = team;
    const other = await addProject(team);
    await addTask(team, founder);
    const all = ok(await founder.get('project/list/')).body.data;
    for (const id of [team.project, other.project]) {
      const { slug } = all.find((one: { id: string }) => one.id === id);
      const lines = await bootstrap(founder, slug);
      const order = lines.flatMap((line) => (line.kind === 'scope' ? [line.scope] : []));
      expect(order.slice(0, 2)).toEqual(['directory', `project:${id}`]);
    }
  });

  it('[PULL-6.1] the first download is compressed when the reader accepts it', async () => {
    const team = await startTeam(open);
    const response = await team.app.fastify.inject({
      url: '/rest/sync/bootstrap',
      query: {
        organization_accesskey_id: team.founder.orgId ?? '',
        stream: orgStreamOf(team.founder),
      },
      headers: { authorization: `Bearer ${team.founder.token}`, 'accept-encoding': 'gzip, br' },
    });
    expect(response.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(response.rawPayload).toString('utf8')).toMatch(
      /^\{"kind":"start".*"end"\}\n$/s,
    );
  });

  it('[PULL-8] check returns per scope a count and a digest of the rows that the caller may see', async () => {
    const team = await startTeam(open);
    const task = await addTask(team, team.founder);
    await join(team, team.founder);
    ok(await team.founder.post('comment/create/', { id: freshId(), task, comment: 'Begun' }));
    const stream = orgStreamOf(team.founder);
    const check = parseAt(
      checkSchema,
      (await team.founder.get('sync/check', { query: { stream } })).body,
    );
    const scope = `project:${team.project}`;
    const all: { readonly table: string; readonly row: VersionedRow }[] = (await pull(team.founder))
      .body.changes;
    const here = all.filter(({ row }) => row.scope === scope);
    const summary = (changes: typeof all) => {
      const rows = changes.map(({ row }) => row);
      return { count: rows.length, digest: digestOf(rows) };
    };
    const outline = here.filter(({ table }) => table !== 'comments');
    expect(outline.length).toBe(here.length - 1);
    expect(check.scopes.find((one) => one.scope === scope)).toMatchObject({
      scope,
      ...summary(here),
      outline: summary(outline),
    });
  });

  it('a personal stream contains the person’s own rows only, and notes are in nobody else’s pull', async () => {
    const team = await startTeam(open);
    const member = await hire(team, 'ben@field.test');
    const tag = freshId();
    ok(await member.post('note-tag/create/', { id: tag, name: 'Mine' }));
    const own = await member.get('sync/pull', {
      query: { stream: userStreamOf(member), since: '0' },
    });
    expect(own.body.scopes).toEqual(['me']);
    expect(own.body.changes).toMatchObject([{ kind: 'put', table: 'note_tags', id: tag }]);
    const stolen = await team.founder.get('sync/pull', {
      query: { stream: userStreamOf(member), since: '0' },
    });
    expect(stolen.status).toBe(404);
    expect((await pull(team.founder)).text).not.toContain('Mine');
  });

  it('[ID-3.2] instants are the server’s, whatever the device’s clock', async () => {
    const team = await startTeam(open);
    const task = await addTask(team, team.founder);
    const { changes } = (await pull(team.founder)).body;
    const row = changes.find((change: { id: string }) => change.id === task).row;
    expect(row.created_at).toBe(new Date(team.setup.clock.time).toISOString());
  });
});

interface VersionedRow {
  readonly scope: string;
  readonly id: string;
  readonly v: number;
}

const SEVERAL: ReadonlySet<string> = new Set(['files', 'overwrites']);

it('every kind of row belongs to exactly one kind of scope; files, messages and replaced values to several', () => {
  const scopes = ['directory', 'admin', 'workspace:x', 'project:x', 'me', 'group:x', 'inbox:1'];
  const tables = scopes
    .flatMap((scope) => entitiesOfScope(scope).map(({ table }) => table))
    .filter((table, index, all) => !SEVERAL.has(table) || all.indexOf(table) === index);
  const direct = entitiesOfScope('direct:1:2').map(({ table }) => table);
  expect(entitiesOfScope('group:x').map(({ table }) => table)).toEqual(
    expect.arrayContaining(direct),
  );
  expect(tables.toSorted()).toEqual(ENTITIES.map(({ table }) => table).toSorted());
});

async function addProject(team: Team) {
  const project = freshId();
  const card = freshId();
  const { workspace } = team;
  ok(await team.founder.post('project/create/', { id: project, name: 'Roads', workspace }));
  ok(await team.founder.post('project-card/create/', { id: card, project, name: 'To do' }));
  const person = Number(team.founder.orgUserId);
  ok(await team.founder.post('team-member/create/', { project, organization_user: person }));
  return { project, card, scope: `project:${project}` };
}

async function addManyTasks(team: Team, total: number): Promise<void> {
  const { founder } = team;
  const epoch = (await pull(founder)).body.epoch;
  const client = freshId();
  for (let seq = 1; seq <= total; seq += 200) {
    const count = Math.min(200, total - seq + 1);
    const calls = Array.from({ length: count }, (_, index) => ({
      seq: seq + index,
      method: 'POST',
      path: 'task/create/',
      body: {
        id: freshId(),
        name: `Task ${seq + index}`,
        project_card: team.card,
        rank: 'V',
        flag: team.flag,
        assigned_to: `${team.project}.${founder.orgUserId}`,
      },
    }));
    const reply = await founder.post('sync/push', {
      client_id: client,
      stream: orgStreamOf(founder),
      epoch,
      ack_through: 0,
      schema: 1,
      pending: 0,
      calls,
    });
    expect(reply.body.verdicts.every((verdict: { status: number }) => verdict.status === 200)).toBe(
      true,
    );
  }
}

function fill(person: RestClient, scope: string, after = '') {
  return person.get(`sync/scope/${encodeURIComponent(scope)}`, {
    query: { stream: orgStreamOf(person), ...(after === '' ? {} : { after }) },
  });
}

async function bootstrap(person: RestClient, first: string) {
  const reply = await person.get('sync/bootstrap', {
    query: { stream: orgStreamOf(person), first },
  });
  expect(reply.status).toBe(200);
  return reply.text
    .trimEnd()
    .split('\n')
    .map((line) => parseAt(bootstrapLineSchema, JSON.parse(line)));
}
