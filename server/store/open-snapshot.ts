import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import pg from 'pg';
import * as v from 'valibot';
import { MIGRATIONS } from './migrations/registry.ts';
import { numberedMarks, type Sql, type SqlRow, textOf } from './sql.ts';

/** The embedded database of a folder, or a PostgreSQL. */
export type StoredPlace = { readonly dataDir: string } | { readonly url: string };

/**
 * Reads in one snapshot on a connection of its own, beside a running server, which neither waits for it nor is migrated
 * by it. Throws for a database that another version of Cairn has written.
 */
export async function readSnapshot<T>(
  place: StoredPlace,
  read: (sql: Sql) => Promise<T>,
): Promise<T> {
  const checked = async (sql: Sql) => {
    await requireThisVersion(sql);
    return read(sql);
  };
  return 'url' in place ? inPostgres(place.url, checked) : inSqlite(place.dataDir, checked);
}

async function inSqlite<T>(dataDir: string, read: (sql: Sql) => Promise<T>): Promise<T> {
  const path = join(dataDir, 'cairn.db');
  const handle = new BetterSqlite(path, { readonly: true, fileMustExist: true });
  try {
    handle.pragma('busy_timeout = 5000');
    handle.exec('begin');
    return await read({
      all: async (text, parameters = []) =>
        handle.prepare<unknown[], SqlRow>(text).all(...parameters),
      run: () => Promise.reject(new Error('A snapshot is only read')),
    });
  } finally {
    handle.close();
  }
}

const rowsSchema = v.array(v.record(v.string(), v.union([v.string(), v.number(), v.null()])));

async function inPostgres<T>(url: string, read: (sql: Sql) => Promise<T>): Promise<T> {
  pg.defaults.parseInt8 = true;
  const client = new pg.Client({ connectionString: url, application_name: 'cairn-export' });
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    return await read({
      all: async (text, parameters = []) =>
        v.parse(rowsSchema, (await client.query(numberedMarks(text), [...parameters])).rows),
      run: () => Promise.reject(new Error('A snapshot is only read')),
    });
  } finally {
    await client.end();
  }
}

async function requireThisVersion(sql: Sql): Promise<void> {
  const done = (await sql.all('select name from migrations')).map((row) => textOf(row, 'name'));
  const isSame =
    done.length === MIGRATIONS.length && MIGRATIONS.every(({ name }) => done.includes(name));
  if (isSame) return;
  throw new Error('Another version of Cairn has written the database: start this version first.');
}
