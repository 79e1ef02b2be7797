import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { CairnError } from '../../model/shared/errors.ts';
import type { ReceivedFile } from '../files/intake.ts';

const fieldsSchema = v.record(v.string(), v.unknown());

/** A file of a form, received into the storage. */
export class FormUpload {
  readonly name: string;
  readonly received: ReceivedFile;

  constructor(name: string, received: ReceivedFile) {
    this.name = name;
    this.received = received;
  }
}

/** Fields of a form that may contain a file, and the functions that receive and discard it. */
export interface FileIntake {
  readonly fields: readonly string[];
  /** Bytes of one file; the parser stops there. */
  readonly limit: number;
  readonly receive: (bytes: AsyncIterable<Uint8Array>, name: string) => Promise<ReceivedFile>;
  readonly discard: (received: ReceivedFile) => Promise<void>;
}

/**
 * The fields of a body, JSON or form: a repeated field of a form becomes a list. A form's empty file is an empty
 * field; a file becomes a `FormUpload` where the route stores files, and is rejected elsewhere. A rejected form leaves
 * none of its files behind.
 */
export async function readFields(
  request: FastifyRequest,
  intake?: FileIntake,
): Promise<Readonly<Record<string, unknown>>> {
  if (request.isMultipart()) return readForm(request, intake);
  // The bytes of a part have no fields.
  if (Buffer.isBuffer(request.body)) return {};
  if (request.body === undefined || request.body === null) return {};
  if (typeof request.body === 'object' && Object.keys(request.body).length > MOST_FIELDS) {
    throw new CairnError({ code: 'invalid', message: 'The body has too many fields' });
  }
  const parsed = v.safeParse(fieldsSchema, request.body);
  if (!parsed.success || Array.isArray(request.body)) {
    throw new CairnError({ code: 'invalid', message: 'The body is not an object of fields' });
  }
  if (!isShallow(parsed.output, DEEPEST)) {
    throw new CairnError({ code: 'invalid', message: 'The body is nested too deeply' });
  }
  return parsed.output;
}

/** Far more than any call has; each field passes several functions, which would block other requests. */
const MOST_FIELDS = 1_000;

/** Far deeper than any call; later functions may then walk through a body by recursion. */
const DEEPEST = 20;

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((item) => isShallow(item, levels - 1));
}

async function readForm(
  request: FastifyRequest,
  intake: FileIntake | undefined,
): Promise<Readonly<Record<string, unknown>>> {
  const fields = new Map<string, unknown[]>();
  try {
    let length = 0;
    const limits = intake === undefined ? {} : { fileSize: intake.limit + 1, files: 4 };
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field' && part.valueTruncated) throw tooLarge();
      const value = part.type === 'field' ? part.value : await readFile(part, intake);
      length += part.fieldname.length + (typeof value === 'string' ? value.length : 0);
      // The parser bounds each field; the form as a whole is bounded here, as JSON is.
      if (length > request.routeOptions.bodyLimit) throw tooLarge();
      fields.set(part.fieldname, [...(fields.get(part.fieldname) ?? []), value]);
    }
  } catch (error) {
    for (const value of [...fields.values()].flat()) {
      if (value instanceof FormUpload) await intake?.discard(value.received);
    }
    await readOut(request);
    if (error instanceof NotReceived) throw error.cause;
    throw error instanceof CairnError || hasStatus(error) ? error : unreadable(error);
  }
  return Object.fromEntries(
    [...fields].map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  );
}

async function readFile(part: MultipartFile, intake: FileIntake | undefined): Promise<unknown> {
  if (intake?.fields.includes(part.fieldname) !== true) return emptyFile(part.file);
  const bytes = part.file[Symbol.asyncIterator]();
  // Kept separately: the storage may wrap an error of its source in one of its own.
  let unread: CairnError | undefined;
  const read = async (): Promise<IteratorResult<Uint8Array, undefined>> => {
    try {
      return await bytes.next();
    } catch (cause) {
      unread = unreadable(cause);
      throw unread;
    }
  };
  const first = await read();
  if (first.done === true) return emptyField(part);
  async function* all(): AsyncGenerator<Uint8Array> {
    yield first.value ?? new Uint8Array();
    for (let next = await read(); next.done !== true; next = await read()) yield next.value;
  }
  try {
    const name = nameOf(part.filename);
    return new FormUpload(name, await intake.receive(all(), name));
  } catch (cause) {
    throw unread ?? (cause instanceof CairnError ? cause : new NotReceived(cause));
  }
}

/** The storage has failed (a full disk, a store that does not respond); the form itself is valid. */
class NotReceived extends Error {
  constructor(cause: unknown) {
    super('The file could not be stored', { cause });
  }
}

/** Time to read the rest of a rejected form (milliseconds). */
const READ_OUT_MS = 10_000;

/**
 * Reads the rest of a rejected form: unread, it would block the next call of its connection, and many clients read no
 * response before they have sent everything.
 */
async function readOut({ raw }: FastifyRequest): Promise<void> {
  if (raw.readableEnded || raw.destroyed) return;
  raw.unpipe();
  raw.resume();
  const { promise, resolve } = Promise.withResolvers<void>();
  const late = setTimeout(resolve, READ_OUT_MS);
  for (const event of ['end', 'close', 'error']) raw.once(event, () => resolve());
  await promise;
  clearTimeout(late);
}

/** A form without a chosen file sends a part without bytes and without a name; a part with a name is an empty file. */
function emptyField({ fieldname, filename }: MultipartFile): string {
  if (filename === undefined || filename === '') return '';
  throw new CairnError({
    code: 'invalid',
    message: `${fieldname} is empty`,
    details: { field: fieldname },
  });
}

/** The last part of the path that the browser sends, cut to the longest valid name. */
function nameOf(filename: string | undefined): string {
  const last =
    filename
      ?.split(/[\\/]/)
      .at(-1)
      ?.replaceAll(/\p{Cc}/gu, '')
      .trim() ?? '';
  const clean = last.isWellFormed() ? last : '';
  return clean === '' ? 'File' : Array.from(clean).slice(-200).join('');
}

/** The parser's own errors (too many parts, ...) contain their status. */
function hasStatus(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'statusCode' in error;
}

/** An error of the parser, such as a missing boundary or a truncated form. */
function unreadable(cause: unknown): CairnError {
  return new CairnError({ code: 'invalid', message: 'The form could not be read' }, { cause });
}

function tooLarge(): CairnError {
  return new CairnError({ code: 'too_large', message: /*i18n*/ 'The request is too large' });
}

async function emptyFile(file: AsyncIterable<Uint8Array>): Promise<string> {
  let bytes = 0;
  for await (const chunk of file) bytes += chunk.length;
  if (bytes === 0) return '';
  throw new CairnError({ code: 'invalid', message: 'This field stores no file' });
}
