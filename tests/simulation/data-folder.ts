import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';

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

/**
 * Records of the simulation inside the database, so that they are killed, rolled back and restored with the data they
 * describe: every verdict ever stored, every removed verdict with its client's acknowledgement at that time, and every
 * version of each scope.
 */
export function installWitness(folder: string): void {
  const db = new BetterSqlite(join(folder, 'cairn.db'));
  try {
    db.exec(`
      create table if not exists sim_applied (client_id text, seq integer, status integer, version integer, body_hash text);
      create table if not exists sim_dropped (client_id text, seq integer, ack_through integer);
      create table if not exists sim_versions (stream text, scope text, v integer, primary key (stream, scope, v)) without rowid;
      create trigger if not exists sim_on_verdict after insert on verdicts begin
        insert into sim_applied values (new.client_id, new.seq, new.status, new.version, new.body_hash);
      end;
      create trigger if not exists sim_on_drop after delete on verdicts begin
        insert into sim_dropped values (old.client_id, old.seq,
          coalesce((select ack_through from clients where org_id = old.org_id and client_id = old.client_id), 0));
      end;
      create trigger if not exists sim_on_change after insert on changes begin
        insert into sim_versions select new.stream, new.scope, new.v where not exists
          (select 1 from sim_versions where stream = new.stream and scope = new.scope and v = new.v);
      end;
      create trigger if not exists sim_on_rechange after update on changes begin
        insert into sim_versions select new.stream, new.scope, new.v where not exists
          (select 1 from sim_versions where stream = new.stream and scope = new.scope and v = new.v);
      end;
    `);
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
