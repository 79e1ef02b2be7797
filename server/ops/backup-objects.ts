import {
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
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
 * Copies objects into a folder from the first of several folders that has them complete; complete ones stay (objects
 * never change). Objects are linked where the disk supports it. One of another size than the database says is
 * incomplete: it counts as absent. Each gets its name when it is complete and on the disk, so that a copy that was
 * killed can be repeated. Returns the number of objects that no folder has.
 */
export function copyObjects(
  objects: readonly NamedObject[],
  { from, to }: { readonly from: readonly string[]; readonly to: string },
): number {
  let missing = 0;
  const changed = new Set<string>();
  for (const { name, size } of objects) {
    const target = objectPath(to, name);
    if (hasSize(target, size)) continue;
    const source = from
      .map((folder) => objectPath(folder, name))
      .find((path) => hasSize(path, size));
    if (source === undefined) {
      missing += 1;
      continue;
    }
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    linkOrCopy(source, target);
    changed.add(dirname(target));
  }
  for (const folder of changed) syncFolder(folder);
  return missing;
}

/** Number of objects that a folder does not have complete. */
export function countMissing(objects: readonly NamedObject[], folder: string): number {
  return objects.filter(({ name, size }) => !hasSize(objectPath(folder, name), size)).length;
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

/** Writes a file's bytes to the disk. */
export function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Writes the names in a folder to the disk, where the platform can. */
export function syncFolder(path: string): void {
  if (process.platform !== 'win32') sync(path);
}

function hasSize(path: string, size: number): boolean {
  return statSync(path, { throwIfNoEntry: false })?.size === size;
}

function linkOrCopy(source: string, target: string): void {
  const draft = `${target}.draft`;
  rmSync(draft, { force: true });
  try {
    linkSync(source, draft);
  } catch {
    // Another disk, or one without links.
    copyFileSync(source, draft, constants.COPYFILE_FICLONE);
    sync(draft);
  }
  renameSync(draft, target);
}
