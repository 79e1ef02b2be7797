import { chmodSync, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { BackupRecord } from '../../shared/operations.ts';
import { putInPlace } from '../backup-file.ts';
import { copyObjects, filesFolder, objectsBeside } from '../backup-objects.ts';
import {
  backupName,
  listBackups,
  prepareFolder,
  removeOldBackups,
  writeRecord,
} from './backup-folder.ts';
import { copyPostgres } from './postgres-copy.ts';
import { copySqlite } from './sqlite-copy.ts';

export interface BackupTask {
  readonly folder: string;
  /** Number of complete backups that stay. */
  readonly keep: number;
  readonly dataDir: string;
  /** Undefined: the embedded database of `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** False: the attached files are in an object store. */
  readonly withFiles: boolean;
  /** Milliseconds. */
  readonly now: () => number;
}

/**
 * Makes a backup in a folder: copies the database, verifies the copy, copies the attached files (linked to those of the
 * backup before where the disk supports it), writes the record, and only then removes older backups. Throws when any of
 * this fails; the older backups are then all there.
 */
export async function makeBackup(task: BackupTask): Promise<BackupRecord> {
  const { folder, dataDir, databaseUrl, now } = task;
  prepareFolder(folder);
  const [before] = listBackups(folder);
  const at = now();
  const kind = databaseUrl === undefined ? 'sqlite' : 'postgres';
  const file = `${backupName(at)}.${kind === 'sqlite' ? 'db' : 'dump'}`;
  const path = join(folder, file);
  if (existsSync(path)) throw new Error(`${path} is there already; a backup never overwrites`);
  const draft = `${path}.draft`;
  const copy =
    databaseUrl === undefined ? copySqlite(dataDir, draft) : await copyPostgres(databaseUrl, draft);
  const from = [
    ...(before === undefined ? [] : [objectsBeside(join(folder, before.file))]),
    filesFolder(dataDir),
  ];
  const files = task.withFiles
    ? {
        count: copy.objects.length,
        missing: copyObjects(copy.objects, { from, to: objectsBeside(path) }),
      }
    : null;
  // Also readable by its owner alone when it is copied out of the folder.
  chmodSync(draft, 0o600);
  putInPlace(draft, path);
  const { rows, migration } = copy;
  const { size: bytes } = statSync(path);
  const record = { at, verifiedAt: now(), kind, file, bytes, migration, rows, files } as const;
  writeRecord(folder, record);
  // Never the one just made, also when the clock was set back meanwhile.
  removeOldBackups(folder, task.keep, Math.max(at, now()));
  return record;
}
