import { createHash } from 'node:crypto';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as v from 'valibot';
import { type ArchivePart, PART_BYTES } from './format.ts';

/** A file of the storage that belongs into the archive. */
export interface SpooledFile {
  /** Name in the archive. */
  readonly entry: string;
  /** Name in the storage. */
  readonly object: string;
  readonly size: number;
  /** SHA-256 in hex. */
  readonly digest: string;
}

/** A line of the archive, and the table that it belongs to. */
export interface TableLine {
  readonly table: string;
  readonly line: unknown;
  /** A file that the line is about. */
  readonly file?: SpooledFile;
}

/**
 * The rows of an archive in a file beside the database. They are read in one snapshot as fast as the disk takes them, so
 * that a slow download does not keep the snapshot open.
 */
export interface Spool {
  readonly parts: readonly ArchivePart[];
  readonly readPart: (part: ArchivePart) => Promise<Buffer>;
  readonly files: () => AsyncIterable<SpooledFile>;
  readonly close: () => Promise<void>;
}

interface SpoolInput {
  readonly lines: AsyncIterable<TableLine>;
  /** Name of the nth part of a table, from 1. */
  readonly partName: (table: string, n: number) => string;
  /** One that nobody else reads. */
  readonly folder: string;
}

interface Placed extends ArchivePart {
  readonly start: number;
}

const fileSchema = v.object({
  entry: v.string(),
  object: v.string(),
  size: v.number(),
  digest: v.string(),
});

/** Reads all lines. Each table is one run of them. */
export async function spoolLines(input: SpoolInput): Promise<Spool> {
  const own = await mkdtemp(join(input.folder, 'export-'));
  const handles: FileHandle[] = [];
  const remove = () => rm(own, { recursive: true, force: true });
  const close = async () => {
    for (const handle of handles.splice(0)) await handle.close();
    await remove();
  };
  const create = async (name: string) => {
    const handle = await open(join(own, name), 'wx+', 0o600);
    handles.push(handle);
    return handle;
  };
  try {
    const rows = await create('rows');
    const list = await create('files');
    // Open files need no name: a process that is killed leaves nothing behind. Windows keeps it until the end.
    await remove().catch(() => undefined);
    const parts = await writeParts(input, rows, list);
    return {
      parts: parts.map(({ start: _start, ...part }) => part),
      readPart: async ({ name }) => {
        const part = parts.find((one) => one.name === name);
        if (part === undefined) throw new Error(`There is no part ${name}`);
        const { buffer } = await rows.read(Buffer.alloc(part.bytes), 0, part.bytes, part.start);
        return buffer;
      },
      files: () => listed(list),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function writeParts(
  { lines: source, partName }: SpoolInput,
  rows: FileHandle,
  list: FileHandle,
): Promise<readonly Placed[]> {
  const parts: Placed[] = [];
  let table = '';
  let n = 0;
  let lines: string[] = [];
  let bytes = 0;
  let start = 0;
  const flush = async () => {
    if (lines.length === 0) return;
    const buffer = Buffer.from(lines.join(''));
    n += 1;
    parts.push({
      name: partName(table, n),
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
  for await (const next of source) {
    if (next.table !== table || bytes >= PART_BYTES) await flush();
    if (next.table !== table) n = 0;
    table = next.table;
    const text = `${JSON.stringify(next.line)}\n`;
    lines.push(text);
    bytes += Buffer.byteLength(text);
    if (next.file !== undefined) await list.write(`${JSON.stringify(next.file)}\n`);
  }
  await flush();
  return parts;
}

async function* listed(list: FileHandle): AsyncGenerator<SpooledFile> {
  const input = list.createReadStream({ start: 0, autoClose: false });
  for await (const text of createInterface({ input })) {
    yield v.parse(fileSchema, JSON.parse(text));
  }
}
