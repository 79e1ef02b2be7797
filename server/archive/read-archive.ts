import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import * as v from 'valibot';
import { SCHEMA_VERSION } from '../../model/protocol/version.ts';
import {
  accountLine,
  type AccountLine,
  type ArchiveHeader,
  type ArchiveManifest,
  ARCHIVE_VERSION,
  type ContentLine,
  contentLine,
  HEADER,
  headerSchema,
  isArchiveTable,
  isFileName,
  LONGEST_PART,
  MANIFEST,
  manifestSchema,
  rowLine,
  tableOfPart,
} from './format.ts';

/** What an import needs to know of an archive before it writes anything. */
export interface ArchiveSummary {
  readonly header: ArchiveHeader;
  readonly manifest: ArchiveManifest;
  readonly accounts: ReadonlyMap<string, AccountLine>;
  readonly people: readonly ArchivedPerson[];
  /** Numbers of channels. */
  readonly channels: readonly number[];
  /** Served bytes of files, by the name of their entry. */
  readonly contents: ReadonlyMap<string, ContentLine>;
}

export interface ArchivedPerson {
  readonly id: string;
  readonly user: string;
  readonly email: string;
  readonly joined: boolean;
}

/** The archive cannot be imported; the message is for the operator. */
export class ArchiveError extends Error {}

/** An entry of the archive; its bytes are read before the next one. */
export interface ArchiveEntry {
  readonly name: string;
  readonly bytes: AsyncIterable<Buffer>;
}

/** Entries in their order. Throws `ArchiveError` where the file ends too early or is none. */
export async function* entriesOf(path: string): AsyncGenerator<ArchiveEntry> {
  const source = createReadStream(path);
  const unzipped = source.pipe(createGunzip());
  const tar = extract();
  source.once('error', (error) => tar.destroy(error));
  unzipped.once('error', (error) => tar.destroy(error));
  unzipped.pipe(tar);
  try {
    for await (const entry of tar) {
      yield { name: entry.header.name, bytes: buffersOf(entry) };
      // The rest of an entry that nobody has read.
      entry.resume();
    }
  } catch (error) {
    throw isMissing(error) ? new ArchiveError(`There is no file ${path}`) : explained(error);
  } finally {
    source.destroy();
    unzipped.destroy();
  }
}

async function* buffersOf(entry: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of entry) {
      if (!Buffer.isBuffer(chunk)) throw new TypeError('An entry consists of bytes');
      yield chunk;
    }
  } catch (error) {
    throw explained(error);
  }
}

