import { ADVISORY_LOCKS } from './advisory-locks.ts';
import type { Database } from './database.ts';
import { createTable } from './ddl.ts';
import type { Migration } from './migrations/migration.ts';
import { MIGRATIONS } from './migrations/registry.ts';
import { refreshScopeDigests } from './scope-digests.ts';
import { textOf } from './sql.ts';

/**
 * Runs all missing migrations in one transaction, so that a failing one changes nothing. Rejects a database that a
 * newer build has written.
 */
export async function migrate(
  database: Pick<Database, 'kind' | 'writer'>,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<void> {
  const { kind, writer } = database;
  await writer.begin();
  try {
    // Two processes that start together wait for each other at this lock.
    if (kind === 'postgres') {
      // A migration of a large table may take longer than any statement of the running server.
      await writer.run('set local statement_timeout = 0');
      await writer.run(`select pg_advisory_xact_lock(${ADVISORY_LOCKS.migrations})`);
    }
    await writer.run('create table if not exists migrations (name text primary key not null)');
    const done = (await writer.all('select name from migrations')).map((row) =>
      textOf(row, 'name'),
    );
    const unknown = done.find((name) => !migrations.some((migration) => migration.name === name));
    if (unknown !== undefined) {
      throw new Error(`The database was written by a newer version of Cairn (${unknown})`);
    }
    for (const migration of migrations) {
      if (done.includes(migration.name)) continue;
      await migration.up({
        kind,
        all: writer.all,
        run: writer.run,
        createTable: (definition) => createTable(writer, kind, definition),
      });
      await writer.run('insert into migrations (name) values (?)', [migration.name]);
    }
    if (migrations === MIGRATIONS) await refreshScopeDigests(writer);
    await writer.commit();
  } catch (error) {
    await writer.rollback();
    throw error;
  }
}
