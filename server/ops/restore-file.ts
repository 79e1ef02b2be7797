import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import * as v from 'valibot';
import type { Database } from '../store/database.ts';
import { FORGET_INSTALLATION } from '../store/installation.ts';
import { lockFolder } from '../store/sqlite.ts';
import { textOf } from '../store/sql.ts';
import { checkBackup, copyDatabase, putInPlace } from './backup-file.ts';
import {
  copyObjects,
  filesFolder,
  objectsBeside,
  objectsOf,
  sync,
  syncFolder,
} from './backup-objects.ts';

const DATABASE = 'cairn.db';

/** Unpredictable bytes, as many as asked for. */
type Random = (count: number) => Uint8Array;

/** Result of a restore. */
export interface Restored {
  /** Location of the replaced database; undefined when there was none. */
  readonly kept: string | undefined;
  /** Number of streams with a new epoch. */
  readonly streams: number;
  /** Number of files that the restored database names and neither the backup nor the data folder has. */
  readonly missing: number;
}

interface RestoreOptions {
  readonly suffix: string;
  readonly random: Random;
  /** False: the attached files are in an object store, and no backup has them. */
  readonly withFiles: boolean;
}

/**
 * Replaces the embedded database by a backup with new epochs: an interrupted restore leaves either the old database, or
 * the complete new one, or neither (then a server refuses to start, store/marker.ts), never restored rows under the old
 * epochs. The replaced database is kept beside it under `suffix`, with its last transactions. Throws while a server runs on the folder, and when the file is incomplete.
 */
export function restoreFile(
  dataDir: string,
  file: string,
  { suffix, random, withFiles }: RestoreOptions,
): Restored {
  checkBackup(file);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const unlock = lockFolder(dataDir);
  try {
    const target = join(dataDir, DATABASE);
    const draft = `${target}.draft`;
    copyDatabase(file, draft);
    const streams = renewEpochsOfFile(draft, random);
    // Restores objects that were removed since the backup; today's stay, and are swept when nothing names them.
    const place = { from: [objectsBeside(file)], to: filesFolder(dataDir) };
    const missing = withFiles ? copyObjects(objectsOf(draft), place) : 0;
    const kept = existsSync(target) ? `${target}.${suffix}` : undefined;
    setAside(target, `${target}.${suffix}`);
    putInPlace(draft, target);
    return { kept, streams, missing };
  } finally {
    unlock();
  }
}

/**
 * Gives every stream a new epoch (EPOCH-1): devices then send again what the restored database does not have, and
 * download again. Otherwise they would confuse versions of new writes with those of the lost ones.
 */
export async function renewEpochs(
  { writer }: Pick<Database, 'writer'>,
  random: Random,
): Promise<number> {
  await writer.begin();
  try {
    const streams = await writer.all('select org_id, stream from streams order by org_id, stream');
    for (const row of streams) {
      await writer.run(NEW_EPOCH, [newEpoch(random), textOf(row, 'org_id'), textOf(row, 'stream')]);
    }
    await writer.commit();
    return streams.length;
  } catch (error) {
    await writer.rollback();
    throw error;
  }
}

/** The same for a closed database file, which also becomes another installation. */
function renewEpochsOfFile(file: string, random: Random): number {
  const handle = new BetterSqlite(file);
  try {
    const streams = v.parse(
      streamsSchema,
      handle.prepare('select org_id, stream from streams').all(),
    );
    const renew = handle.prepare(NEW_EPOCH);
    handle.transaction(() => {
      for (const { org_id, stream } of streams) renew.run(newEpoch(random), org_id, stream);
      handle.prepare(FORGET_INSTALLATION).run();
    })();
    return streams.length;
  } finally {
    handle.close();
  }
}

const NEW_EPOCH = 'update streams set epoch = ? where org_id = ? and stream = ?';
const streamsSchema = v.array(v.object({ org_id: v.string(), stream: v.string() }));

function newEpoch(random: Random): string {
  return Buffer.from(random(8)).toString('hex');
}

/**
 * Renames a database. Its log goes with it: a database without its log has lost its last transactions, and a log beside
 * another database would be written into that one. Each step is on the disk before the next, so that wherever this ends
 * the database has its log under the one name or under the other.
 */
function setAside(path: string, kept: string): void {
  const folder = dirname(path);
  const log = `${path}-wal`;
  if (existsSync(log)) {
    copyFileSync(log, `${kept}-wal`);
    sync(`${kept}-wal`);
    syncFolder(folder);
  }
  if (existsSync(path)) {
    renameSync(path, kept);
    syncFolder(folder);
  }
  for (const companion of [log, `${path}-shm`]) rmSync(companion, { force: true });
  syncFolder(folder);
}
