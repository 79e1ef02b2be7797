import { createHash, type Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { CairnError } from '../../model/shared/errors.ts';
import { inEnglish } from '../../model/shared/message.ts';
import { FILE_TOO_LARGE } from '../../model/shared/texts-with-values.ts';
import { fieldOf, isDiskFull } from '../shared/errors.ts';
import type { Content, Variant } from './file-sql.ts';
import type { Images } from './images.ts';
import { isFilm, withoutFilmPlace } from './film-place.ts';
import { IMAGE_BYTES } from '../shared/storage-limits.ts';
import { blankPlace } from './place.ts';
import { type FileScanner, Infected } from './scanner.ts';
import { type FileStorage, newObjectName } from './storage.ts';
import { HEAD_BYTES, typeOf } from './types.ts';

/** Dependencies of receiving files. */
export interface IntakeDeps {
  readonly storage: FileStorage;
  readonly images: Images;
  /** Undefined: files are not searched for malware. */
  readonly scanner?: FileScanner | undefined;
  readonly random: (count: number) => Uint8Array;
}

/** A file in the storage, ready to be served; no row refers to it yet. */
export interface ReceivedFile {
  readonly mediaType: string;
  readonly kind: 'image' | 'pdf' | 'other';
  /** Pixels after rotation; null for other files. */
  readonly width: number | null;
  readonly height: number | null;
  /** Bytes of the served file. */
  readonly size: number;
  /** SHA-256 in hex of the received bytes. */
  readonly digest: string;
  readonly contents: readonly Content[];
}

interface Incoming {
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Name of the file, for the security log. */
  readonly name: string;
  /** Decoding alternates between organisations. */
  readonly orgId: string;
  /** Bytes; a larger file is rejected. */
  readonly limit: number;
  /** Expected digest; another one is rejected with `conflict`. */
  readonly digest?: string;
}

/**
 * Receives bytes: detects the type, encodes images anew without their metadata, and writes the served contents into
 * the storage. A scanner searches them first, of an image the received bytes, of any other file those that are served
 * (FILE-2.11). Rejects with `too_large`, `invalid`, `conflict` or `unavailable`; then nothing stays in the storage.
 */
export async function receive(deps: IntakeDeps, incoming: Incoming): Promise<ReceivedFile> {
  const names: string[] = [];
  try {
    return await store(deps, incoming, names);
  } catch (error) {
    await discard(deps.storage, names);
    throw error;
  }
}

/** Deletes objects that no row will refer to. The sweep deletes what fails here. */
export async function discard(storage: FileStorage, names: readonly string[]): Promise<void> {
  await Promise.allSettled(names.map((name) => storage.remove(name)));
}

/**
 * True when a failed write has certainly left nothing in the database: it was rejected, or the disk was full. After
 * any other error (a connection that broke at the commit) the rows may exist, and only the sweep, which reads the
 * database, can decide (FILE-2).
 */
export function isSurelyUndone(error: unknown): boolean {
  return error instanceof CairnError || isDiskFull(fieldOf(error, 'code'));
}

async function store(deps: IntakeDeps, incoming: Incoming, names: string[]): Promise<ReceivedFile> {
  const { storage, images } = deps;
  const source = measured(incoming);
  const head = await source.head();
  const type = await typeOf(head);
  if (type.isPixels) {
    const original = await source.collect(IMAGE_BYTES);
    const digest = source.requireDigest();
    await requireClean(deps, incoming, once(original));
    const image = await images.clean(original, incoming.orgId);
    const full = await put(deps, names, {
      variant: 'full',
      mediaType: type.mediaType,
      bytes: image.full,
    });
    const small = await put(deps, names, {
      variant: 'small',
      mediaType: 'image/webp',
      bytes: image.small,
    });
    const { width, height } = image;
    return { ...type, width, height, size: full.size, digest, contents: [full, small] };
  }
  if (type.mediaType.startsWith('image/') && type.mediaType !== 'image/svg+xml') {
    const bytes = await source.collect(incoming.limit);
    const digest = source.requireDigest();
    await blankPlace(bytes);
    await requireClean(deps, incoming, once(bytes));
    const { mediaType } = type;
    const full = await put(deps, names, { variant: 'full', mediaType, bytes });
    return { ...type, width: null, height: null, size: full.size, digest, contents: [full] };
  }
  const name = newObjectName(deps.random);
  names.push(name);
  const { mediaType } = type;
  const film = isFilm(mediaType) ? createHash('sha256') : undefined;
  const bytes = source.rest();
  const size = await storage.write(
    name,
    film === undefined ? bytes : hashed(withoutFilmPlace(bytes), film),
  );
  const digest = source.requireDigest();
  if (deps.scanner !== undefined) await requireClean(deps, incoming, await storage.read(name));
  const kept = film?.digest('hex') ?? digest;
  const content: Content = { variant: 'full', name, mediaType, size, digest: kept };
  return { ...type, width: null, height: null, size, digest, contents: [content] };
}

async function requireClean(
  { scanner }: IntakeDeps,
  { name: file }: Incoming,
  bytes: AsyncIterable<Uint8Array>,
): Promise<void> {
  const found = await scanner?.scan(bytes);
  if (found !== undefined) throw new Infected({ file, found });
}

export async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function* hashed(bytes: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
}

interface Encoded {
  readonly variant: Variant;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

async function put(deps: IntakeDeps, names: string[], encoded: Encoded): Promise<Content> {
  const { bytes, ...rest } = encoded;
  const name = newObjectName(deps.random);
  names.push(name);
  const size = await deps.storage.write(name, Readable.from([bytes], { objectMode: false }));
  return { ...rest, name, size, digest: createHash('sha256').update(bytes).digest('hex') };
}

/** Reads the bytes once: first the head, then the rest into memory or as a stream. */
function measured({ bytes, limit, digest: wanted }: Incoming) {
  const hash = createHash('sha256');
  const iterator = bytes[Symbol.asyncIterator]();
  const buffered: Uint8Array[] = [];
  let size = 0;
  const next = async (): Promise<Uint8Array | undefined> => {
    const result = await iterator.next();
    if (result.done === true) return undefined;
    size += result.value.length;
    if (size > limit) throw tooLarge(limit);
    hash.update(result.value);
    return result.value;
  };
  async function* rest(): AsyncGenerator<Uint8Array> {
    yield* buffered;
    for (let chunk = await next(); chunk !== undefined; chunk = await next()) yield chunk;
  }
  return {
    head: async (): Promise<Uint8Array> => {
      while (size < HEAD_BYTES) {
        const chunk = await next();
        if (chunk === undefined) break;
        buffered.push(chunk);
      }
      return Buffer.concat(buffered);
    },
    rest,
    collect: async (most: number): Promise<Buffer> => {
      const all: Uint8Array[] = [];
      for await (const chunk of rest()) {
        if (size > most) throw tooLarge(most);
        all.push(chunk);
      }
      return Buffer.concat(all);
    },
    requireDigest: (): string => {
      const digest = hash.digest('hex');
      if (wanted === undefined || wanted === digest) return digest;
      throw new CairnError({
        code: 'conflict',
        message: /*i18n*/ 'The file was damaged on its way',
        details: { digest },
      });
    },
  };
}

/** @param limit bytes */
export function tooLarge(limit: number): CairnError {
  return new CairnError({
    code: 'too_large',
    message: inEnglish({
      id: FILE_TOO_LARGE,
      values: { megabytes: Math.floor(limit / 1_000_000) },
    }),
    details: { limit },
  });
}
