import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import {
  type ErasedOrganization,
  eraseOrganizations,
} from '../../../server/erasure/erase-organizations.ts';
import { openMarker } from '../../../server/store/marker.ts';
import { openProgress } from '../../../server/store/progress.ts';
import { type Sql, textOf } from '../../../server/store/sql.ts';
import type { Writer } from '../../../server/writer/writer-types.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { foundAndSignIn, PASSWORD, type RestClient, signIn } from '../../support/rest-client.ts';
import { upload } from '../support/files.ts';
import {
  addTask,
  deviceOf,
  foundTeam,
  freshId,
  hire,
  join as joinProject,
  ok,
  pull,
  startTeam,
  type Team,
} from '../support/team.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Tables with a column `org_id` that keep rows of an erased organisation: what its devices still have to learn. */
const KEPT = ['erased_memberships'];

function erase({ app, setup }: Team, writer?: Writer): Promise<readonly ErasedOrganization[]> {
  const { database, security } = app.services;
  const now = setup.clock.time;
  return eraseOrganizations({ database, writer: writer ?? app.services.writer, security, now });
}

function plan(person: RestClient, name = 'Field Work', password = PASSWORD) {
  return person.post('organization-erasure/plan/', { name, password });
}

async function inTables(
  { app }: Team,
  read: (sql: Sql, table: string) => Promise<string>,
): Promise<ReadonlyMap<string, string>> {
  const { database } = app.services;
  return database.snapshot(async (sql) => {
    const names = await sql.all(
      database.kind === 'sqlite'
        ? "select name from sqlite_master where type = 'table' order by name"
        : "select table_name as name from information_schema.tables where table_schema = 'public' order by 1",
    );
    const found = new Map<string, string>();
    for (const row of names) found.set(textOf(row, 'name'), await read(sql, textOf(row, 'name')));
    return found;
  });
}

/** Tables with a row of the organisation, by its column, its streams, its clients or its words. */
async function tablesOf(team: Team, words: readonly string[]): Promise<readonly string[]> {
  const orgId = team.founder.orgId ?? '';
  const found = await inTables(team, async (sql, table) => {
    const rows = await sql.all(`select * from "${table}"`);
    const mine = rows.filter((row) => {
      const text = JSON.stringify(row).toLowerCase();
      return row['org_id'] === orgId || words.some((word) => text.includes(word));
    });
    return mine.length === 0 ? '' : 'rows';
  });
  return [...found].filter(([table, rows]) => rows !== '' && !KEPT.includes(table)).map(([t]) => t);
}

