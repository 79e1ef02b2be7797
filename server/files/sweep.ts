import { files } from '../../model/entities/file.ts';
import { taskFiles } from '../../model/entities/task-file.ts';
import { orgStream } from '../../model/entities/scopes.ts';
import type { Writer, WriteTx } from '../writer/writer-types.ts';
import type { Database } from '../store/database.ts';
import { numberOf, quoted, type Sql, type SqlRow, textOf } from '../store/sql.ts';
import { fileColumns, fileListColumns, idsOfList, isReferredTo } from '../apply/file-references.ts';
import { dropContents, dropParts, type FileKey } from './file-sql.ts';
import type { FileStorage } from './storage.ts';
import { requireOwner } from './storage-owner.ts';

const DAY_MS = 24 * 60 * 60_000;
/** FILE-2.14: an undo, or a change that is not sent yet, may name a file that no row refers to. */
export const GRACE_MS = 14 * DAY_MS;
/** Bytes stay this long after their file: a backup that began before may still be copying them. */
export const TRASH_MS = 2 * DAY_MS;
const AT_ONCE = 200;

interface SweepDeps {
  readonly storage: FileStorage;
  readonly database: Database;
  readonly writer: Writer;
  readonly clock: { readonly now: () => number };
}

export interface SweepReport {
  /** Deleted rows of unreferenced files. */
  readonly orphans: number;
  /** Objects removed from the storage. */
  readonly objects: number;
}

/**
 * Deletes removed files of tasks and unreferenced rows after their grace period, then the bytes of deleted rows, then objects that no table names
 * (left by a process that was killed between the storage and the database). Each step deletes all that are due; one that
 * cannot be deleted is left for the next run. Rejects at the end with what failed, and with `ForeignStorage` before any
 * object is removed from a bucket of another database.
 */
export async function sweepFiles(deps: SweepDeps): Promise<SweepReport> {
  const attempts = countAttempts();
  await sweepRemoved(deps, attempts);
  const orphans = await sweepRows(deps, attempts);
  await requireOwner(deps);
  const objects = (await emptyTrash(deps, attempts)) + (await sweepStrangers(deps, attempts));
  attempts.finish();
  return { orphans, objects };
}

interface Attempts {
  /** Returns false, and remembers the error, when the work fails. Throws when nothing succeeds any more. */
  readonly make: (work: () => Promise<unknown>) => Promise<boolean>;
  /** Throws when any attempt has failed. */
  readonly finish: () => void;
}

/** Failures in a row after which the storage or the database is taken for unavailable. */
const MOST_FAILURES = 20;

function countAttempts(): Attempts {
  const errors: unknown[] = [];
  let failures = 0;
  let inARow = 0;
  const finish = () => {
    if (failures === 0) return;
    throw new AggregateError(errors, `${String(failures)} deletions of files have failed`);
  };
  return {
    make: async (work) => {
      try {
        await work();
        inARow = 0;
        return true;
      } catch (error) {
        failures += 1;
        inARow += 1;
        if (errors.length < MOST_FAILURES) errors.push(error);
        if (inARow >= MOST_FAILURES) finish();
        return false;
      }
    },
    finish,
  };
}

/** Deletes files of tasks that were removed long ago: until then they can be restored from the activity log. */
async function sweepRemoved(
  { database, writer, clock }: SweepDeps,
  attempts: Attempts,
): Promise<void> {
  const before = new Date(clock.now() - GRACE_MS).toISOString();
  const due = inBatches({ orgId: '', id: '' }, async ({ orgId, id }) => {
    const rows = await database.snapshot((sql) =>
      sql.all(
        `select org_id, id from task_files where removed_at < ? and (org_id, id) > (?, ?)
         order by org_id, id limit ${String(AT_ONCE)}`,
        [before, orgId, id],
      ),
    );
    return rows.map(fileKeyOf);
  });
  for await (const keys of due) {
    for (const key of keys) {
      await attempts.make(() =>
        writer.write([orgStream(key.orgId)], (tx) => removeTaskFile(tx, key, before)),
      );
    }
  }
}

/** Reads up to `AT_ONCE` at a time behind the last one, until there are no more: one that stays is passed over. */
async function* inBatches<T>(
  first: T,
  read: (after: T) => Promise<readonly T[]>,
): AsyncGenerator<readonly T[]> {
  let after = first;
  for (;;) {
    const batch = await read(after);
    yield batch;
    const last = batch.at(-1);
    if (last === undefined || batch.length < AT_ONCE) return;
    after = last;
  }
}

/** Removes a file of a task that was removed before an instant (ISO 8601). */
async function removeTaskFile(tx: WriteTx, { orgId, id }: FileKey, before: string): Promise<void> {
  const { removed_at, file } = (await tx.get(taskFiles, { orgId }, id)) ?? {};
  // Read again behind the lock: it may have been restored.
  if (typeof removed_at !== 'string' || removed_at >= before) return;
  await tx.remove(taskFiles, { orgId }, id);
  // The file itself has waited as long as its row.
  if (file) await noteUnused(await tx.sql(), { orgId, id: file }, Date.parse(removed_at));
}