function explained(error: unknown): unknown {
  if (error instanceof ArchiveError || !isOfArchive(error)) return error;
  return damaged('it was cut or is no archive');
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** Errors of the two decoders; others come from the database or the storage. */
function isOfArchive(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return code.startsWith('Z_') || /tar|Unexpected end of data|Invalid/i.test(error.message);
}

export function damaged(why: string): ArchiveError {
  return new ArchiveError(`The archive is damaged: ${why}. Nothing was imported.`);
}

/** Lines of a part of a table. */
export async function linesOf(entry: ArchiveEntry): Promise<readonly unknown[]> {
  return parseLines(entry.name, await collect(entry));
}

/**
 * Reads a whole archive and compares every part with the manifest, and every file with its digest. Throws
 * `ArchiveError` for an archive that is damaged, incomplete, or of a newer version of Cairn.
 */
export async function checkArchive(path: string): Promise<ArchiveSummary> {
  const found: Found = {
    header: undefined,
    manifest: undefined,
    parts: new Map(),
    files: new Map(),
    accounts: new Map(),
    people: [],
    channels: [],
    contents: new Map(),
  };
  for await (const entry of entriesOf(path)) {
    if (found.manifest !== undefined) throw damaged('it continues after its manifest');
    if (entry.name === HEADER) {
      found.header = requireReadable(await collect(entry));
      continue;
    }
    if (found.header === undefined) throw new ArchiveError('This is no archive of Cairn.');
    if (entry.name === MANIFEST) {
      found.manifest = parse(manifestSchema, entry.name, json(entry.name, await collect(entry)));
    } else if (isFileName(entry.name)) {
      found.files.set(entry.name, await measure(entry));
    } else {
      const bytes = await collect(entry);
      const lines = parseLines(entry.name, bytes);
      found.parts.set(entry.name, {
        bytes: bytes.length,
        sha256: digestOf(bytes),
        rows: lines.length,
      });
      note(found, tableOfPart(entry.name), lines);
    }
  }
  const { header, manifest } = found;
  if (header === undefined || manifest === undefined) throw damaged('it was cut');
  compareParts(manifest, found.parts);
  compareFiles(manifest, found);
  return { ...found, header, manifest };
}

interface Measured {
  readonly bytes: number;
  readonly sha256: string;
  readonly rows: number;
}

function requireReadable(bytes: Buffer): ArchiveHeader {
  const header = v.safeParse(headerSchema, json(HEADER, bytes));
  if (!header.success) throw new ArchiveError('This is no archive of Cairn.');
  const { version, schema } = header.output;
  if (version > ARCHIVE_VERSION || schema > SCHEMA_VERSION) {
    throw new ArchiveError(
      'A newer version of Cairn has written this archive. Update this server first. Nothing was imported.',
    );
  }
  return header.output;
}

interface Noted {
  readonly accounts: Map<string, AccountLine>;
  readonly people: ArchivedPerson[];
  readonly channels: number[];
  readonly contents: Map<string, ContentLine>;
}

interface Found extends Noted {
  header: ArchiveHeader | undefined;
  manifest: ArchiveManifest | undefined;
  readonly parts: Map<string, Measured>;
  readonly files: Map<string, Measured>;
}

const personSchema = v.looseObject({
  id: v.string(),
  user: v.string(),
  email: v.string(),
  joined: v.boolean(),
});
const channelSchema = v.looseObject({ number: v.nullable(v.number()) });

function note(found: Noted, table: string | undefined, lines: readonly unknown[]): void {
  if (table === undefined || !isArchiveTable(table)) {
    throw damaged(`it has an unknown part (${String(table)})`);
  }
  for (const line of lines) {
    if (table === 'accounts') {
      const account = parse(accountLine, table, line);
      found.accounts.set(account.id, account);
    } else if (table === 'file_contents') {
      const content = parse(contentLine, table, line);
      found.contents.set(content.entry, content);
    } else if (table === 'org_users') {
      found.people.push(parse(personSchema, table, parse(rowLine, table, line).row));
    } else if (table === 'groups') {
      const { number } = parse(channelSchema, table, parse(rowLine, table, line).row);
      if (number !== null) found.channels.push(number);
    }
  }
}

function compareParts(manifest: ArchiveManifest, parts: ReadonlyMap<string, Measured>): void {
  for (const { name, bytes, sha256, rows } of manifest.parts) {
    const part = parts.get(name);
    const isSame = part?.bytes === bytes && part.sha256 === sha256 && part.rows === rows;
    if (!isSame) throw damaged(`${name} is not what was written`);
  }
  if (parts.size !== manifest.parts.length) throw damaged('it has parts that it does not name');
}

function compareFiles(
  { files: { count }, missing }: ArchiveManifest,
  { files, contents }: { readonly files: ReadonlyMap<string, Measured> } & Pick<Noted, 'contents'>,
): void {
  for (const [name, { bytes, sha256 }] of files) {
    const content = contents.get(name);
    if (content?.size !== bytes || content.digest !== sha256) {
      throw damaged(`${name} is not what was written`);
    }
  }
  const isComplete =
    files.size === count &&
    contents.size === files.size + missing.length &&
    missing.every((name) => contents.has(name));
  if (!isComplete) throw damaged('files are missing in it');
}

async function collect({ name, bytes }: ArchiveEntry): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    length += chunk.length;
    if (length > LONGEST_PART) throw damaged(`${name} is too long`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function measure({ bytes }: ArchiveEntry): Promise<Measured> {
  const hash = createHash('sha256');
  let length = 0;
  for await (const chunk of bytes) {
    hash.update(chunk);
    length += chunk.length;
  }
  return { bytes: length, sha256: hash.digest('hex'), rows: 0 };
}

function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function parseLines(name: string, bytes: Buffer): readonly unknown[] {
  const texts = bytes.toString('utf8').split('\n');
  if (texts.at(-1) === '') texts.pop();
  return texts.map((text) => json(name, text));
}

function json(name: string, text: Buffer | string): unknown {
  try {
    return JSON.parse(text.toString());
  } catch {
    throw damaged(`${name} is not readable`);
  }
}

export function parse<Schema extends v.GenericSchema>(
  schema: Schema,
  name: string,
  input: unknown,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, input);
  if (!parsed.success) throw damaged(`a row of ${name} is not readable`);
  return parsed.output;
}
