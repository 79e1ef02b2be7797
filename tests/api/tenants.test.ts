import { afterEach, expect, it } from 'vitest';
import { RESOURCES } from '../../server/http/resources/registry.ts';
import { foundTeam, freshId, hire, join, ok, type Team } from '../server/support/team.ts';
import { forEachDatabase } from '../support/for-each-database.ts';
import { type RestClient } from '../support/rest-client.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

/** The known rows of one organisation, with a unique word in each text. */
interface Tenant {
  readonly team: Team;
  readonly canary: string;
  readonly task: string;
  readonly comment: string;
  readonly note: string;
  readonly person: string;
}

async function fill(setup: TestApp, email: string, canary: string): Promise<Tenant> {
  const team: Team = { setup, ...(await foundTeam(setup.app, email, `${canary} organisation`)) };
  const { founder } = team;
  const task = freshId();
  const comment = freshId();
  const member = `${team.project}.${founder.orgUserId}`;
  ok(
    await founder.post('task/create/', {
      id: task,
      name: `${canary} task`,
      description: `${canary} description`,
      project_card: team.card,
      flag: team.flag,
      assigned_to: member,
      collaborators: [member],
    }),
  );
  ok(await founder.post('comment/create/', { id: comment, task, comment: `${canary} comment` }));
  const archived = freshId();
  ok(
    await founder.post('task/create/', {
      id: archived,
      name: `${canary} archived`,
      project_card: team.card,
      flag: team.flag,
      assigned_to: member,
    }),
  );
  ok(await founder.patch(`task/update-destroy/${archived}/`, { status: false }));
  const tag = ok(await founder.post('note-tag/create/', { name: `${canary} tag` })).body.data.id;
  const note = freshId();
  ok(
    await founder.post('note/create/', {
      id: note,
      title: `${canary} note`,
      note: canary,
      tags: tag,
    }),
  );
  return { team, canary, task, comment, note, person: String(founder.orgUserId) };
}

/** Every GET call, aimed at the rows of a tenant. */
function everyGet(
  tenant: Tenant,
): readonly (readonly [string, Readonly<Record<string, string>>])[] {
  const { team } = tenant;
  const queries: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    'project-card/details/lists/': { project: team.project },
    'project-card/archive/list/': { project: team.project },
    'task/list/': { id: tenant.task },
    'task/archive/list/': { project_card__project_id: team.project },
    'comment/list/': { task__id: tenant.task },
    'team-member/list/': { project__id: team.project },
    'project/list/': { workspace: team.workspace },
    'project-member/get/': { organization_user_id: tenant.person },
    'note/list/': { created_by: tenant.person },
    'note-tag/list/': { created_by: tenant.person },
  };
  return RESOURCES.flatMap(({ path }) => {
    const filled = path.replace(':id', tenant.person);
    const query = queries[path];
    return query === undefined
      ? [[filled, {}] as const]
      : [[filled, query] as const, [filled, {}] as const];
  });
}

