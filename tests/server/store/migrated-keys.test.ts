import { expect, it } from 'vitest';
import { contentShape } from '../../../model/entities/row-digest.ts';
import type { Database } from '../../../server/store/database.ts';
import { migrate } from '../../../server/store/migrate.ts';
import { organizationKeys } from '../../../server/store/migrations/0091-organization-keys.ts';
import { MIGRATIONS } from '../../../server/store/migrations/registry.ts';
import type { SqlRow } from '../../../server/store/sql.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';

/** Rows of the tables before the migration: `1` has the stream `org:1` and the client `ink`, `2` has `user:7` and `oak`. */
const BEFORE = [
  `insert into streams (stream, org_id, epoch, head, floor) values
     ('org:1', '1', 'e', 5, 2), ('user:7', '2', 'f', 9, 0)`,
  `insert into changes (stream, tbl, id, scope, v, kind, moved_to) values
     ('org:1', 'tasks', 't', 'project:p', 5, 'moved', 'project:q'),
     ('user:7', 'notes', 'n', 'me', 9, 'put', null),
     ('user:8', 'notes', 'gone', 'me', 1, 'put', null)`,
  `insert into activity (stream, v, tbl, row_id, field, org_user, at, claimed_at, old, new) values
     ('org:1', 5, 'tasks', 't', 'name', '3', 100, null, '"a"', '"b"'),
     ('user:7', 9, 'notes', 'n', '', '7', 200, 190, null, null)`,
  `insert into clients (client_id, user_id, org_id, ack_through) values
     ('ink', '3', '1', 4), ('oak', '7', '2', 0)`,
  `insert into verdicts (client_id, seq, body_hash, status, version, answer) values
     ('ink', 5, 'h', 200, 5, '{}'), ('oak', 1, 'i', 404, null, '{"code":"not_found"}')`,
  `insert into settled_keys (client_id, seq, body_hash, at) values ('ink', 4, 'g', 90)`,
];

async function changeTables(database: Database, statements: readonly string[]): Promise<void> {
  await database.writer.begin();
  for (const statement of statements) await database.writer.run(statement);
  await database.writer.commit();
}

forEachDatabase('the organisation in the keys of an older database', (open) => {
  async function older(): Promise<Database> {
    const database = await open();
    const tables = await database.read.all(
      database.kind === 'sqlite'
        ? "select name from sqlite_master where type = 'table' and name not like 'sqlite_%'"
        : "select table_name as name from information_schema.tables where table_schema = 'public'",
    );
    await changeTables(
      database,
      tables.map(({ name }) => `drop table "${String(name)}"`),
    );
    await migrate(database, MIGRATIONS.slice(0, MIGRATIONS.indexOf(organizationKeys)));
    await changeTables(database, BEFORE);
    return database;
  }

  it('is that of the stream or client, and nothing else of a row changes', async () => {
    const database = await older();
    await migrate(database, MIGRATIONS.slice(0, MIGRATIONS.indexOf(organizationKeys) + 1));
    const read = (table: string): Promise<readonly SqlRow[]> =>
      database.read.all(`select * from ${table} order by org_id`);
    expect(await read('streams')).toEqual([
      { org_id: '1', stream: 'org:1', epoch: 'e', head: 5, floor: 2 },
      { org_id: '2', stream: 'user:7', epoch: 'f', head: 9, floor: 0 },
    ]);
    const change = { tbl: 'tasks', id: 't', scope: 'project:p', kind: 'moved' };
    expect(await read('changes')).toEqual([
      { org_id: '1', stream: 'org:1', ...change, v: 5, moved_to: 'project:q' },
      expect.objectContaining({ org_id: '2', stream: 'user:7', v: 9, moved_to: null }),
    ]);
    expect(await read('activity')).toEqual([
      expect.objectContaining({ org_id: '1', old: '"a"', new: '"b"', at: 100, claimed_at: null }),
      expect.objectContaining({ org_id: '2', stream: 'user:7', row_id: 'n', claimed_at: 190 }),
    ]);
    expect(await read('clients')).toEqual([
      { org_id: '1', client_id: 'ink', user_id: '3', ack_through: 4 },
      { org_id: '2', client_id: 'oak', user_id: '7', ack_through: 0 },
    ]);
    const none = { version: null, answer: '{"code":"not_found"}' };
    expect(await read('verdicts')).toEqual([
      expect.objectContaining({ org_id: '1', client_id: 'ink', seq: 5, version: 5 }),
      { org_id: '2', client_id: 'oak', seq: 1, body_hash: 'i', status: 404, ...none },
    ]);
    expect(await read('settled_keys')).toEqual([
      { org_id: '1', client_id: 'ink', seq: 4, body_hash: 'g', at: 90 },
    ]);
  });

  it('[PULL-8.3] leaves the digests as they were counted, and the note of the fields that they cover', async () => {
    const database = await older();
    await changeTables(database, [
      await digest(database, '', contentShape()),
      await digest(database, 'org:1', 'directory'),
    ]);
    await migrate(database);
    expect(await database.read.all('select org_id, stream, scope, v from scope_digests')).toEqual([
      { org_id: '1', stream: 'org:1', scope: 'directory', v: 3 },
    ]);
  });
});

/** Inserts a digest whose numbers are all 3. */
async function digest({ kind, read }: Database, stream: string, scope: string): Promise<string> {
  const columns = await read.all(
    kind === 'sqlite'
      ? "select name from pragma_table_info('scope_digests')"
      : "select column_name as name from information_schema.columns where table_name = 'scope_digests'",
  );
  const names = columns
    .map(({ name }) => String(name))
    .filter((name) => name !== 'stream' && name !== 'scope');
  return `insert into scope_digests (stream, scope, ${names.map((name) => `"${name}"`).join(', ')})
    values ('${stream}', '${scope}', ${names.map(() => '3').join(', ')})`;
}
