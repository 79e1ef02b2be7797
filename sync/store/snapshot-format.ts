import { CairnError } from '../../model/shared/errors.ts';

/**
 * Encrypted file of a snapshot (decision 0080). All numbers are big-endian.
 *
 *   0   8  magic "CAIRNSNP"
 *   8   1  version of the format: 1
 *   9   1  key derivation: 1 = PBKDF2-HMAC-SHA-256
 *   10  2  zero
 *   12  4  iterations
 *   16 16  salt, random for each file
 *   32 16  check of the passphrase: HKDF of the derived key
 *   48 16  first half of the SHA-256 of the bytes before
 *   64     chunks: 4 bytes length of the ciphertext, ciphertext of AES-256-GCM with its tag
 *
 * The nonce of a chunk is seven zero bytes, its number from 0 (4 bytes), and 1 for the last chunk, otherwise 0. The key
 * is used for one file alone. The header is additional data of each chunk, so that a chunk that was moved, repeated,
 * removed or taken from another file does not decrypt. The first 64 bytes are arranged like this in every version.
 */

const MAGIC = 'CAIRNSNP';
const VERSION = 1;
const PBKDF2 = 1;
const HEADER_BYTES = 64;
/** Bytes of the header before its own check. */
const CHECKED_BYTES = 48;
/** OWASP's number for PBKDF2 with SHA-256. */
const ITERATIONS = 600_000;
/** A file must not occupy the processor for minutes before its passphrase is checked. */
const MOST_ITERATIONS = 10_000_000;
const TAG_BYTES = 16;
/** Largest chunk that is read into memory. */
const MOST_CHUNK_BYTES = 32_000_000;

/** One chunk: JSON, or bytes with JSON that describes them. */
export interface SnapshotRecord {
  readonly head: unknown;
  readonly bytes?: Uint8Array<ArrayBuffer> | undefined;
}

export interface SealOptions {
  readonly passphrase: string;
  /** Rounds of the key derivation; a test uses few. */
  readonly iterations?: number;
}

/** Bytes of a snapshot's file: the header, then one chunk for each record. The records must not be empty. */
export async function* sealRecords(
  records: AsyncIterable<SnapshotRecord>,
  { passphrase, iterations = ITERATIONS }: SealOptions,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const { key, check } = await deriveKey(passphrase, salt, iterations);
  const header = await newHeader({ iterations, salt, check });
  yield header;
  let number = 0;
  let last: SnapshotRecord | undefined;
  for await (const record of records) {
    if (last !== undefined) yield await sealChunk(last, { key, header, number: number++ });
    last = record;
  }
  if (last !== undefined) yield await sealChunk(last, { key, header, number, isLast: true });
}

/**
 * Records of a snapshot's file in their order. Throws CairnError `invalid`: for a file that is no snapshot, one of a
 * newer format, another passphrase, and a file that is damaged or incomplete. Every record was stored by the author of
 * the file, but only after the last one is it known that none is missing.
 */
export async function* openRecords(file: Blob, passphrase: string): AsyncGenerator<SnapshotRecord> {
  const { header, key } = await openHeader(file, passphrase);
  let at = HEADER_BYTES;
  let number = 0;
  do {
    const length = lengthOf(await bytesOf(file, at, 4));
    const end = at + 4 + length;
    if (length < TAG_BYTES || length > MOST_CHUNK_BYTES || end > file.size) throw damaged();
    const sealed = await bytesOf(file, at + 4, length);
    yield await openChunk(sealed, { key, header, number, isLast: end === file.size });
    at = end;
    number += 1;
  } while (at < file.size);
}

interface Chunk {
  readonly key: CryptoKey;
  readonly header: Uint8Array<ArrayBuffer>;
  readonly number: number;
  readonly isLast?: boolean;
}

async function sealChunk(record: SnapshotRecord, chunk: Chunk): Promise<Uint8Array<ArrayBuffer>> {
  const content = await encode(record);
  const sealed = await crypto.subtle.encrypt(cipherOf(chunk), chunk.key, content);
  const framed = new Uint8Array(4 + sealed.byteLength);
  new DataView(framed.buffer).setUint32(0, sealed.byteLength);
  framed.set(new Uint8Array(sealed), 4);
  return framed;
}

async function openChunk(sealed: Uint8Array<ArrayBuffer>, chunk: Chunk): Promise<SnapshotRecord> {
  try {
    const content = await crypto.subtle.decrypt(cipherOf(chunk), chunk.key, sealed);
    return await decode(new Uint8Array(content));
  } catch {
    throw damaged();
  }
}

function cipherOf({ header, number, isLast = false }: Chunk): AesGcmParams {
  const nonce = new Uint8Array(12);
  const view = new DataView(nonce.buffer);
  view.setUint32(7, number);
  view.setUint8(11, isLast ? 1 : 0);
  return { name: 'AES-GCM', iv: nonce, additionalData: header, tagLength: TAG_BYTES * 8 };
}

