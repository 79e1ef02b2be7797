import { expect, it } from 'vitest';
import { ENTITIES } from '../../../model/entities/registry.ts';
import { migrate } from '../../../server/store/migrate.ts';
import { MIGRATIONS } from '../../../server/store/migrations/registry.ts';
import { derivedColumns, textVersionColumn } from '../../../server/store/rows.ts';
import type { Database } from '../../../server/store/database.ts';
import { type SqlRow, type SqlValue, textOf } from '../../../server/store/sql.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';

forEachDatabase('tables', (open) => {
  it('have exactly the fields of the model, and the store’s own columns', async () => {
    const database = await open();
    for (const entity of ENTITIES) {
      const columns = await database.snapshot((sql) =>
        database.kind === 'sqlite'
          ? sql.all(`select name from pragma_table_info('${entity.table}')`)
          : sql.all(
              'select column_name as name from information_schema.columns where table_name = ?',
              [entity.table],
            ),
      );
      const wanted = [
        ...(entity.stream === 'user' ? ['owner'] : []),
        'org_id',
        'id',
        'scope',
        'v',
        ...Object.keys(entity.columns),
        ...entity.longTexts.map((field) => textVersionColumn(field)),
        ...derivedColumns(entity),
      ];
      const found = columns.map((row) => textOf(row, 'name'));
      expect([entity.table, ...found.toSorted()]).toEqual([entity.table, ...wanted.toSorted()]);
    }
  });

  it('find the rows that refer to a file by an index, in tables that grow without a limit', async () => {
    const database = await open();
    const references = [
      ['tasks', 'document'],
      ['subtasks', 'document'],
      ['comments', 'attachment'],
      ['messages', 'attachment'],
      ['files', 'drawn_on'],
    ] as const;
    for (const [table, column] of references) {
      const found = await database.snapshot((sql) =>
        database.kind === 'sqlite'
          ? sql.all(
              `explain query plan select id from "${table}" where org_id = ? and "${column}" = ? limit 1`,
              ['1', 'f'],
            )
          : sql.all('select indexdef as detail from pg_indexes where tablename = ?', [table]),
      );
      const details = found.map((row) => textOf(row, 'detail'));
      const index = database.kind === 'sqlite' ? `org_id=? AND ${column}=?` : `org_id, ${column}`;
      expect([table, details.filter((detail) => detail.includes(index)).length]).toEqual([
        table,
        1,
      ]);
    }
  });

  it('sort text by its bytes, as ranks need it', async () => {
    const database = await open();
    const ranks = ['Z', 'a', 'A1', 'V', '0z', 'zz', 'aA'];
    await database.writer.begin();
    for (const id of ranks) {
      await database.writer.run('insert into counters (name, value) values (?, 1)', [id]);
    }
    await database.writer.commit();
    const rows = await database.snapshot((sql) =>
      sql.all("select name from counters where name not like 'scope_digests %' order by name"),
    );
    expect(rows.map((row) => row['name'])).toEqual(ranks.toSorted());
  });

  it('are migrated once; a failing migration changes nothing', async () => {
    const database = await open();
    const failing = {
      name: '9999-fails',
      up: async ({ createTable, run }: Parameters<(typeof MIGRATIONS)[0]['up']>[0]) => {
        await createTable({ name: 'half', columns: { id: 'text' }, primaryKey: ['id'] });
        await run('insert into counters (name, value) values (?, 1)', ['half']);
        throw new Error('the step failed');
      },
    };
    await expect(migrate(database, [...MIGRATIONS, failing])).rejects.toThrow('the step failed');
    await migrate(database);
    const left = await database.snapshot((sql) =>
      sql.all("select name from counters where name = 'half'"),
    );
    expect(left).toEqual([]);
    const rows = database.snapshot((sql) => sql.all('select * from half'));
    await expect(rows).rejects.toThrow(/half/);
  });

  it('keep the rows of every earlier version when they are migrated', async () => {
    const database = await open();
    const all = await tablesOf(database);
    await inTurn(database, ...all.map((table) => [`drop table "${table}"`] as const));
    const written = new Map<string, SqlRow>();
    for (let steps = 1; steps <= MIGRATIONS.length; steps += 1) {
      await migrate(database, MIGRATIONS.slice(0, steps));
      const fresh = (await tablesOf(database)).filter(
        (table) => table !== 'migrations' && !written.has(table),
      );
      for (const table of fresh) {
        const row = await oneRow(database, table);
        await inTurn(database, insertion(table, row));
        written.set(table, row);
      }
    }
    for (const [table, row] of written) {
      const [now] = await database.snapshot((sql) => sql.all(`select * from "${table}"`));
      expect({ table, row: now }).toEqual({ table, row: expect.objectContaining(row) });
    }
  });

  it('of a newer build are rejected', async () => {
    const database = await open();
    await expect(migrate(database, MIGRATIONS.slice(0, 1))).rejects.toThrow(/newer version/);
  });

  it('have no statement and no transaction that waits for ever', async () => {
    const database = await open();
    // SQLite has no connection that could hang; its writer waits for nothing.
    if (database.kind === 'sqlite') return;
    const settings = ['statement_timeout', 'idle_in_transaction_session_timeout'];
    await database.writer.begin();
    for (const name of settings) {
      const question = `select current_setting('${name}') as value`;
      for (const sql of [database.read, database.writer]) {
        expect(await sql.all(question)).not.toEqual([{ value: '0' }]);
      }
    }
    await database.writer.rollback();
  });

  it('show readers one state while writes go on', async () => {
    const database = await open();
    const add = async (name: string) => {
      await database.writer.begin();
      await database.writer.run('insert into counters (name, value) values (?, 1)', [name]);
      await database.writer.commit();
    };
    await add('one');
    const counts = await database.snapshot(async (sql) => {
      const count = async () =>
        (await sql.all("select name from counters where name in ('one', 'two')")).length;
      const before = await count();
      await add('two');
      return [before, await count()];
    });
    expect(counts).toEqual([1, 1]);
  });
});

