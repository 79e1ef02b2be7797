import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import * as v from 'valibot';
import { ERASED_WRITES } from '../../store/erased-writes.ts';
import { quoted } from '../../store/sql.ts';
import { checkBackup, copyDatabase } from '../backup-file.ts';
import { type NamedObject, objectsOf } from '../backup-objects.ts';

/** A checked copy of a database, which has not its final name yet. */
export interface CheckedCopy {
  readonly rows: Readonly<Record<string, number>>;
  readonly migration: string;
  readonly objects: readonly NamedObject[];
}

/**
 * Copies the embedded database of a folder, which may be in use, opens the copy, checks every page of it (SQLite's
 * integrity check) and counts its rows. Throws when the copy is damaged, or lacks a write that was on the disk when the
 * copy began.
 */
export function copySqlite(dataDir: string, target: string, copyTo = copyDatabase): CheckedCopy {
  const source = join(dataDir, 'cairn.db');
  const written = inFile(source, writesIn);
  copyTo(source, target);
  checkBackup(target);
  const copy = inFile(target, (handle) => ({
    writes: writesIn(handle),
    rows: rowsIn(handle),
    migration: textIn(handle, 'select max(name) as value from migrations'),
  }));
  if (copy.writes < written) {
    throw new Error(
      `The copy has ${String(copy.writes)} writes, the database had ${String(written)}`,
    );
  }
  return { rows: copy.rows, migration: copy.migration, objects: objectsOf(target) };
}

const countSchema = v.object({ value: v.number() });
const textSchema = v.object({ value: v.string() });
const namesSchema = v.array(v.object({ name: v.string() }));

/** As `countWrites`: heads of all streams, and of those that were erased. */
function writesIn(handle: BetterSqlite.Database): number {
  const streams = handle.prepare('select coalesce(sum(head), 0) as value from streams');
  const erased = handle.prepare(
    'select coalesce(sum(value), 0) as value from counters where name = ?',
  );
  // In one transaction: an erasure in between would be counted twice.
  return handle.transaction(
    () =>
      v.parse(countSchema, streams.get()).value +
      v.parse(countSchema, erased.get(ERASED_WRITES)).value,
  )();
}

function rowsIn(handle: BetterSqlite.Database): Readonly<Record<string, number>> {
  const tables = handle
    .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'")
    .all();
  return Object.fromEntries(
    v.parse(namesSchema, tables).map(({ name }) => {
      const count = handle.prepare(`select count(*) as value from ${quoted(name)}`).get();
      return [name, v.parse(countSchema, count).value];
    }),
  );
}

function textIn(handle: BetterSqlite.Database, statement: string): string {
  return v.parse(textSchema, handle.prepare(statement).get()).value;
}

function inFile<T>(path: string, read: (handle: BetterSqlite.Database) => T): T {
  const handle = new BetterSqlite(path, { readonly: true, fileMustExist: true });
  try {
    return read(handle);
  } finally {
    handle.close();
  }
}
