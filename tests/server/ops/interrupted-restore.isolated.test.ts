import type * as Fs from 'node:fs';
import { copyFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { expect, it, vi } from 'vitest';
import { writeBackup } from '../../../server/ops/backup-file.ts';
import { restoreFile } from '../../../server/ops/restore-file.ts';
import { openDatabase } from '../../../server/store/open.ts';
import { backupFolders } from '../support/backup-folders.ts';

/** Changes of names that are still made before the restore is killed. */
const steps = vi.hoisted(() => ({ left: Number.POSITIVE_INFINITY }));

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof Fs>();
  const counted =
    <Given extends readonly unknown[], Result>(work: (...given: Given) => Result) =>
    (...given: Given): Result => {
      if (steps.left === 0) throw new Error('killed');
      steps.left -= 1;
      return work(...given);
    };
  return {
    ...fs,
    renameSync: counted(fs.renameSync),
    copyFileSync: counted(fs.copyFileSync),
    linkSync: counted(fs.linkSync),
    rmSync: counted(fs.rmSync),
  };
});

const { root, dataDir } = backupFolders();

it('a restore that is killed at any step keeps every transaction of the replaced database', async () => {
  const [backup, crashed] = [join(root(), 'backup.db'), join(root(), 'crashed')];
  const database = await openDatabase({ dataDir: crashed });
  writeBackup(crashed, backup, { withFiles: false });
  // As after a power cut: the last transaction is in the log alone.
  await database.writer.begin();
  await database.writer.run("insert into counters (name, value) values ('last', 7)");
  await database.writer.commit();
  const names = readdirSync(crashed).filter((name) => /^cairn\.db(-wal)?$/.test(name));
  expect(names).toHaveLength(2);
  const saved = join(root(), 'saved');
  mkdirSync(saved);
  for (const name of names) copyFileSync(join(crashed, name), join(saved, name));
  await database.close();

  const states: string[] = [];
  for (let killedAt = 0; ; killedAt += 1) {
    const folder = join(dataDir(), String(killedAt));
    mkdirSync(folder, { recursive: true });
    for (const name of names) copyFileSync(join(saved, name), join(folder, name));
    steps.left = killedAt;
    const isDone = restoredIn(folder, backup);
    steps.left = Number.POSITIVE_INFINITY;
    const [current, kept] = [lastOf(join(folder, 'cairn.db')), lastOf(keptIn(folder))];
    states.push(`${String(current)} ${String(kept)}`);
    if (current !== 7) expect([killedAt, kept]).toEqual([killedAt, 7]);
    if (isDone) break;
  }
  // The old one, then neither, then the new one; the replaced one is complete whenever it is not the current one.
  expect([...new Set(states)]).toEqual(['7 undefined', 'undefined 7', 'null 7']);
});

function restoredIn(folder: string, backup: string): boolean {
  try {
    const random = (count: number) => new Uint8Array(count);
    restoreFile(folder, backup, { suffix: 'before', random, withFiles: false });
    return true;
  } catch (error) {
    if (error instanceof Error && error.message === 'killed') return false;
    throw error;
  }
}

function keptIn(folder: string): string {
  return join(folder, 'cairn.db.before');
}

/** Value of the last transaction in a database; null without it, undefined without a database. */
function lastOf(file: string): unknown {
  if (!existsSync(file)) return undefined;
  const handle = new BetterSqlite(file);
  try {
    const row = handle.prepare("select value from counters where name = 'last'").pluck().get();
    return row ?? null;
  } finally {
    handle.close();
  }
}