forEachDatabase('the erasure of an organisation', (open) => {
  const done: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const step of done.splice(0)) await step();
  });

  async function scene(): Promise<{ team: Team; ben: RestClient; other: Omit<Team, 'setup'> }> {
    const team = await startTeam(open);
    done.push(() => team.setup.close());
    const ben = await hire(team, 'benedict@field.test');
    await joinProject(team, ben);
    await joinProject(team, team.founder);
    const other = await foundTeam(team.app, 'olga@other.test', 'Other');
    return { team, ben, other };
  }

  /** Rows in as many tables as people reach. */
  async function work(team: Team, ben: RestClient): Promise<void> {
    const task = await addTask(team, ben, { name: 'Dig a fieldword' });
    const file = freshId();
    ok(await ben.post('comment/create/', { id: freshId(), task, comment: 'fieldword' }));
    ok(await ben.post('note-tag/create/', { id: freshId(), name: 'fieldword tag' }));
    ok(await ben.post('task/mute/', { task, muted: true }));
    const token = { name: 'fieldword', access: 'read', days: 30, password: PASSWORD };
    ok(await ben.post('api/token/create/', token));
    ok(await team.founder.post('api/organization-token/create/', token));
    const device = await deviceOf(ben);
    const path = `api/profile/${ben.orgUserId ?? ''}/`;
    const body = { display_name: 'Benedict Fieldword' };
    ok(await device.push([{ seq: 1, method: 'PATCH', path, body }]));
    const bytes = Buffer.from('a plan of the wells');
    const scope = `project:${team.project}`;
    ok(await upload(team, ben, { id: file, scope, name: 'fieldword.txt', bytes }));
    ok(
      await team.founder.post('api/org-user/create/', {
        user: {
          display_name: 'Fieldword guest',
          phone_number: '+44 20 7946 0001',
          email: 'guest@field.test',
        },
        ...(await memberRole(team)),
      }),
    );
  }

  async function memberRole({ founder }: Team) {
    const roles = await founder.get('user-role/list/');
    const role = roles.body.data.find((one: { name: string }) => one.name === 'Member');
    return { user_role: role.id, role_category: role.role_category.id };
  }

  async function afterDays({ setup }: Team, days: number): Promise<void> {
    setup.clock.time += days * DAY_MS;
  }

  it('[ERASE-3.2] removes every row, account and file of it after 30 days, and nothing before', async () => {
    const { team, ben, other } = await scene();
    await work(team, ben);
    const before = await inTables(team, async (sql, table) => {
      const rows = await sql.all(`select * from "${table}"`);
      return String(rows.length);
    });
    expect([...before].filter(([, n]) => n !== '0').length).toBeGreaterThan(35);
    const planned = ok(await plan(team.founder)).body.data;
    expect(Date.parse(planned.erase_at) - team.setup.clock.time).toBeGreaterThan(29.9 * DAY_MS);
    await afterDays(team, 29);
    expect(await erase(team)).toEqual([]);
    await afterDays(team, 1);
    const [erased] = await erase(team);
    expect(erased).toMatchObject({ organization: Number(team.founder.orgId) });
    expect(erased?.rows).toBeGreaterThan(50);
    expect(await tablesOf(team, ['fieldword', 'field work', 'field.test'])).toEqual([]);
    expect(await erase(team)).toEqual([]);
    // Bytes are noted for the sweep of files, which removes them from the storage.
    await afterDays(team, 3);
    const swept = await team.app.services.files.sweep();
    expect(swept.objects).toBeGreaterThan(0);
    ok(await signIn(other.founder, 'olga@other.test'));
    ok(await other.founder.get('project/list/'));
  });

  it('[EPOCH-1.9] does not look like a database that has gone back or was lost, also when nothing is left', async () => {
    const { team, other } = await scene();
    const { database } = team.app.services;
    const folder = mkdtempSync(join(tmpdir(), 'cairn-erasure-'));
    done.push(async () => rmSync(folder, { recursive: true, force: true }));
    const isBehind = async () => (await openProgress(folder, database)).isBehind;
    await (await openProgress(folder, database)).write();
    await openMarker(folder, database);
    ok(await plan(team.founder));
    ok(await plan(other.founder, 'Other'));
    await afterDays(team, 30);
    expect(await erase(team)).toHaveLength(2);
    const left = await database.snapshot((sql) => sql.all('select stream from streams'));
    expect(left).toEqual([]);
    expect(await isBehind()).toBe(false);
    await openMarker(folder, database);
    await (await openProgress(folder, database)).write();
    await team.app.services.writer.separate(async (tx) => {
      await (
        await tx.sql()
      ).run("update counters set value = value - 1 where name = 'erased_writes'");
    });
    expect(await isBehind()).toBe(true);
  });

  it('leaves other organisations and the accounts of their people as they were', async () => {
    const { team, ben, other } = await scene();
    await work(team, ben);
    await other.founder.post('api/org-user/create/', {
      user: { display_name: 'Ben', phone_number: '+44 20 7946 0001', email: 'benedict@field.test' },
      ...(await memberRole({ ...team, ...other })),
    });
    ok(await signIn(ben, 'benedict@field.test'));
    const theirs = (sql: Sql, table: string) => rowsOf(sql, table, other.founder.orgId ?? '');
    ok(await plan(team.founder));
    await afterDays(team, 30);
    const before = await inTables(team, theirs);
    await erase(team);
    expect(await inTables(team, theirs)).toEqual(before);
    const again = ok(await signIn(ben, 'benedict@field.test')).body.data;
    expect(again.organizations).toMatchObject([{ organization_name: 'Other' }]);
    expect(again.former_organizations).toEqual([
      { organization_id: Number(team.founder.orgId), organization_name: '', erased: true },
    ]);
  });

  it('[ERASE-3.3] tells the devices of its people to remove their data, also without their accounts', async () => {
    const { team, ben } = await scene();
    ok(await plan(team.founder));
    await afterDays(team, 30);
    ok(await signIn(ben, 'benedict@field.test'));
    await erase(team);
    expect((await pull(ben)).status).toBe(401);
    const { status, body } = await ben.post('api/session/token/');
    expect(status).toBe(401);
    expect(body.details).toMatchObject({
      reason: 'deactivated',
      remove: null,
      former_organizations: [{ organization_id: Number(team.founder.orgId), erased: true }],
    });
    const refused = await signIn(team.founder, 'ada@field.test');
    expect(refused.status).toBe(400);
    // The address is unknown now: it may found an organisation.
    const fresh = await foundAndSignIn(team.app, 'ada@field.test', 'Field Work');
    expect(ok(await fresh.post('api/session/token/')).body.data.former_organizations).toEqual([]);
  });

  it('[ERASE-3.2] ends every right with its first write, and is completed after a kill between any two', async () => {
    const { team, ben } = await scene();
    await work(team, ben);
    ok(await plan(team.founder));
    await afterDays(team, 30);
    ok(await signIn(ben, 'benedict@field.test'));
    let kills = 0;
    for (let writes = 1; ; writes += 7) {
      const killed = await erase(team, dyingAfter(team.app.services.writer, writes)).then(
        () => false,
        () => true,
      );
      if (!killed) break;
      kills += 1;
      expect((await pull(ben)).status).toBeGreaterThanOrEqual(401);
      expect((await ben.get('project/list/')).status).toBeGreaterThanOrEqual(401);
    }
    expect(kills).toBeGreaterThan(3);
    expect(await tablesOf(team, ['fieldword', 'field work', 'field.test'])).toEqual([]);
  });

  it('[ERASE-3.1] needs Level 1, the name and the password, writes to every Level 1, and is cancelled by any', async () => {
    const { team, ben } = await scene();
    const second = await hire(team, 'cleo@field.test', 'Administrator');
    const manager = await hire(team, 'mia@field.test', 'Manager');
    expect((await plan(ben)).status).toBe(403);
    expect((await plan(manager)).status).toBe(403);
    expect((await plan(team.founder, 'Field')).body).toMatchObject({
      status: 400,
      code: 'invalid',
    });
    expect((await plan(team.founder, 'Field Work', 'another password')).status).toBe(400);
    const first = ok(await plan(team.founder)).body.data.erase_at;
    expect(await team.setup.mailTo('cleo@field.test')).toMatchObject({
      subject: 'Your organisation on Cairn will be erased',
    });
    team.setup.clock.time += 60_000;
    expect(ok(await plan(second)).body.data.erase_at).toBe(first);
    const { changes } = ok(await pull(ben)).body;
    expect(changes).toContainEqual(
      expect.objectContaining({
        table: 'organizations',
        row: expect.objectContaining({ erase_at: first }),
      }),
    );
    expect((await manager.post('organization-erasure/cancel/', {})).status).toBe(403);
    ok(await second.post('organization-erasure/cancel/', {}));
    ok(await second.post('organization-erasure/cancel/', {}));
    expect(await team.setup.mailTo('ada@field.test')).toMatchObject({
      subject: 'Your organisation on Cairn will not be erased',
    });
    await afterDays(team, 31);
    expect(await erase(team)).toEqual([]);
    ok(await signIn(team.founder, 'ada@field.test'));
    const log = await team.founder.get('security-log/list/', { query: { group: 'retention' } });
    expect(ok(log).body.data.map(({ kind }: { kind: string }) => kind)).toEqual([
      'organization_erasure_cancelled',
      'organization_erasure_planned',
    ]);
  });

  it('keeps the security log of every other organisation from being erased', async () => {
    const { team, other } = await scene();
    const { writer } = team.app.services;
    const remove = (orgId: string | undefined) =>
      writer.separate(async (tx) => {
        await (await tx.sql()).run('delete from security_log where org_id = ?', [orgId ?? '']);
      });
    await expect(remove(other.founder.orgId)).rejects.toThrow('has not ended');
    ok(await plan(team.founder));
    await expect(remove(team.founder.orgId)).rejects.toThrow('has not ended');
  });
});

/** Rows of an organisation in a table as text; a table without the column is compared by the tests above. */
async function rowsOf(sql: Sql, table: string, orgId: string): Promise<string> {
  const rows = await sql.all(`select * from "${table}"`);
  const mine = rows.filter((row) => row['org_id'] === orgId || row['stream'] === `org:${orgId}`);
  return mine
    .map((row) => JSON.stringify(row))
    .toSorted()
    .join('\n');
}

/** A writer whose process ends after some transactions. */
function dyingAfter(writer: Writer, writes: number): Writer {
  let left = writes;
  const next = () => {
    if (left === 0) throw new Error('killed');
    left -= 1;
  };
  return {
    ...writer,
    write: async (streams, job) => {
      next();
      return writer.write(streams, job);
    },
    separate: async (job) => {
      next();
      return writer.separate(job);
    },
  };
}
