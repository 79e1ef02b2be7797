import { constants, copyFileSync, existsSync, linkSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import * as v from 'valibot';
import { objectPath } from '../files/folder-storage.ts';

/** Folder of a backup's files, beside the copy of the database. */
export function objectsBeside(file: string): string {
  return `${file}.files`;
}

const namesSchema = v.array(v.object({ name: v.string() }));

/**
 * Copies every object that a copy of the database names from one folder of files into another; existing ones stay
 * (objects never change). Objects are linked where the disk supports it. Returns the number of missing objects.
 */
export function copyObjects(database: string, from: string, to: string): number {
  let missing = 0;
  for (const name of objectNames(database)) {
    const source = objectPath(from, name);
    const target = objectPath(to, name);
    if (existsSync(target)) continue;
    if (!existsSync(source)) {
      missing += 1;
      continue;
    }
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    linkOrCopy(source, target);
  }
  return missing;
}

/** Folder of the server's files in a data folder. */
export function filesFolder(dataDir: string): string {
  return join(dataDir, 'files');
}

function objectNames(database: string): readonly string[] {
  const handle = new BetterSqlite(database, { readonly: true });
  try {
    const tables = ['file_contents', 'file_parts'].filter(
      (table) =>
        handle.prepare('select 1 from sqlite_master where name = ?').get(table) !== undefined,
    );
    return tables.flatMap((table) =>
      v
        .parse(namesSchema, handle.prepare(`select name from ${table}`).all())
        .map(({ name }) => name),
    );
  } finally {
    handle.close();
  }
}

function linkOrCopy(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch {
    // Another disk, or one without links.
    copyFileSync(source, target, constants.COPYFILE_FICLONE);
  }
}