/** Removes files that no row has referred to since a sweep long ago, and notes those that it finds now. */
async function sweepRows(
  { database, writer, clock }: SweepDeps,
  attempts: Attempts,
): Promise<number> {
  const now = clock.now();
  const { unused, noted } = await database.snapshot(async (sql) => {
    const used = await usedFiles(sql);
    const all = (await sql.all('select org_id, id from files')).map(fileKeyOf);
    const notes = await sql.all('select org_id, id, since from unused_files');
    return {
      unused: new Map(all.filter((key) => !used.has(keyOf(key))).map((key) => [keyOf(key), key])),
      noted: new Map(notes.map((row) => [keyOf(fileKeyOf(row)), numberOf(row, 'since')])),
    };
  });
  const fresh = [...unused.values()].filter((key) => !noted.has(keyOf(key)));
  const outdated = [...noted.keys()].filter((key) => !unused.has(key)).map(keyFrom);
  for (let from = 0; from < Math.max(fresh.length, outdated.length); from += AT_ONCE) {
    await writer.session([], async ({ sql }) => {
      for (const key of fresh.slice(from, from + AT_ONCE)) await noteUnused(sql, key, now);
      for (const key of outdated.slice(from, from + AT_ONCE)) await forgetUnused(sql, key);
    });
  }
  const isDue = (key: FileKey) => (noted.get(keyOf(key)) ?? now) < now - GRACE_MS;
  let removed = 0;
  for (const key of [...unused.values()].filter(isDue)) {
    await attempts.make(async () => {
      const gone = await writer.write([orgStream(key.orgId)], (tx) => removeFile(tx, key, now));
      if (gone) removed += 1;
    });
  }
  return removed;
}

async function noteUnused(sql: Sql, { orgId, id }: FileKey, since: number): Promise<void> {
  await sql.run(
    'insert into unused_files (org_id, id, since) values (?, ?, ?) on conflict (org_id, id) do nothing',
    [orgId, id, since],
  );
}

async function forgetUnused(sql: Sql, { orgId, id }: FileKey): Promise<void> {
  await sql.run('delete from unused_files where org_id = ? and id = ?', [orgId, id]);
}

/** Removes a file and its bytes in a write; false when a row refers to it. `at`: milliseconds. */
export async function removeFile(tx: WriteTx, key: FileKey, at: number): Promise<boolean> {
  const sql = await tx.sql();
  // Read again behind the lock: a new row may name it.
  if (await isReferredTo(sql, key)) return false;
  await dropParts(sql, key, at);
  await dropContents(sql, key, at);
  await forgetUnused(sql, key);
  await tx.remove(files, { orgId: key.orgId }, key.id);
  return true;
}

function keyOf({ orgId, id }: FileKey): string {
  return `${orgId}|${id}`;
}

function keyFrom(key: string): FileKey {
  const [orgId = '', id = ''] = key.split('|');
  return { orgId, id };
}

function fileKeyOf(row: SqlRow): FileKey {
  return { orgId: textOf(row, 'org_id'), id: textOf(row, 'id') };
}

async function usedFiles(sql: Sql): Promise<ReadonlySet<string>> {
  const used = new Set<string>();
  for (const { table, column } of fileColumns()) {
    const name = quoted(column);
    const rows = await sql.all(
      `select distinct org_id, ${name} as file from ${quoted(table)} where ${name} is not null`,
    );
    for (const row of rows)
      used.add(keyOf({ orgId: textOf(row, 'org_id'), id: textOf(row, 'file') }));
  }
  for (const { table, column } of fileListColumns()) {
    const name = quoted(column);
    const rows = await sql.all(
      `select org_id, ${name} as files from ${quoted(table)} where ${name} <> '[]'`,
    );
    for (const row of rows) {
      for (const id of idsOfList(textOf(row, 'files'))) {
        used.add(keyOf({ orgId: textOf(row, 'org_id'), id }));
      }
    }
  }
  return used;
}

async function emptyTrash(
  { storage, database, writer, clock }: SweepDeps,
  attempts: Attempts,
): Promise<number> {
  const before = clock.now() - TRASH_MS;
  const due = inBatches('', async (after) => {
    const rows = await database.snapshot((sql) =>
      sql.all(
        `select name from file_trash where since < ? and name > ? order by name limit ${String(AT_ONCE)}`,
        [before, after],
      ),
    );
    return rows.map((row) => textOf(row, 'name'));
  });
  let removed = 0;
  for await (const names of due) {
    const gone: string[] = [];
    for (const name of names) {
      if (await attempts.make(() => storage.remove(name))) gone.push(name);
    }
    await writer.session([], async ({ sql }) => {
      for (const name of gone) await sql.run('delete from file_trash where name = ?', [name]);
    });
    removed += gone.length;
  }
  return removed;
}

async function sweepStrangers(
  { storage, database, clock }: SweepDeps,
  attempts: Attempts,
): Promise<number> {
  const known = await database.snapshot(knownNames);
  let removed = 0;
  for await (const { name, since } of storage.list()) {
    // An object from after the read of the names is too young to be deleted.
    if (since > clock.now() - TRASH_MS || known.has(name)) continue;
    if (await attempts.make(() => storage.remove(name))) removed += 1;
  }
  return removed;
}

async function knownNames(sql: Sql): Promise<ReadonlySet<string>> {
  const rows = await sql.all(
    `select name from file_contents union all
     select name from file_parts union all
     select name from file_trash`,
  );
  return new Set(rows.map((row) => textOf(row, 'name')));
}