async function tablesOf(database: Database): Promise<readonly string[]> {
  const rows = await database.snapshot((sql) =>
    sql.all(
      database.kind === 'sqlite'
        ? "select name from sqlite_master where type = 'table' and name not like 'sqlite_%'"
        : "select table_name as name from information_schema.tables where table_schema = 'public'",
    ),
  );
  return rows.map((row) => textOf(row, 'name'));
}

/** A valid row of the table with every column set. */
async function oneRow(database: Database, table: string): Promise<SqlRow> {
  const columns = await database.snapshot((sql) =>
    sql.all(
      database.kind === 'sqlite'
        ? `select name, type from pragma_table_info('${table}')`
        : `select column_name as name, data_type as type from information_schema.columns
           where table_name = '${table}' and table_schema = 'public'`,
    ),
  );
  return Object.fromEntries(
    columns.map((column, index) => {
      const isText = textOf(column, 'type').toLowerCase() === 'text';
      return [textOf(column, 'name'), isText ? `text ${String(index)}` : index];
    }),
  );
}

type Statement = readonly [string, ...SqlValue[]];

function insertion(table: string, row: SqlRow): Statement {
  const names = Object.keys(row).map((name) => `"${name}"`);
  const places = names.map(() => '?');
  return [
    `insert into "${table}" (${names.join(', ')}) values (${places.join(', ')})`,
    ...Object.values(row),
  ];
}

/** Statements in one transaction. */
async function inTurn({ writer }: Database, ...statements: readonly Statement[]): Promise<void> {
  await writer.begin();
  for (const [statement, ...values] of statements) await writer.run(statement, values);
  await writer.commit();
}

it('have migrations with ordered and unique names', () => {
  const names = MIGRATIONS.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)].toSorted());
});
