import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Database } from '../../../server/store/database.ts';
import { openDatabase } from '../../../server/store/open.ts';
import { type Sql, textOf } from '../../../server/store/sql.ts';
import { startTestApp } from '../../support/test-app.ts';
import {
  addTask,
  foundTeam,
  freshId,
  hire,
  join as joinProject,
  ok,
  orgStreamOf,
  pull,
} from '../support/team.ts';

/**
 * A distributed PostgreSQL stores the rows of one organisation on one machine (docs/SCALING.md): the key of each table,
 * and each unique index, must then contain the organisation. The tables below are not spread by it.
 */

/** Accounts, limits and keys of the installation: people belong to several organisations. */
const OF_THE_INSTALLATION = [
  'access_tokens',
  'counters',
  'ended_sessions',
  'file_trash',
  'known_devices',
  'mail_queue',
  'migrations',
  'passkeys',
  'push_subscriptions',
  'rate_limits',
  'recovery_codes',
  'request_counts',
  'sealing_keys',
  'server_keys',
  'sessions',
  'totp_factors',
  'users',
];

/** Found by a digest from a link, a cookie, a ticket or a program's token, before the organisation is known. */
const BY_DIGEST = [
  'api_tokens',
  'calendar_feeds',
  'former_token_secrets',
  'invitation_links',
  'one_time_tokens',
  'organization_tokens',
  'passkey_challenges',
  'sso_attempts',
  'retry_keys',
  'socket_tickets',
  'unsent_reports',
];

it('the key of each table begins with the organisation, besides those that are not spread by it', async () => {
  const database = await openDatabase({ memory: true });
  const tables = await database.read.all("select name from sqlite_master where type = 'table'");
  const others: string[] = [];
  for (const table of tables.map((row) => textOf(row, 'name'))) {
    const [first] = await database.read.all(
      `select name from pragma_table_info('${table}') where pk = 1`,
    );
    if (first?.['name'] !== 'org_id') others.push(table);
  }
  const known = [...OF_THE_INSTALLATION, ...BY_DIGEST];
  expect(others.toSorted()).toEqual(known.toSorted());
  await database.close();
});

it('a unique index of a table that is spread by the organisation contains it', async () => {
  const database = await openDatabase({ memory: true });
  const indexes = await database.read.all(
    "select tbl_name, sql from sqlite_master where type = 'index' and sql like 'create unique%'",
  );
  const spread = indexes.filter(
    (index) => !OF_THE_INSTALLATION.includes(textOf(index, 'tbl_name')),
  );
  expect(spread.length).toBeGreaterThan(3);
  const without = spread.filter((index) => !textOf(index, 'sql').includes('org_id'));
  expect(without.map((index) => textOf(index, 'sql'))).toEqual([]);
  await database.close();
});

it('the statements of people’s work name the organisation of each table that is spread by it', async () => {
  const database = await openDatabase({ memory: true });
  const statements = new Set<string>();
  const setup = await startTestApp(recorded(database, statements));
  const team = { setup, ...(await foundTeam(setup.app, 'ada@field.test', 'Field Work')) };
  const bob = await hire(team, 'bob@field.test');
  await joinProject(team, bob);
  const group = freshId();
  statements.clear();
  const task = await addTask(team, bob);
  ok(await bob.patch(`task/update-destroy/${task}/`, { name: 'Dig deeper' }));
  ok(await bob.post('comment/create/', { id: freshId(), task, comment: 'Done' }));
  ok(await team.founder.post('groups/create/', { id: group, name: 'Ridge', members: [] }));
  ok(await pull(bob));
  const query = { stream: orgStreamOf(bob) };
  ok(await bob.get('sync/bootstrap', { query }));
  ok(await bob.get('sync/check', { query }));
  const spread = await tablesOf(database, "select name from pragma_table_info('#') where pk = 1");
  const without = [...statements].filter(
    (text) =>
      [...text.matchAll(/(?:from|join|into|update) "?(\w+)"?/g)].some(([, table]) =>
        spread.includes(table ?? ''),
      ) && !text.includes('org_id'),
  );
  expect(statements.size).toBeGreaterThan(20);
  expect(without).toEqual([]);
  await setup.close();
  await database.close();
});

/**
 * Statements over all organisations: maintenance, the counts that show a database that has gone back, and what is
 * decided by an account. A distributed PostgreSQL runs each on all machines.
 */
const OF_ALL_ORGANIZATIONS = [
  'delete from scope_digests',
  'delete from security_log where at < ?',
  'delete from settled_keys where at < ?',
  'select cast(coalesce(sum(head), 0) as bigint) as n from streams',
  'select coalesce(sum(head), 0) as value from streams',
  'select count(*) from streams',
  'select id from org_users where ("user" = ? and joined = 1) or (email = ? and joined = 0) limit 1',
  'select id from organizations where erase_at <= ? order by id',
  'select id from organizations where retention_from is not null and (keep_done_tasks is not null or keep_messages is not null or keep_activity is not null) order by id',
  'select id, erase_after_days from organizations order by id',
  'select name from file_contents union all select name from file_parts union all select name from file_trash',
  "select u.created_at, (select max(c.at) from security_log c where c.user_id = u.id and c.kind = 'address_changed') as changed_at from users u where u.id = ? and u.mailbox_proved = 1",
];

it('each SQL text names the organisation of a table that is spread by it, besides those over all organisations', async () => {
  const database = await openDatabase({ memory: true });
  const spread = await tablesOf(database, "select name from pragma_table_info('#') where pk = 1");
  await database.close();
  const naming = new RegExp(`\\b(from|into|update|join) "?(${spread.join('|')})\\b`);
  const found: string[] = [];
  for (const file of readdirSync('server', { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts') || file.includes('migrations')) continue;
    const source = readFileSync(join('server', file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
    for (const [text] of source.matchAll(/`[^`]*`|'[^'\n]*'|"[^"\n]*"/g)) {
      const isStatement = /^.(select|insert|update|delete)\b/.test(text) && naming.test(text);
      // A condition that is put in is examined where it is run (spread.test.ts).
      if (!isStatement || text.includes('org_id') || /where \$\{/.test(text)) continue;
      found.push(text.slice(1, -1).replaceAll(/\s+/g, ' '));
    }
  }
  expect(found.toSorted()).toEqual(OF_ALL_ORGANIZATIONS);
});

/** Tables whose key begins with the organisation. */
async function tablesOf(database: Database, firstOfKey: string): Promise<readonly string[]> {
  const tables = await database.read.all("select name from sqlite_master where type = 'table'");
  const found: string[] = [];
  for (const table of tables.map((row) => textOf(row, 'name'))) {
    const [first] = await database.read.all(firstOfKey.replace('#', table));
    if (first?.['name'] === 'org_id') found.push(table);
  }
  return found;
}

/** The same database; notes the text of each plain statement. */
function recorded(database: Database, statements: Set<string>): Database {
  const noted = ({ all, run }: Sql): Sql => ({
    all: (text, parameters) => {
      statements.add(text);
      return all(text, parameters);
    },
    run: (text, parameters) => {
      statements.add(text);
      return run(text, parameters);
    },
  });
  const { writer } = database;
  return {
    ...database,
    read: noted(database.read),
    snapshot: (work) =>
      database.snapshot((snapshot) => work({ ...noted(snapshot), db: snapshot.db })),
    writer: {
      ...noted(writer),
      get db() {
        return writer.db;
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
