import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { restoreFile } from '../../../server/ops/restore-file.ts';
import { createTable } from '../../../server/store/ddl.ts';
import { MIGRATIONS } from '../../../server/store/migrations/registry.ts';
import { openDatabase } from '../../../server/store/open.ts';
import type { SqlValue } from '../../../server/store/sql.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cairn-schemas-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Milliseconds: each migration adds a restore. */
const LONGEST = 240_000;

it(
  'restores a backup of each earlier schema, which the new build migrates with its rows',
  { timeout: LONGEST },
  async () => {
    const handle = new BetterSqlite(':memory:');
    const written = new Map<string, Record<string, unknown>>();
    const sql = {
      all: async (text: string, values: readonly SqlValue[] = []) =>
        v.parse(rowsSchema, handle.prepare(text).all(...values)),
      run: async (text: string, values: readonly SqlValue[] = []) =>
        handle.prepare(text).run(...values).changes,
    };
    await sql.run('create table migrations (name text primary key not null)');
    for (const [step, { name, up }] of MIGRATIONS.entries()) {
      await up({
        ...sql,
        kind: 'sqlite',
        createTable: (definition) => createTable(sql, 'sqlite', definition),
      });
      handle.prepare('insert into migrations (name) values (?)').run(name);
      for (const table of tablesOf(handle).filter((table) => !written.has(table))) {
        written.set(table, writeRow(handle, table));
      }
      const backup = join(root, `step-${String(step)}.db`);
      handle.prepare('vacuum into ?').run(backup);
      const target = join(root, `restored-${String(step)}`);
      const random = (count: number) => new Uint8Array(count);
      restoreFile(target, backup, { suffix: 'before', random, withFiles: true });
      const database = await openDatabase({ dataDir: target });
      for (const [table, row] of written) {
        // Computed from the other tables by the start.
        if (table === 'scope_digests') continue;
        const now = await database.snapshot((store) => store.all(`select * from "${table}"`));
        const kept = table === 'streams' ? { stream: row['stream'], head: row['head'] } : row;
        expect({ name, table, now }).toEqual({
          name,
          table,
          now: expect.arrayContaining([expect.objectContaining(kept)]),
        });
      }
      await database.close();
      rmSync(target, { recursive: true });
    }
    handle.close();
  },
);

const cell = v.union([v.string(), v.number(), v.null()]);
const rowsSchema = v.array(v.record(v.string(), cell));
const columnsSchema = v.array(v.object({ name: v.string(), type: v.string() }));
const namesSchema = v.array(v.object({ name: v.string() }));

function tablesOf(handle: BetterSqlite.Database): readonly string[] {
  const rows = handle.prepare("select name from sqlite_master where type = 'table'").all();
  return v
    .parse(namesSchema, rows)
    .map(({ name }) => name)
    .filter((name) => name !== 'migrations' && !name.startsWith('sqlite_'));
}

/** Writes a row with every column set; each text is JSON and the name of an object, for the columns that hold one. */
function writeRow(handle: BetterSqlite.Database, table: string): Record<string, unknown> {
  const columns = v.parse(
    columnsSchema,
    handle.prepare('select name, type from pragma_table_info(?)').all(table),
  );
  const row = Object.fromEntries(
    columns.map(({ name, type }, index) => [
      name,
      type.toLowerCase() === 'text' ? `1${String(index).padStart(31, '0')}` : index,
    ]),
  );
  const names = Object.keys(row).map((name) => `"${name}"`);
  const places = names.map(() => '?').join(', ');
  handle
    .prepare(`insert into "${table}" (${names.join(', ')}) values (${places})`)
    .run(...Object.values(row));
  return row;
}
