import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { KyselyPlugin } from 'kysely';
import { cards } from '../../../model/entities/card.ts';
import type { Database } from '../../../server/store/database.ts';
import { openDatabase } from '../../../server/store/open.ts';
import { type Sql, type SqlValue, textOf } from '../../../server/store/sql.ts';
import { eraseDeletedTexts } from '../../../server/writer/deleted-texts.ts';
import { pruneBefore, pruneSettledKeys } from '../../../server/writer/maintenance.ts';
import { eraseOrganizations } from '../../../server/erasure/erase-organizations.ts';
import { PASSWORD } from '../../support/rest-client.ts';
import { runSql } from '../../support/pg-cluster.ts';
import { partitionsOf, SPREAD_FUNCTIONS } from '../../support/spread-postgres.ts';
import { startTestApp } from '../../support/test-app.ts';
import { archiveFolder, exportFrom, importInto } from '../archive/archives.ts';
import { photo, stored } from '../support/files.ts';
import {
  addTask,
  cardCall,
  deviceOf,
  foundTeam,
  freshId,
  hire,
  join,
  ok,
  orgStreamOf,
  pull,
  type Team,
  userStreamOf,
} from '../support/team.ts';

const SCRIPT = readFileSync('docs/citus.sql', 'utf8');
const namesAfter = (command: RegExp) => [...SCRIPT.matchAll(command)].map(([, name]) => name ?? '');
const SPREAD = namesAfter(/^select create_distributed_table\('(\w+)', 'org_id'/gm);
const EVERYWHERE = namesAfter(/^select create_reference_table\('(\w+)'\);/gm);
const LOCAL = namesAfter(/^-- local (\w+)$/gm);

it('docs/citus.sql names each table once, and spreads those whose key begins with the organisation', async () => {
  const database = await openDatabase({ memory: true });
  const tables = await database.read.all("select name from sqlite_master where type = 'table'");
  const keyed: string[] = [];
  for (const table of tables.map((row) => textOf(row, 'name'))) {
    const [first] = await database.read.all(
      `select name from pragma_table_info('${table}') where pk = 1`,
    );
    if (first?.['name'] === 'org_id') keyed.push(table);
  }
  await database.close();
  expect([...SPREAD, ...EVERYWHERE, ...LOCAL].toSorted()).toEqual(
    tables.map((row) => textOf(row, 'name')).toSorted(),
  );
  expect(SPREAD.toSorted()).toEqual(keyed.toSorted());
});

const shared = inject('sharedPostgres');

describe.skipIf(shared === undefined)('tables that are spread by organisation [postgres]', () => {
  const name = `spread_${String(process.pid)}`;
  let database: Database;

  beforeAll(async () => {
    if (shared === undefined) return;
    await runSql(shared.url, `create database ${name} template ${shared.template}`);
    const url = Object.assign(new URL(shared.url), { pathname: `/${name}` }).href;
    await runSql(url, SPREAD_FUNCTIONS);
    await runSql(url, SCRIPT);
    database = await openDatabase({ url });
  });

  afterAll(async () => {
    if (shared === undefined) return;
    await database.close();
    await runSql(shared.url, `drop database ${name} with (force)`);
  });

  it('serve people’s work, and each statement reads the partition of one organisation', async () => {
    const statements = new Map<string, readonly SqlValue[]>();
    const setup = await startTestApp(recorded(database, statements), { byOrganization: true });
    const ada = { setup, ...(await foundTeam(setup.app, 'ada@field.test', 'Field Work')) };
    const eve = { setup, ...(await foundTeam(setup.app, 'eve@other.test', 'Other Works')) };
    const [bob, fay] = [await hire(ada, 'bob@field.test'), await hire(eve, 'fay@other.test')];
    const places = await database.read.all('select tableoid::regclass::text as t from streams');
    expect(new Set(places.map((row) => textOf(row, 't'))).size).toBe(2);
    statements.clear();
    const heads = await Promise.all([work(ada, bob), work(eve, fay)]);
    expect(Math.min(...heads)).toBeGreaterThan(10);
    // The first one is under way when the others begin to wait, together.
    const { writer } = setup.app.services;
    const rename = (team: Team, ...others: readonly Team[]) =>
      writer.write(
        [team, ...others].map(({ founder }) => orgStreamOf(founder)),
        async (tx) => {
          const place = { orgId: team.founder.orgId ?? '' };
          const row = await tx.get(cards, place, team.card);
          if (row !== undefined) await tx.put(cards, place, { ...row, name: 'Renamed' });
        },
      );
    await Promise.all([rename(ada), rename(ada), rename(eve), rename(eve, ada)]);
    const several: string[] = [];
    for (const [text, values] of statements) {
      const plan = await database.read.all(`explain (costs off) ${text}`, values);
      const read = partitionsOf(plan.map((row) => textOf(row, 'QUERY PLAN')));
      if (read.size > 1) several.push(text);
    }
    expect(statements.size).toBeGreaterThan(100);
    expect(several).toEqual([]);
    await setup.close();
  });

  it('are cleaned up, and an organisation moves there in an archive and is erased', async () => {
    const setup = await startTestApp(database, { byOrganization: true });
    const { app } = setup;
    const ada = { setup, ...(await foundTeam(app, 'ada@moved.test', 'Moved Works')) };
    const bob = await hire(ada, 'bob@moved.test');
    await work(ada, bob);
    const orgId = bob.orgId ?? '';
    const { writer, security } = app.services;
    const now = setup.clock.now() + 40 * 24 * 60 * 60_000;
    await eraseDeletedTexts({ database, writer, now });
    await pruneBefore(writer, now);
    await pruneSettledKeys(writer, now);
    const archive = archiveFolder();
    await exportFrom(app, orgId, { path: archive.path('a'), folder: archive.folder });
    const moved = await importInto(app, archive.path('a'), { again: true });
    archive.remove();
    expect(await rowsOf(moved.orgId)).toMatchObject({ tasks: 1, comments: 1, cards: 4 });
    ok(
      await ada.founder.post('organization-erasure/plan/', {
        name: 'Moved Works',
        password: PASSWORD,
      }),
    );
    expect(await eraseOrganizations({ database, writer, security, now })).toHaveLength(1);
    expect(await rowsOf(orgId)).toEqual({ erased_memberships: 2 });
    expect(await rowsOf(moved.orgId)).toMatchObject({ tasks: 1, comments: 1, cards: 4 });
    await setup.close();
  });

  /** Number of rows of an organisation, by table; those without any are missing. */
  async function rowsOf(orgId: string): Promise<Readonly<Record<string, number>>> {
    const counts: Record<string, number> = {};
    for (const table of SPREAD) {
      const rows = await database.read.all(`select org_id from "${table}" where org_id = ?`, [
        orgId,
      ]);
      if (rows.length > 0) counts[table] = rows.length;
    }
    return counts;
  }
});

/** A person's work of most kinds; returns the head of the organisation's stream. */
async function work(team: Team, person: Awaited<ReturnType<typeof hire>>): Promise<number> {
  const { founder } = team;
  await join(team, person);
  const task = await addTask(team, person);
  ok(await person.patch(`task/update-destroy/${task}/`, { name: 'Dig deeper' }));
  const comment = freshId();
  ok(await person.post('comment/create/', { id: comment, task, comment: 'Done' }));
  ok(await person.patch(`comment/update-destroy/${comment}/`, { comment: 'Done twice' }));
  ok(await founder.post('groups/create/', { id: freshId(), name: 'Ridge', members: [] }));
  ok(await person.post('note-tag/create/', { id: freshId(), name: 'Home' }));
  await stored(team, person, { bytes: await photo(), name: 'ridge.jpg' });
  const device = await deviceOf(founder);
  ok(await device.push([cardCall(team, 1), cardCall(team, 2)]));
  ok(await device.push([cardCall(team, 3)], { ack_through: 2 }));
  ok(await founder.get('activity/list/'));
  const own = { stream: userStreamOf(person) };
  const query = { stream: orgStreamOf(person) };
  for (const one of [own, query]) {
    ok(await person.get('sync/bootstrap', { query: one }));
    ok(await person.get('sync/check', { query: one }));
  }
  return ok(await pull(person)).body.head;
}

function valueOf(value: unknown): SqlValue {
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

/** The same database; notes each statement with its last values. */
function recorded(database: Database, statements: Map<string, readonly SqlValue[]>): Database {
  const note = (text: string, parameters: readonly SqlValue[] = []) => {
    if (/^\s*(select|insert|update|delete)\b/i.test(text)) statements.set(text, parameters);
  };
  const noted = ({ all, run }: Sql): Sql => ({
    all: (text, parameters) => {
      note(text, parameters);
      return all(text, parameters);
    },
    run: (text, parameters) => {
      note(text, parameters);
      return run(text, parameters);
    },
  });
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      const { sql, parameters } = database.db.getExecutor().compileQuery(node, queryId);
      note(sql, parameters.map(valueOf));
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  const { writer } = database;
  return {
    ...database,
    db: database.db.withPlugin(plugin),
    read: noted(database.read),
    snapshot: (run) =>
      database.snapshot((snapshot) =>
        run({ ...noted(snapshot), db: snapshot.db.withPlugin(plugin) }),
      ),
    writer: {
      ...noted(writer),
      get db() {
        return writer.db.withPlugin(plugin);
      },
      begin: writer.begin,
      commit: writer.commit,
      rollback: writer.rollback,
      savepoint: writer.savepoint,
      release: writer.release,
      rollbackTo: writer.rollbackTo,
    },
  };
}
