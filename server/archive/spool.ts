import { createHash } from 'node:crypto';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { numberOf, textOf } from '../store/sql.ts';
import { type ArchivePart, PART_BYTES, partName } from './format.ts';
import { readTables, type TableReads } from './read-tables.ts';

/** A file of the storage that belongs into the archive. */
export interface SpooledFile {
  readonly entry: string;
  /** Name in the storage. */
  readonly object: string;
  readonly size: number;
  readonly digest: string;
}

/**
 * The rows of an organisation in a file beside the database. They are read in one snapshot as fast as the disk takes
 * them, so that a slow download does not keep the snapshot open.
 */
export interface Spool {
  readonly parts: readonly ArchivePart[];
  readonly readPart: (part: ArchivePart) => Promise<Buffer>;
  readonly files: () => AsyncIterable<SpooledFile>;
  readonly close: () => Promise<void>;
}

interface Placed extends ArchivePart {
  readonly start: number;
}

const rowSchema = v.record(v.string(), v.union([v.string(), v.number(), v.null()]));

/** Reads all rows; `folder` is one that nobody else reads. */
export async function spoolRows(reads: TableReads, folder: string): Promise<Spool> {
  const own = await mkdtemp(join(folder, 'export-'));
  const handles: FileHandle[] = [];
  const close = async () => {
    for (const handle of handles.splice(0)) await handle.close();
    await rm(own, { recursive: true, force: true });
  };
  try {
    const create = async (name: string) => {
      const handle = await open(join(own, name), 'wx+', 0o600);
      handles.push(handle);
      return handle;
    };
    const rows = await create('rows');
    const list = await create('files');
    const parts = await writeParts(reads, rows, list);
    return {
      parts: parts.map(({ start: _start, ...part }) => part),
      readPart: async ({ name }) => {
        const part = parts.find((one) => one.name === name);
        if (part === undefined) throw new Error(`There is no part ${name}`);
        const { buffer } = await rows.read(Buffer.alloc(part.bytes), 0, part.bytes, part.start);
        return buffer;
      },
      files: () => listed(join(own, 'files')),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function writeParts(
  reads: TableReads,
  rows: FileHandle,
  list: FileHandle,
): Promise<readonly Placed[]> {
  const parts: Placed[] = [];
  let table = '';
  let lines: string[] = [];
  let bytes = 0;
  let start = 0;
  const flush = async () => {
    if (lines.length === 0) return;
    const buffer = Buffer.from(lines.join(''));
    const before = parts.filter(({ name }) => name.startsWith(`rows/${table}/`)).length;
    parts.push({
      name: partName(table, before + 1),
      bytes: buffer.length,
      sha256: createHash('sha256').update(buffer).digest('hex'),
      rows: lines.length,
      start,
    });
    await rows.write(buffer);
    start += buffer.length;
    lines = [];
    bytes = 0;
  };
  for await (const next of readTables(reads)) {
    if (next.table !== table || bytes >= PART_BYTES) await flush();
    table = next.table;
    const line = table === 'file_contents' ? await listFile(next.line, list) : next.line;
    const text = `${JSON.stringify(line)}\n`;
    lines.push(text);
    bytes += Buffer.byteLength(text);
  }
  await flush();
  return parts;
}

/** Notes the name in the storage beside the archive, and returns the line without it. */
async function listFile(line: unknown, list: FileHandle): Promise<unknown> {
  const { name, ...rest } = v.parse(rowSchema, line);
  const file: SpooledFile = {
    entry: textOf(rest, 'entry'),
    object: String(name),
    size: numberOf(rest, 'size'),
    digest: textOf(rest, 'digest'),
  };
  await list.write(`${JSON.stringify(file)}\n`);
  return rest;
}

async function* listed(path: string): AsyncGenerator<SpooledFile> {
  const handle = await open(path);
  try {
    for await (const text of handle.readLines()) {
      const row = v.parse(rowSchema, JSON.parse(text));
      yield {
        entry: textOf(row, 'entry'),
        object: textOf(row, 'object'),
        size: numberOf(row, 'size'),
        digest: textOf(row, 'digest'),
      };
    }
  } finally {
    await handle.close();
  }
}
