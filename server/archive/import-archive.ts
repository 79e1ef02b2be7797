import { isSurelyUndone } from '../files/intake.ts';
import { type FileStorage, newObjectName } from '../files/storage.ts';
import { createSecurityLog } from '../security/log.ts';
import { machineOf } from '../shared/machine.ts';
import type { RandomBytes } from '../shared/secrets.ts';
import { ADVISORY_LOCKS } from '../store/advisory-locks.ts';
import type { Database } from '../store/database.ts';
import type { Sql } from '../store/sql.ts';
import { tableOfPart } from './format.ts';
import { claimNumbers } from './import-people.ts';
import { type Imported, importRows } from './import-rows.ts';
import {
  ArchiveError,
  type ArchiveSummary,
  checkArchive,
  damaged,
  entriesOf,
  linesOf,
} from './read-archive.ts';

export interface ImportTask {
  readonly path: string;
  readonly database: Pick<Database, 'kind' | 'writer'>;
  readonly storage: FileStorage;
  readonly random: RandomBytes;
  readonly clock: { readonly now: () => number };
  /** Also when the server has this organisation: a second copy of it. */
  readonly again: boolean;
}

/**
 * Brings an organisation from its archive into this server, in three readings of the file: the first compares
 * everything with the manifest, the second stores the bytes of files, the third writes all rows in one transaction. Until
 * its commit nobody sees anything of it, and a failure removes the stored bytes again. Throws `ArchiveError`, and
 * `UnknownOutcome` when the database did not confirm the commit: the bytes then stay.
 */
export async function importArchive(task: ImportTask): Promise<Imported> {
  const { database, storage, random } = task;
  const summary = await checkArchive(task.path);
  await requireNew(database.writer, task, summary);
  const objects = new Map<string, string>();
  try {
    for await (const entry of entriesOf(task.path)) {
      if (!summary.contents.has(entry.name)) continue;
      const object = newObjectName(random);
      objects.set(entry.name, object);
      await storage.write(object, entry.bytes);
    }
    const serials = await claimNumbers(database.writer, summary);
    return await inTransaction(database, async () => {
      await requireNew(database.writer, task, summary);
      const rows = { sql: database.writer, summary, serials, objects, parts: partsOf(task) };
      const imported = await importRows({ ...task, ...rows });
      await createSecurityLog({ machine: machineOf(task), targets: [] }).add(database.writer.db, {
        kind: 'organization_imported',
        orgId: imported.orgId,
        subject: imported.name,
        details: { exported_at: summary.header.exported_at, people: imported.people },
      });
      return imported;
    });
  } catch (error) {
    // Rows that may exist need their files; the sweep removes those that no row names.
    if (!(error instanceof UnknownOutcome)) {
      for (const object of objects.values()) await storage.remove(object);
    }
    throw error;
  }
}

async function* partsOf({ path }: ImportTask) {
  for await (const entry of entriesOf(path)) {
    const table = tableOfPart(entry.name);
    if (table !== undefined) yield { table, lines: await linesOf(entry) };
  }
}

/** The name and the time at which it was founded identify an organisation on any server. */
async function requireNew(
  sql: Sql,
  { again }: Pick<ImportTask, 'again'>,
  { header }: ArchiveSummary,
): Promise<void> {
  if (again) return;
  const { name, created_at: createdAt } = header.organization;
  const [known] = await sql.all(
    'select org_id from organizations where name = ? and created_at = ?',
    [name, createdAt],
  );
  if (known === undefined) return;
  throw new ArchiveError(
    `This server has the organisation "${name}" already. To import a second copy of it, add --again. Nothing was imported.`,
  );
}

async function inTransaction<T>(
  { kind, writer }: ImportTask['database'],
  work: () => Promise<T>,
): Promise<T> {
  await writer.begin();
  try {
    if (kind === 'postgres') {
      await writer.run('set local statement_timeout = 0');
      await writer.run('set local idle_in_transaction_session_timeout = 0');
      // Two imports of one archive: the second one sees what the first has written.
      await writer.run(`select pg_advisory_xact_lock(${ADVISORY_LOCKS.imports})`);
    }
    const result = await work();
    await commit(writer);
    return result;
  } catch (error) {
    await writer.rollback();
    throw isForeign(error) ? damaged('its rows contradict each other') : error;
  }
}

/** The rows of an import exist or not: the connection broke at its commit. */
class UnknownOutcome extends Error {
  override readonly name = 'UnknownOutcome';

  constructor(cause: unknown) {
    super(
      'The database did not confirm the import: all of it is there, or nothing. Import it again: that is refused when all of it is there.',
      { cause },
    );
  }
}

async function commit(writer: ImportTask['database']['writer']): Promise<void> {
  try {
    await writer.commit();
  } catch (error) {
    throw isSurelyUndone(error) || isForeign(error) ? error : new UnknownOutcome(error);
  }
}

/** A row that breaks a rule of the tables, such as a key that occurs twice. */
function isForeign(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code.startsWith('SQLITE_CONSTRAINT') || code.startsWith('23');
}
