import { describe, expect, it } from 'vitest';
import { type BootstrapLine, bootstrapLineSchema } from '../../../model/protocol/messages.ts';
import { parseAt } from '../../../model/shared/parse.ts';
import { openBootstrap } from '../../../server/sync/bootstrap.ts';
import { ALL_SENT } from '../../../server/sync/outlines.ts';
import { groupSmallScopes } from '../../../server/sync/small-scopes.ts';
import { NO_DIGEST, type ScopeDigest } from '../../../server/store/scope-digests.ts';
import { loadActor } from '../../../server/writer/actor.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { freshId, ok, orgStreamOf, startTeam, type Team } from '../support/team.ts';

describe('groups of small scopes', () => {
  it('[PULL-6.7] the organisation scope, the open one, conversations and large scopes are alone', () => {
    const order = [
      'directory',
      'project:open',
      'project:a',
      'project:large',
      'project:b',
      'group:g',
    ];
    expect(groups(order, { 'project:large': 251 }, 'project:open')).toEqual([
      ['directory'],
      ['project:open'],
      ['project:a'],
      ['project:large'],
      ['project:b'],
      ['group:g'],
    ]);
  });

  it('[PULL-6.7] neighbours of the same tables share lines until they have 250 rows', () => {
    const order = ['directory', 'workspace:w', 'project:a', 'project:b', 'project:c'];
    const rows = { 'project:a': 200, 'project:b': 50, 'project:c': 1 };
    expect(groups(order, rows)).toEqual([
      ['directory'],
      ['workspace:w'],
      ['project:a', 'project:b'],
      ['project:c'],
    ]);
  });

  it('[PULL-6.7] a project that is sent in part does not share lines with a whole one', () => {
    const order = ['project:a', 'project:b', 'project:c'];
    const parts = { ...ALL_SENT, outlined: new Set(['project:b', 'project:c']) };
    expect(groupSmallScopes({ order, digests: new Map(), parts, first: undefined })).toEqual([
      ['project:a'],
      ['project:b', 'project:c'],
    ]);
  });

  it('[PULL-6.7] at most 40 scopes share lines, in their order', () => {
    const order = Array.from({ length: 90 }, (_, index) => `project:${String(index)}`);
    const shared = groups(order, {});
    expect(shared.flat()).toEqual(order);
    expect(shared.map((scopes) => scopes.length)).toEqual([40, 40, 10]);
  });
});

forEachDatabase('a first download of many small projects', (open) => {
  it('[PULL-6.7] contains every row once, in few lines, each before the line of its scope', async () => {
    const team = await startTeam(open);
    const projects = await addProjects(team, 30);
    const lines = await bootstrap(team);
    const [start] = lines;
    const rows = lines.flatMap((line) => (line.kind === 'rows' ? line.rows : []));
    const keys = lines.flatMap((line) =>
      line.kind === 'rows' ? line.rows.map(({ id }) => `${line.table} ${id}`) : [],
    );
    expect(keys).toHaveLength(start?.kind === 'start' ? start.total : -1);
    expect(new Set(keys).size).toBe(keys.length);
    for (const project of projects) {
      const scope = `project:${project}`;
      const complete = lines.findIndex((line) => line.kind === 'scope' && line.scope === scope);
      const later = lines
        .slice(complete)
        .flatMap((line) => (line.kind === 'rows' ? line.rows : []));
      expect(rows.filter((row) => row.scope === scope).length).toBeGreaterThan(0);
      expect(later.filter((row) => row.scope === scope)).toEqual([]);
    }
    const cardLines = lines.filter((line) => line.kind === 'rows' && line.table === 'cards');
    expect(cardLines.length).toBeLessThanOrEqual(2);
  });

  it('[PULL-6.7] a scope that grows beyond a line during the download is sent whole', async () => {
    const team = await startTeam(open);
    const [busy = ''] = await addProjects(team, 3);
    const { database } = team.app.services;
    const actor = await database.snapshot(async (sql) => {
      const [row] = await sql.all('select id from users where email = ?', ['ada@field.test']);
      const who = { orgId: team.founder.orgId ?? '', userId: String(row?.['id']) };
      return loadActor(sql, who, Date.now());
    });
    if (actor === undefined) throw new Error('The founder is in the organisation');
    const request = { stream: orgStreamOf(team.founder), first: `project:${team.project}` };
    const download = await openBootstrap({ database, clock: { now: Date.now } }, actor, request);
    const cards = 300;
    for (let count = 0; count < cards; count += 1) await addCard(team, busy);
    const sent: unknown[] = [];
    for await (const line of download) {
      if (line.kind === 'rows' && line.table === 'cards') {
        sent.push(...line.rows.filter(({ scope }) => scope === `project:${busy}`));
      }
    }
    expect(sent).toHaveLength(cards + 1);
  });
});

function groups(
  order: readonly string[],
  rows: Readonly<Record<string, number>>,
  first?: string,
): readonly string[][] {
  const digests = new Map<string, ScopeDigest>(
    Object.entries(rows).map(([scope, count]) => [
      scope,
      { ...NO_DIGEST, others: { ...NO_DIGEST.others, count } },
    ]),
  );
  return groupSmallScopes({ order, digests, parts: ALL_SENT, first });
}

async function addProjects(team: Team, count: number): Promise<readonly string[]> {
  const ids = Array.from({ length: count }, () => freshId());
  for (const id of ids) {
    const body = { id, name: `Pier ${id}`, workspace: team.workspace };
    ok(await team.founder.post('project/create/', body));
    await addCard(team, id);
  }
  return ids;
}

async function addCard({ founder }: Team, project: string): Promise<void> {
  ok(await founder.post('project-card/create/', { id: freshId(), name: 'To do', project }));
}

async function bootstrap({ founder, project }: Team): Promise<readonly BootstrapLine[]> {
  const query = { stream: orgStreamOf(founder), first: `project:${project}` };
  const { text } = ok(await founder.get('sync/bootstrap', { query }));
  return text
    .trimEnd()
    .split('\n')
    .map((line) => parseAt(bootstrapLineSchema, JSON.parse(line)));
}
