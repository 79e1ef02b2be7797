import { createHash } from 'node:crypto';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack as createPack, type Pack } from 'tar-stream';
import { CairnError } from '../../model/shared/errors.ts';
import type { FileStorage } from '../files/storage.ts';
import { type ArchiveManifest, MANIFEST } from './format.ts';
import type { Spool, SpooledFile } from './spool.ts';

interface TarContents {
  /** Entry before all others. */
  readonly first: { readonly name: string; readonly text: string };
  /** Closed at the end. */
  readonly spool: Spool;
  readonly storage: FileStorage | undefined;
  /** Time of the entries, in milliseconds. */
  readonly at: number;
}

/** Writes a gzipped tar file: the first entry, the parts, the files, and the manifest with the digests of all. */
export async function writeTar(contents: TarContents, output: Writable): Promise<ArchiveManifest> {
  const pack = createPack();
  const sent = pipeline(Readable.from(pack, { objectMode: false }), createGzip(), output);
  try {
    // A failure of the output ends the entry that waits for it.
    const [manifest] = await Promise.all([fill(pack, contents), sent]);
    return manifest;
  } catch (error) {
    pack.destroy();
    await sent.catch(() => undefined);
    throw error;
  } finally {
    await contents.spool.close();
  }
}

async function fill(
  pack: Pack,
  { first, spool, storage, at: time }: TarContents,
): Promise<ArchiveManifest> {
  const at = new Date(time);
  await addEntry(pack, { name: first.name, at }, Buffer.from(first.text));
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
  const manifest = { parts: [...spool.parts], files: { count, bytes }, missing };
  await addEntry(pack, { name: MANIFEST, at }, Buffer.from(`${JSON.stringify(manifest)}\n`));
  pack.finalize();
  return manifest;
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
