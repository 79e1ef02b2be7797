import type { Writable } from 'node:stream';
import { SCHEMA_VERSION } from '../../model/protocol/version.ts';
import { CairnError } from '../../model/shared/errors.ts';
import type { FileStorage } from '../files/storage.ts';
import type { Snapshot } from '../store/database.ts';
import { textOf } from '../store/sql.ts';
import {
  ARCHIVE_VERSION,
  type ArchiveHeader,
  type ArchiveManifest,
  HEADER,
  partName,
} from './format.ts';
import { readTables } from './read-tables.ts';
import { type Spool, spoolLines } from './spool.ts';
import { writeTar } from './write-tar.ts';

/** Runs reads in one snapshot of the database. */
export type ReadOnce = <T>(read: (sql: Pick<Snapshot, 'all' | 'run'>) => Promise<T>) => Promise<T>;

export interface ExportTask {
  readonly orgId: string;
  readonly snapshot: ReadOnce;
  /** Undefined: the server stores no files. */
  readonly storage: FileStorage | undefined;
  /** Folder for the rows while the archive is written. */
  readonly folder: string;
  /** Milliseconds. */
  readonly now: number;
}

/** Throws `not_found` for an unknown organisation. */
export async function writeArchive(task: ExportTask, output: Writable): Promise<ArchiveManifest> {
  const { header, spool } = await readRows(task);
  const first = { name: HEADER, text: `${JSON.stringify(header)}\n` };
  return writeTar({ first, spool, storage: task.storage, at: task.now }, output);
}

async function readRows({
  orgId,
  snapshot,
  folder,
  now,
}: ExportTask): Promise<{ readonly header: ArchiveHeader; readonly spool: Spool }> {
  return snapshot(async (sql) => {
    const [row] = await sql.all(
      'select name, created_at from organizations where org_id = ? and id = ?',
      [orgId, orgId],
    );
    if (row === undefined) {
      throw new CairnError({ code: 'not_found', message: `There is no organisation ${orgId}` });
    }
    const header = {
      format: 'cairn-organisation',
      version: ARCHIVE_VERSION,
      schema: SCHEMA_VERSION,
      exported_at: new Date(now).toISOString(),
      organization: { name: textOf(row, 'name'), created_at: textOf(row, 'created_at') },
    } as const;
    return {
      header,
      spool: await spoolLines({ lines: readTables({ sql, orgId }), partName, folder }),
    };
  });
}
