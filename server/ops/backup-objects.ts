import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import * as v from 'valibot';
import { objectPath } from '../files/folder-storage.ts';

/** An object that a database names, with its bytes. */
export interface NamedObject {
  readonly name: string;
  readonly size: number;
}

/** Folder of a backup's files, beside the copy of the database. */
export function objectsBeside(file: string): string {
  return `${file}.files`;
}

const objectsSchema = v.array(v.object({ name: v.string(), size: v.number() }));

/**
 * Copies objects into a folder from the first of several folders that has them; existing ones stay (objects never
 * change). Objects are linked where the disk supports it. Returns the number of objects that no folder has, or that
 * have another size than the database says.
 */
export function copyObjects(
  objects: readonly NamedObject[],
  { from, to }: { readonly from: readonly string[]; readonly to: string },
): number {
  let missing = 0;
  for (const { name, size } of objects) {
    const target = objectPath(to, name);
    if (!existsSync(target)) {
      const source = from
        .map((folder) => objectPath(folder, name))
        .find((path) => existsSync(path));
      if (source === undefined) {
        missing += 1;
        continue;
      }
      mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
      linkOrCopy(source, target);
    }
    if (statSync(target).size !== size) missing += 1;
  }
  return missing;
}

/** Folder of the server's files in a data folder. */
export function filesFolder(dataDir: string): string {
  return join(dataDir, 'files');
}

/** Tables that name objects, with the columns `name` and `size`. */
export const OBJECT_TABLES = ['file_contents', 'file_parts'] as const;

/** The objects that a copy of the embedded database names. */
export function objectsOf(database: string): readonly NamedObject[] {
  const handle = new BetterSqlite(database, { readonly: true });
  try {
    const tables = OBJECT_TABLES.filter(
      (table) =>
        handle.prepare('select 1 from sqlite_master where name = ?').get(table) !== undefined,
    );
    return tables.flatMap((table) =>
      v.parse(objectsSchema, handle.prepare(`select name, size from ${table}`).all()),
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
    const descriptor = openSync(target, 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  }
}
