import type { MigrationContext } from '../ddl.ts';
import { searchedText } from '../rows.ts';
import { type SqlRow, textOf } from '../sql.ts';
import { addColumn, type Migration } from './migration.ts';

/** Rows of one statement. */
const PAGE = 500;

/**
 * Counts that are filtered by people or words read an index alone, as those without a filter do (0094): it gets the
 * columns that these filters read, and names in the form in which they are searched. Tasks with a list of people are
 * found by indexes that contain the lists. PostgreSQL refuses long index entries: the few tasks with a long name or long
 * lists are read as rows, by an index of their own. SQLite does not see in these conditions that `status` is constant,
 * and reads it from the index or else from the row; and it chooses the index with the most columns that are compared.
 */
export const searchedTasks: Migration = {
  name: '0097-searched-tasks',
  up: async (context) => {
    const { run } = context;
    await run('drop index tasks_counted_index');
    await addColumn('', 'tasks', { column: 'name_searched', type: 'text?' }).up(context);
    await fill(context);
    await run(
      `create index tasks_counted_index on tasks (org_id, scope, is_completed, flag, end_date,
         is_completed_employee, created_at, is_completed_at, is_completed_emp_at, assigned_to,
         created_by, label, name_searched)
       where status = 1`,
    );
    for (const list of ['assigned_users', 'collaborators']) {
      await run(
        `create index tasks_${list}_index on tasks (org_id, scope, is_completed, end_date,
           is_completed_employee, created_at, assigned_to, created_by, label, name_searched,
           assigned_users, collaborators, status)
         where status = 1 and ${list} <> '[]' and name_searched is not null
           and octet_length(assigned_users) + octet_length(collaborators) <= 1000`,
      );
    }
    await run(
      `create index tasks_long_index on tasks (org_id, scope, is_completed, is_completed_employee, end_date)
       where status = 1 and (name_searched is null
         or octet_length(assigned_users) + octet_length(collaborators) > 1000)`,
    );
  },
};

async function fill({ all, run }: MigrationContext): Promise<void> {
  const first = await all('select org_id, id, name from tasks order by org_id, id limit ?', [PAGE]);
  for (let rows: readonly SqlRow[] = first; rows.length > 0;) {
    const values = rows.flatMap((row) => [
      textOf(row, 'org_id'),
      textOf(row, 'id'),
      searchedText(textOf(row, 'name')),
    ]);
    await run(
      `with searched(org, task, name) as (values ${rows.map(() => '(?, ?, ?)').join(', ')})
       update tasks set name_searched = searched.name from searched
       where org_id = searched.org and id = searched.task`,
      values,
    );
    rows = await all(
      'select org_id, id, name from tasks where (org_id, id) > (?, ?) order by org_id, id limit ?',
      [...values.slice(-3, -1), PAGE],
    );
  }
}
