import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Board } from './seed.ts';

/**
 * Writes copies of a board with all its tasks straight into the database of a server that is stopped: the product's own
 * calls would take an hour for a million tasks. Each copy is a project that concerns nobody; seven of ten of its tasks
 * are completed. The server counts its digests anew at the next start.
 */
export function multiplyBoard(dataDir: string, board: Board, copies: number): void {
  const database = new Database(join(dataDir, 'cairn.db'));
  database.pragma('synchronous = off');
  database.exec(`create temp table copies as
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${String(copies)})
    select n, ${idOf(`'${board.project}'`, 'n')} as project from numbers`);
  const copy = (table: string, where: string, changed: Readonly<Record<string, string>>) => {
    const columns = database
      .prepare<[], { readonly name: string }>(`select name from pragma_table_info('${table}')`)
      .all();
    const names = columns.map(({ name }) => `"${name}"`).join(', ');
    const values = columns.map(({ name }) => changed[name] ?? `t."${name}"`).join(', ');
    database.exec(
      `insert into ${table} (${names}) select ${values} from copies join ${table} t where ${where}`,
    );
  };
  const scope = "'project:' || copies.project";
  const here = `t.scope = 'project:${board.project}'`;
  const count = board.tasks.length;
  database.exec('begin');
  copy('tasks', here, {
    id: idOf('t.id', `copies.n * ${String(count)} + t.rowid % ${String(count)}`),
    scope,
    project: 'copies.project',
    card: idOf('t.card', 'copies.n'),
    assigned_to: 'null',
    assigned_users: "'[]'",
    is_completed: `t.rowid % 10 < 7`,
  });
  copy('cards', here, { id: idOf('t.id', 'copies.n'), scope, project: 'copies.project' });
  copy('projects', here, {
    id: 'copies.project',
    scope,
    name: "'Project ' || copies.n",
    slug: "'project-' || copies.n",
  });
  database.exec("delete from counters where name like 'scope_digests %'");
  database.exec('commit');
  database.close();
}

/** SQL of an id: the first two thirds of another one, and a number. */
function idOf(id: string, number: string): string {
  return `(substr(${id}, 1, 24) || printf('%012x', ${number}))`;
}
