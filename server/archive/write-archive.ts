import { createHash } from 'node:crypto';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack as createPack, type Pack } from 'tar-stream';
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
  MANIFEST,
} from './format.ts';
import { type Spool, type SpooledFile, spoolRows } from './spool.ts';

export interface ExportTask {
  readonly orgId: string;
  /** Runs `read` in one snapshot of the database. */
  readonly snapshot: <T>(read: (sql: Pick<Snapshot, 'all' | 'run'>) => Promise<T>) => Promise<T>;
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
  const pack = createPack();
  const sent = pipeline(Readable.from(pack, { objectMode: false }), createGzip(), output);
  try {
    // A failure of the output ends the entry that waits for it.
    const written = fill(pack, { header, spool, storage: task.storage });
    const [manifest] = await Promise.all([written, sent]);
    return manifest;
  } catch (error) {
    pack.destroy();
    await sent.catch(() => undefined);
    throw error;
  } finally {
    await spool.close();
  }
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
    return { header, spool: await spoolRows({ sql, orgId }, folder) };
  });
}

interface Contents {
  readonly header: ArchiveHeader;
  readonly spool: Spool;
  readonly storage: FileStorage | undefined;
}

async function fill(pack: Pack, { header, spool, storage }: Contents): Promise<ArchiveManifest> {
  const at = new Date(header.exported_at);
  await addEntry(pack, { name: HEADER, at }, json(header));
  for (const part of spool.parts) {
    await addEntry(pack, { name: part.name, at }, await spool.readPart(part));
  }
  const missing: string[] = [];
  let count = 0;
  let bytes = 0;
  for await (const file of spool.files()) {
    if (await isIntact(storage, file)) {
      await addFile(pack, { storage, file, at });
      count += 1;
      bytes += file.size;
    } else missing.push(file.entry);
  }
  const manifest = { parts: spool.parts, files: { count, bytes }, missing };
  await addEntry(pack, { name: MANIFEST, at }, json(manifest));
  pack.finalize();
  return { ...manifest, parts: [...spool.parts] };
}

function json(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}

function addEntry(
  pack: Pack,
  { name, at }: { readonly name: string; readonly at: Date },
  bytes: Buffer,
): Promise<void> {
  return new Promise((resolve, reject) => {
    pack.entry({ name, mtime: at, mode: 0o600 }, bytes, (error) => {
      if (error === undefined || error === null) resolve();
      else reject(error);
    });
  });
}

/** Reads a file once before it is announced with its size: a damaged one must not end the archive in its middle. */
async function isIntact(
  storage: FileStorage | undefined,
  { object, size, digest }: SpooledFile,
): Promise<boolean> {
  const bytes = await read(storage, object);
  if (bytes === undefined) return false;
  const hash = createHash('sha256');
  let length = 0;
  for await (const chunk of bytes) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError('A file consists of bytes');
    hash.update(chunk);
    length += chunk.length;
  }
  return length === size && hash.digest('hex') === digest;
}

async function read(storage: FileStorage | undefined, object: string) {
  try {
    return await storage?.read(object);
  } catch (error) {
    if (error instanceof CairnError && error.code === 'not_found') return undefined;
    throw error;
  }
}

interface AddedFile {
  readonly storage: FileStorage | undefined;
  readonly file: SpooledFile;
  readonly at: Date;
}

async function addFile(pack: Pack, { storage, file, at }: AddedFile): Promise<void> {
  const bytes = await storage?.read(file.object);
  if (bytes === undefined) throw new Error(`${file.entry} is gone`);
  const header = { name: file.entry, size: file.size, mtime: at, mode: 0o600 };
  try {
    await new Promise<void>((resolve, reject) => {
      // Also called when the archive is given up in the middle of the entry.
      const entry = pack.entry(header, (error) => {
        if (error === undefined || error === null) resolve();
        else reject(error);
      });
      bytes.once('error', (error) => entry.destroy(error));
      bytes.pipe(entry);
    });
  } finally {
    bytes.destroy();
  }
}
