import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { BackupRecord } from '../../shared/operations.ts';
import { putInPlace } from '../backup-file.ts';

/** `cairn-20261126T140000123Z`; other names in the folder belong to somebody else and are left alone. */
const NAME = /^cairn-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})(\d{3})Z\.(?:db|dump|json)/;
/** What a killed attempt has left is removed after this time: another process may still write a newer one. */
const REMAINS_MS = 24 * 60 * 60_000;

const recordSchema = v.object({
  at: v.number(),
  verifiedAt: v.number(),
  kind: v.picklist(['sqlite', 'postgres']),
  file: v.pipe(v.string(), v.regex(NAME)),
  bytes: v.number(),
  migration: v.string(),
  rows: v.record(v.string(), v.number()),
  files: v.nullable(v.object({ count: v.number(), missing: v.number() })),
});

/** Name of a backup that starts at an instant, without its ending. */
export function backupName(at: number): string {
  return `cairn-${new Date(at).toISOString().replaceAll(/[-:.]/g, '')}`;
}

/** The complete backups of a folder, newest first. A record without its copy, or one that is torn, does not count. */
export function listBackups(folder: string): readonly BackupRecord[] {
  return namesIn(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      const read = v.safeParse(v.pipe(v.string(), v.parseJson(), recordSchema), text);
      return read.success && existsSync(join(folder, read.output.file)) ? [read.output] : [];
    })
    .toSorted((left, right) => right.at - left.at);
}

/** Completes a backup: writes its record to the disk. */
export function writeRecord(folder: string, record: BackupRecord): void {
  const path = join(folder, `${backupName(record.at)}.json`);
  const draft = `${path}.draft`;
  const descriptor = openSync(draft, 'w', 0o600);
  try {
    writeSync(descriptor, `${JSON.stringify(record, null, 2)}\n`);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  putInPlace(draft, path);
}

/**
 * Removes all complete backups but the newest `keep`, and what attempts that ended early have left. Backups from the
 * future (the clock was set back) count as the oldest: they are removed before those of earlier days. The record goes
 * first: a removal that is interrupted leaves remains, never a record of a backup without its files.
 */
export function removeOldBackups(folder: string, keep: number, now: number): void {
  const { past = [], future = [] } = Object.groupBy(listBackups(folder), ({ at }) =>
    at <= now ? 'past' : 'future',
  );
  const records = [...past, ...future];
  for (const { at } of records.slice(keep)) {
    rmSync(join(folder, `${backupName(at)}.json`), { force: true });
  }
  const kept = new Set(records.slice(0, keep).map(({ at }) => backupName(at)));
  const old = new Set(records.slice(keep).map(({ at }) => backupName(at)));
  for (const name of namesIn(folder)) {
    const [stem = ''] = name.split('.', 1);
    const isRemains = !kept.has(stem) && now - instantOf(name) > REMAINS_MS;
    if (old.has(stem) || isRemains) rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/** Creates the folder, for its owner alone: a backup holds everything that the server holds. */
export function prepareFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}

function namesIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder).filter((name) => NAME.test(name)) : [];
}

function instantOf(name: string): number {
  const [, year, month, day, hour, minute, second, ms] = NAME.exec(name) ?? [];
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`);
}
