import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../store/database.ts';
import { lockFolder } from '../store/sqlite.ts';
import { textOf } from '../store/sql.ts';
import { checkBackup, copyDatabase, putInPlace } from './backup-file.ts';
import { copyObjects, filesFolder, objectsBeside } from './backup-objects.ts';

const DATABASE = 'cairn.db';
/** What SQLite keeps beside a database; it belongs to that file and to no other. */
const COMPANIONS = [`${DATABASE}-wal`, `${DATABASE}-shm`];

/**
 * Puts a backup in the place of the embedded database. What was there is kept beside it under `suffix`; gives its path,
 * or undefined when there was nothing. Throws while a server runs on the folder, and when the file is not whole.
 */
export function restoreFile(dataDir: string, file: string, suffix: string): string | undefined {
  checkBackup(file);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const unlock = lockFolder(dataDir);
  try {
    const target = join(dataDir, DATABASE);
    const draft = `${target}.draft`;
    copyDatabase(file, draft);
    // Objects that were removed since the backup come back; those of today stay, and go when nothing names them.
    copyObjects(draft, objectsBeside(file), filesFolder(dataDir));
    const kept = existsSync(target) ? `${target}.${suffix}` : undefined;
    for (const name of [...COMPANIONS, DATABASE]) {
      const path = join(dataDir, name);
      if (existsSync(path))
        renameSync(path, name === DATABASE ? `${target}.${suffix}` : aside(path, suffix));
    }
    putInPlace(draft, target);
    return kept;
  } finally {
    unlock();
  }
}

/**
 * Gives every stream a new history (EPOCH-1): devices then send again what the restored database does not have, and
 * load anew. Without it they would believe that the numbers of the lost writes and of the new ones are the same.
 */
export async function renewEpochs(
  { writer }: Pick<Database, 'writer'>,
  random: (count: number) => Uint8Array,
): Promise<number> {
  await writer.begin();
  try {
    const streams = await writer.all('select stream from streams order by stream');
    for (const row of streams) {
      const epoch = Buffer.from(random(8)).toString('hex');
      await writer.run('update streams set epoch = ? where stream = ?', [
        epoch,
        textOf(row, 'stream'),
      ]);
    }
    await writer.commit();
    return streams.length;
  } catch (error) {
    await writer.rollback();
    throw error;
  }
}

/** `cairn.db-wal` becomes `cairn.db.<suffix>-wal`: the name under which SQLite finds it again. */
function aside(path: string, suffix: string): string {
  return path.replace(/-(wal|shm)$/, `.${suffix}-$1`);
}
