import { expect, it } from 'vitest';
import type { Database } from '../../../server/store/database.ts';
import { forEachDatabase, type OpenEmpty } from '../../support/for-each-database.ts';
import { hire, ok, orgStreamOf, startTeam } from '../support/team.ts';

forEachDatabase('rights that change between the admission of a call and its snapshot', (open) => {
  it('[PULL-1] scopes and head of a page are of the same state, also of a download and a comparison', async () => {
    const { before, people } = await startWith(open);
    const { ben, project, stream } = people;
    const query = { stream };

    before(people.become('Manager'));
    const page = ok(await ben.get('sync/pull', { query: { stream, since: '0' } })).body;
    expect(page.scopes).toContain(project);
    before(people.become('Member'));
    const later = ok(await ben.get('sync/pull', { query: { stream, since: '0' } })).body;
    expect(later.scopes).not.toContain(project);

    before(people.become('Manager'));
    const [start = ''] = ok(await ben.get('sync/bootstrap', { query })).text.split('\n');
    expect(JSON.parse(start).scopes).toContain(project);
    before(people.become('Member'));
    expect((await ben.get(`sync/scope/${encodeURIComponent(project)}`)).status).toBe(404);

    before(people.become('Manager'));
    expect(ok(await ben.get('sync/check', { query })).text).toContain(project);
    before(people.become('Member'));
    expect(ok(await ben.get('sync/check', { query })).text).not.toContain(project);
  });

  it('[PULL-1] somebody who has left the organisation meanwhile reads nothing', async () => {
    const { before, people } = await startWith(open);
    const { ben, stream } = people;
    const query = { stream };
    before(people.leave);
    expect((await ben.get('sync/pull', { query: { stream, since: '0' } })).status).toBe(404);
    await people.come();
    before(people.leave);
    expect((await ben.get('sync/bootstrap', { query })).status).toBe(404);
    await people.come();
    before(people.leave);
    expect((await ben.get('sync/check', { query })).status).toBe(404);
  });
});

/** A team with a member of no project. `before` runs its function once, before the next snapshot begins. */
async function startWith(open: OpenEmpty) {
  let change: (() => Promise<void>) | undefined;
  const team = await startTeam(async () => {
    const database = await open();
    const snapshot: Database['snapshot'] = async (work) => {
      const now = change;
      change = undefined;
      await now?.();
      return database.snapshot(work);
    };
    return { ...database, snapshot };
  });
  const ben = await hire(team, 'ben@field.test');
  const stream = orgStreamOf(ben);
  const set = (assignment: string) => () =>
    team.app.services.writer.write([stream], async (tx) => {
      const sql = await tx.sql();
      await sql.run(`update org_users set ${assignment} where id = ?`, [ben.orgUserId ?? '']);
    });
  return {
    before: (next: () => Promise<void>) => {
      change = next;
    },
    people: {
      ben,
      stream,
      project: `project:${team.project}`,
      become: (role: string) => set(`user_role = (select id from roles where name = '${role}')`),
      leave: set('active = 0'),
      come: set('active = 1'),
    },
  };
}
