import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import * as v from 'valibot';
import { MIGRATIONS } from '../store/migrations/registry.ts';
import {
  copyObjects,
  filesFolder,
  objectsBeside,
  objectsOf,
  sync,
  syncFolder,
} from './backup-objects.ts';

/**
 * Writes one consistent copy of the embedded database to a file, and people's files beside it; the server may be
 * running. The database first, then every object it names: objects never change, and stay for days after the last
 * reference to them. The file gets its name only when the copy has been checked and everything is on disk. Throws when
 * there is no database, when it is damaged, or when the file exists. Returns the number of missing objects; without a
 * folder of files none are searched.
 */
export function writeBackup(
  dataDir: string,
  file: string,
  { withFiles }: { readonly withFiles: boolean } = { withFiles: true },
): number {
  const source = join(dataDir, 'cairn.db');
  if (!existsSync(source)) throw new Error(`There is no database in ${dataDir}`);
  if (existsSync(file)) throw new Error(`${file} is there already; a backup never overwrites`);
  const draft = `${file}.draft`;
  copyDatabase(source, draft);
  checkBackup(draft);
  const from = [filesFolder(dataDir)];
  const missing = withFiles ? copyObjects(objectsOf(draft), { from, to: objectsBeside(file) }) : 0;
  putInPlace(draft, file);
  return missing;
}

/** Makes a consistent copy, with what is only in the log beside the source. Replaces `target`. */
export function copyDatabase(source: string, target: string): void {
  rmSync(target, { force: true });
  const handle = new BetterSqlite(source, { readonly: true });
  try {
    handle.prepare('vacuum into ?').run(target);
  } finally {
    handle.close();
  }
}

/** Throws when a file is not a complete database of Cairn, or one of a newer version. */
export function checkBackup(file: string): void {
  if (!existsSync(file)) throw new Error(`There is no file ${file}`);
  const newer = newerStepOf(file);
  if (newer !== undefined) {
    throw new Error(`${file} was written by a newer version of Cairn (${newer})`);
  }
}

const stepsSchema = v.array(v.object({ name: v.string() }));

/** A migration that this build does not know. */
function newerStepOf(file: string): string | undefined {
  const handle = new BetterSqlite(file, { readonly: true });
  try {
    if (handle.pragma('integrity_check', { simple: true }) !== 'ok') throw new Error('damaged');
    handle.prepare('select count(*) from streams').get();
    const steps = v.parse(stepsSchema, handle.prepare('select name from migrations').all());
    return steps.find(({ name }) => !MIGRATIONS.some((known) => known.name === name))?.name;
  } catch (error) {
    throw new Error(`${file} is not a whole backup of Cairn`, { cause: error });
  } finally {
    handle.close();
  }
}

/** Syncs a file to disk and renames it; the folder's entry is synced too where the platform can. */
export function putInPlace(draft: string, file: string): void {
  sync(draft);
  renameSync(draft, file);
  syncFolder(dirname(file));
}
