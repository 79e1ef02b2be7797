import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { SQLITE_WITNESS } from './witness.ts';

/** Data folders of one simulation, removed together. */
export interface DataFolders {
  readonly fresh: () => string;
  readonly removeAll: () => void;
}

export function createDataFolders(): DataFolders {
  // A folder in memory where the platform has one: the simulation proves order, not the durability of a disk.
  const root = mkdtempSync(
    join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'cairn-simulation-'),
  );
  let count = 0;
  return {
    fresh: () => {
      count += 1;
      const path = join(root, String(count));
      mkdirSync(path);
      return path;
    },
    removeAll: () => rmSync(root, { recursive: true, force: true }),
  };
}

/**
 * Copies a database as a power cut would leave it: committed data is in the file or its log, and an open transaction
 * has no commit mark there and is ignored.
 */
export function copyData(from: string, to: string): void {
  for (const name of ['cairn.db', 'cairn.db-wal']) {
    if (existsSync(join(from, name))) copyFileSync(join(from, name), join(to, name));
  }
}

/** Makes `to` a folder with the database of `from`, for one more process; returns it. */
export function linkData(from: string, to: string): string {
  symlinkSync(join(from, 'cairn.db'), join(to, 'cairn.db'));
  return to;
}

/** Adds the records of the simulation to the database of a folder. */
export function installWitness(folder: string): void {
  const db = new BetterSqlite(join(folder, 'cairn.db'));
  try {
    db.exec(SQLITE_WITNESS);
  } finally {
    db.close();
  }
}

/** Starts new epochs, as the restore of a backup does (EPOCH-1). */
export function renewEpochs(folder: string, epoch: string): void {
  const db = new BetterSqlite(join(folder, 'cairn.db'));
  try {
    db.prepare('update streams set epoch = ?').run(epoch);
  } finally {
    db.close();
  }
}
