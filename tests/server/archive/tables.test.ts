import { expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { ENTITIES } from '../../../model/entities/registry.ts';
import { FURTHER_TABLES } from '../../../server/archive/format.ts';
import { LEFT_OUT, RENAMED } from '../../../server/archive/left-out.ts';
import { openDatabase } from '../../../server/store/open.ts';
import { textOf } from '../../../server/store/sql.ts';

it('each table of the database is in an archive or left out for a reason, and is described', async () => {
  const database = await openDatabase({ memory: true });
  const rows = await database.read.all("select name from sqlite_master where type = 'table'");
  await database.close();
  const tables = rows
    .map((row) => textOf(row, 'name'))
    .filter((name) => !name.startsWith('sqlite_'));
  const archived = [...ENTITIES.map(({ table }) => table), ...FURTHER_TABLES];
  const expected = tables
    .filter((table) => !(table in LEFT_OUT))
    .map((table) => RENAMED[table] ?? table);
  expect(archived.toSorted()).toEqual(expected.toSorted());
  expect(Object.keys(LEFT_OUT).filter((table) => !tables.includes(table))).toEqual([]);
  const description = readFileSync('docs/ARCHIVE.md', 'utf8');
  const missing = [...archived, ...Object.keys(LEFT_OUT)].filter(
    (table) => !description.includes(`\`${table}\``),
  );
  expect(missing).toEqual([]);
});
