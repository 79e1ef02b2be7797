import { expect, it } from 'vitest';
import { ENTITIES } from '../../../model/entities/registry.ts';
import { migrate } from '../../../server/store/migrate.ts';
import { MIGRATIONS } from '../../../server/store/migrations/registry.ts';
import { textVersionColumn } from '../../../server/store/rows.ts';
import { textOf } from '../../../server/store/sql.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';

forEachDatabase('tables', (open) => {
  it('hold exactly the fields of the model, and the store’s own columns', async () => {
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
      ];
      const found = columns.map((row) => textOf(row, 'name'));
      expect([entity.table, ...found.toSorted()]).toEqual([entity.table, ...wanted.toSorted()]);
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
      sql.all('select name from counters order by name'),
    );
    expect(rows.map((row) => row['name'])).toEqual(ranks.toSorted());
  });

  it('are brought up to date once; a step that fails leaves everything as it was', async () => {
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
    const left = await database.snapshot((sql) => sql.all('select name from counters'));
    expect(left).toEqual([]);
    const rows = database.snapshot((sql) => sql.all('select * from half'));
    await expect(rows).rejects.toThrow(/half/);
  });

  it('of a newer build are refused', async () => {
    const database = await open();
    await expect(migrate(database, MIGRATIONS.slice(0, 1))).rejects.toThrow(/newer version/);
  });

  it('have no statement and no transaction that waits for ever', async () => {
    const database = await open();
    // SQLite has no connection that could hang; its writer waits for nobody.
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

  it('reads see one state while writes go on', async () => {
    const database = await open();
    const add = async (name: string) => {
      await database.writer.begin();
      await database.writer.run('insert into counters (name, value) values (?, 1)', [name]);
      await database.writer.commit();
    };
    await add('one');
    const counts = await database.snapshot(async (sql) => {
      const before = await sql.all('select name from counters');
      await add('two');
      return [before.length, (await sql.all('select name from counters')).length];
    });
    expect(counts).toEqual([1, 1]);
  });
});

it('the names of migrations are in order and unique', () => {
  const names = MIGRATIONS.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)].toSorted());
});