/** 4 bytes length of the compressed JSON, the JSON, then the bytes: files are mostly compressed already. */
async function encode({ head, bytes }: SnapshotRecord): Promise<Uint8Array<ArrayBuffer>> {
  const json = await through(
    new CompressionStream('deflate-raw'),
    new TextEncoder().encode(JSON.stringify(head)),
  );
  const content = new Uint8Array(4 + json.length + (bytes?.length ?? 0));
  new DataView(content.buffer).setUint32(0, json.length);
  content.set(json, 4);
  if (bytes !== undefined) content.set(bytes, 4 + json.length);
  return content;
}

async function decode(content: Uint8Array<ArrayBuffer>): Promise<SnapshotRecord> {
  const length = lengthOf(content);
  const json = await through(new DecompressionStream('deflate-raw'), content.slice(4, 4 + length));
  const head: unknown = JSON.parse(new TextDecoder().decode(json));
  const bytes = content.slice(4 + length);
  return bytes.length === 0 ? { head } : { head, bytes };
}

async function through(
  transform: CompressionStream | DecompressionStream,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(transform);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function newHeader(of: {
  readonly iterations: number;
  readonly salt: Uint8Array;
  readonly check: Uint8Array;
}): Promise<Uint8Array<ArrayBuffer>> {
  const header = new Uint8Array(HEADER_BYTES);
  header.set(new TextEncoder().encode(MAGIC));
  const view = new DataView(header.buffer);
  view.setUint8(8, VERSION);
  view.setUint8(9, PBKDF2);
  view.setUint32(12, of.iterations);
  header.set(of.salt, 16);
  header.set(of.check, 32);
  header.set(await digestOf(header), CHECKED_BYTES);
  return header;
}

async function openHeader(
  file: Blob,
  passphrase: string,
): Promise<{ readonly header: Uint8Array<ArrayBuffer>; readonly key: CryptoKey }> {
  const magic = new TextDecoder().decode(await bytesOf(file, 0, MAGIC.length));
  if (magic !== MAGIC) throw invalid(/*i18n*/ 'This file is not a snapshot of Cairn.');
  const header = await bytesOf(file, 0, HEADER_BYTES);
  if (header.length < HEADER_BYTES) throw damaged();
  if (!isSame(await digestOf(header), header.subarray(CHECKED_BYTES))) throw damaged();
  const view = new DataView(header.buffer);
  const iterations = view.getUint32(12);
  const isKnown = view.getUint8(8) === VERSION && view.getUint8(9) === PBKDF2;
  if (!isKnown || iterations === 0 || iterations > MOST_ITERATIONS) throw newerSnapshot();
  const { key, check } = await deriveKey(passphrase, header.slice(16, 32), iterations);
  if (!isSame(check, header.subarray(32, CHECKED_BYTES))) {
    throw invalid(/*i18n*/ 'This passphrase does not open the snapshot.');
  }
  return { header, key };
}

async function deriveKey(
  passphrase: string,
  salt: Uint8Array<ArrayBuffer>,
  iterations: number,
): Promise<{ readonly key: CryptoKey; readonly check: Uint8Array }> {
  const typed = new TextEncoder().encode(passphrase.normalize('NFKC'));
  const base = await crypto.subtle.importKey('raw', typed, 'PBKDF2', false, ['deriveBits']);
  const stretched = await crypto.subtle.deriveBits(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations },
    base,
    256,
  );
  const root = await crypto.subtle.importKey('raw', stretched, 'HKDF', false, [
    'deriveBits',
    'deriveKey',
  ]);
  const key = await crypto.subtle.deriveKey(
    hkdf('cairn snapshot chunks'),
    root,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
  const check = await crypto.subtle.deriveBits(hkdf('cairn snapshot check'), root, 128);
  return { key, check: new Uint8Array(check) };
}

function hkdf(info: string): HkdfParams {
  const salt = new Uint8Array(0);
  return { name: 'HKDF', hash: 'SHA-256', salt, info: new TextEncoder().encode(info) };
}

async function digestOf(header: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const digest = await crypto.subtle.digest('SHA-256', header.slice(0, CHECKED_BYTES));
  return new Uint8Array(digest).slice(0, HEADER_BYTES - CHECKED_BYTES);
}

function isSame(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}

async function bytesOf(file: Blob, from: number, length: number) {
  return new Uint8Array(await file.slice(from, from + length).arrayBuffer());
}

/** 0 for fewer than four bytes. */
function lengthOf(bytes: Uint8Array<ArrayBuffer>): number {
  return bytes.length < 4 ? 0 : new DataView(bytes.buffer).getUint32(0);
}

function invalid(message: string): CairnError {
  return new CairnError({ code: 'invalid', message });
}

/** The whole file is refused: nobody can tell which part of it is missing. */
export function damaged(): CairnError {
  return invalid(
    /*i18n*/ 'This snapshot is damaged or incomplete, and nothing of it was used. Try another copy of the file.',
  );
}

export function newerSnapshot(): CairnError {
  return invalid(
    /*i18n*/ 'A newer version of Cairn saved this snapshot. Open it with that version, or update this one.',
  );
}
