import { afterEach, expect, it } from 'vitest';
import { searchable } from '../../../model/shared/searchable.ts';
import type { Database } from '../../../server/store/database.ts';
import { migrate } from '../../../server/store/migrate.ts';
import { searchedTasks } from '../../../server/store/migrations/0097-searched-tasks.ts';
import { MIGRATIONS } from '../../../server/store/migrations/registry.ts';
import { encodeRow } from '../../../server/store/rows.ts';
import { tasks } from '../../../model/entities/task.ts';
import { insert } from '../../../server/writer/batch-sql.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { taskRow } from '../../support/task-row.ts';
import { addTask, ok, startTeam, type Team } from '../support/team.ts';

forEachDatabase('names of tasks as they are searched', (open) => {
  const teams: Team[] = [];
  afterEach(async () => {
    for (const team of teams.splice(0)) await team.setup.close();
  });

  it('are stored for the tasks of an older database, but for those that no index accepts', async () => {
    const database = await open();
    await empty(database);
    const { writer } = database;
    await migrate(database, MIGRATIONS.slice(0, MIGRATIONS.indexOf(searchedTasks)));
    // More than the rows of one statement.
    const rows = Array.from({ length: 600 }, (_, index) =>
      taskRow({ id: `t${String(index)}`, name: `Büro ${String(index)}` }),
    );
    const long = taskRow({ id: 'long', name: 'ﷺ'.repeat(90) });
    await writer.begin();
    for (const org_id of ['1', '2']) {
      const stored = [...rows, long].map((row) => {
        const name = `${row.name} ${org_id}`;
        return { ...encodeRow(tasks, { ...row, name }), org_id, description_v: 1 };
      });
      const columns = Object.keys(stored[0] ?? {});
      await insert(
        writer,
        'tasks',
        columns,
        stored.map((row) => Object.values(row)),
      );
    }
    await writer.commit();
    await migrate(database);
    const found = await database.read.all(
      'select name, name_searched from tasks order by org_id, id',
    );
    expect(found).toHaveLength(1_202);
    for (const { name, name_searched } of found) {
      const isLong = String(name).startsWith('ﷺ');
      expect([name, name_searched]).toEqual([name, isLong ? null : searchable(String(name))]);
    }
  });

  it('change with the name', async () => {
    const team = await startTeam(open);
    teams.push(team);
    const task = await addTask(team, team.founder, { name: 'Büro' });
    const { read } = team.app.services.database;
    const stored = () => read.all('select name_searched from tasks where id = ?', [task]);
    expect(await stored()).toEqual([{ name_searched: 'buro' }]);
    ok(await team.founder.patch(`task/update-destroy/${task}/`, { name: 'Café' }));
    expect(await stored()).toEqual([{ name_searched: 'cafe' }]);
  });
});

async function empty(database: Database): Promise<void> {
  const tables = await database.read.all(
    database.kind === 'sqlite'
      ? "select name from sqlite_master where type = 'table' and name not like 'sqlite_%'"
      : "select table_name as name from information_schema.tables where table_schema = 'public'",
  );
  await database.writer.begin();
  for (const { name } of tables) await database.writer.run(`drop table "${String(name)}"`);
  await database.writer.commit();
}