forEachDatabase('tenants', (open) => {
  const setups: TestApp[] = [];
  afterEach(async () => {
    for (const setup of setups.splice(0)) await setup.close();
  });
  const startTwo = async () => {
    const setup = await startTestApp(await open());
    setups.push(setup);
    const ours = await fill(setup, 'ada@field.test', 'OURCANARY');
    const theirs = await fill(setup, 'eve@other.test', 'THEIRCANARY');
    return { setup, ours, theirs };
  };

  it('no GET returns any text of another organisation, with any ids and filters', async () => {
    const { ours, theirs } = await startTwo();
    const us = ours.team.founder;
    let own = 0;
    for (const [path, query] of [...everyGet(ours), ...everyGet(theirs)]) {
      const reply = await us.get(path, { query });
      expect.soft(reply.status, path).toBeLessThan(500);
      expect.soft(reply.text, path).not.toContain(theirs.canary);
      expect.soft(reply.text, path).not.toContain('eve@other.test');
      if (reply.text.includes(ours.canary)) own += 1;
    }
    expect(own).toBeGreaterThan(15);
  });

  it('every GET responds with 404 to a foreign, an unknown and a missing organisation alike', async () => {
    const { ours, theirs } = await startTwo();
    const us = ours.team.founder;
    for (const [path, query] of everyGet(theirs)) {
      const replies = [
        await us.get(path, { query, org: String(theirs.team.founder.orgId) }),
        await us.get(path, { query, org: '999999' }),
        await us.get(path, { query, org: '' }),
        await us.get(path, { query, org: "1' or '1'='1" }),
      ];
      const bodies = replies.map((reply) => ({ ...reply.body, request_id: '' }));
      for (const [index, reply] of replies.entries()) {
        expect.soft(reply.status, path).toBe(404);
        expect.soft(bodies[index], path).toEqual(bodies[0]);
      }
    }
  });

  it('every write gives the same error for a foreign row and a missing row', async () => {
    const { ours, theirs } = await startTwo();
    const us = ours.team.founder;
    const nothing = freshId();
    const writes = (task: string, card: string, comment: string, project: string) =>
      [
        ['PATCH', `task/update-destroy/${task}/`, { name: 'Mine now' }],
        ['PATCH', `task/update-destroy/${task}/`, { status: false }],
        ['PATCH', `project-card/update-destroy/${card}/`, { name: 'Mine now' }],
        ['PATCH', `comment/update-destroy/${comment}/`, { comment: 'Mine now' }],
        ['POST', 'project-card/create/', { project, name: 'Mine now' }],
        ['POST', 'comment/create/', { task, comment: 'Mine now' }],
        ['POST', 'team-member/create/', { project, organization_user: Number(us.orgUserId) }],
      ] as const;
    const call = ([method, path, body]: ReturnType<typeof writes>[number]) =>
      method === 'PATCH' ? us.patch(path, body) : us.post(path, body);
    const foreign = writes(theirs.task, theirs.team.card, theirs.comment, theirs.team.project);
    const missing = writes(nothing, nothing, nothing, nothing);
    for (const [index, write] of foreign.entries()) {
      const other = missing[index];
      if (other === undefined) throw new Error('The lists are of one length');
      const refused = await call(write);
      const unknown = await call(other);
      expect.soft(refused.status, write[1]).toBeGreaterThanOrEqual(400);
      expect.soft({ ...refused.body, request_id: '' }, write[1]).toEqual({
        ...unknown.body,
        request_id: '',
      });
    }
    ok(await us.delete(`note/update-destroy/${theirs.note}/`));
    ok(await us.delete(`team-member/update-destroy/${theirs.team.project}.${theirs.person}/`));
    const kept = await theirs.team.founder.get('note/list/');
    expect(kept.text).toContain('THEIRCANARY note');
    const board = await theirs.team.founder.get('team-member/list/', {
      query: { project__id: theirs.team.project },
    });
    expect(board.body.data).toHaveLength(1);
    expect(
      (await theirs.team.founder.get('task/list/', { query: { id: theirs.task } })).text,
    ).not.toContain('Mine now');
  });

  it('a member outside a project reads nothing of it, and everything after joining it', async () => {
    const { ours } = await startTwo();
    const { team } = ours;
    const ben = await hire(team, 'ben@field.test');
    const seen = async (client: RestClient) => {
      const texts: string[] = [];
      for (const [path, query] of everyGet(ours)) {
        if (!path.startsWith('api/') && !path.startsWith('organization/')) {
          texts.push((await client.get(path, { query })).text);
        }
      }
      return texts.join('\n');
    };
    expect(await seen(ben)).not.toMatch(/OURCANARY (?:task|archived|description|comment|note|tag)/);
    await join(team, ben);
    const now = await seen(ben);
    for (const word of ['task', 'archived', 'description', 'comment']) {
      expect(now).toContain(`OURCANARY ${word}`);
    }
    expect(now).not.toContain('OURCANARY note');
    const member = `${team.project}.${ben.orgUserId}`;
    ok(await team.founder.delete(`team-member/update-destroy/${member}/`));
    expect(await seen(ben)).not.toContain('OURCANARY task');
  });
});
