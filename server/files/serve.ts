import type { Readable } from 'node:stream';
import { type FileRow, files } from '../../model/entities/file.ts';
import { orgStream } from '../../model/entities/scopes.ts';
import { CairnError } from '../../model/shared/errors.ts';
import { loadActor } from '../writer/actor.ts';
import { maySeeScope } from '../sync/readable-scopes.ts';
import type { Database } from '../store/database.ts';
import { decodeRow } from '../store/rows.ts';
import { textOf } from '../store/sql.ts';
import { type Content, readContent, type Variant } from './file-sql.ts';
import { servedName } from './served-name.ts';
import type { ByteRange, FileStorage } from './storage.ts';
import { missing } from './upload.ts';

export interface ServeDeps {
  readonly database: Database;
  readonly storage: FileStorage;
  readonly clock: { readonly now: () => number };
}

export interface FileRequest {
  readonly userId: string;
  /** The organisation that the call names; undefined for a bare address, as in an `<img>`. */
  readonly orgId: string | undefined;
  readonly id: string;
  readonly variant: Variant;
  readonly range: string | undefined;
  /** Entity tag of the bytes that the range continues. */
  readonly ifRange: string | undefined;
  readonly ifNoneMatch: string | undefined;
}

export interface ServedFile {
  readonly status: 200 | 206 | 304 | 416;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable | undefined;
}

/**
 * Serves a file to a person who may read its scope. A missing file and a foreign one give the same error; a file that
 * is not uploaded yet gives its own error to those who may read it.
 */
export async function serveFile(deps: ServeDeps, request: FileRequest): Promise<ServedFile> {
  const { row, content } = await find(deps, request);
  if (content === undefined) {
    throw new CairnError({
      code: 'not_found',
      message: /*i18n*/ 'This file has not been uploaded yet',
      details: { state: row.state },
    });
  }
  const headers = headersOf(row, content);
  const etag = `"${content.digest.slice(0, 32)}"`;
  if (matches(request.ifNoneMatch, etag)) {
    return { status: 304, headers: { ...headers, etag }, body: undefined };
  }
  // Other bytes than those that the caller has: all of them instead of the range (RFC 9110, 13.1.5).
  const continues = request.ifRange === undefined || request.ifRange === etag;
  const range = continues ? rangeOf(request.range, content.size) : undefined;
  if (range === 'beyond') {
    const answer = { ...headers, 'content-range': `bytes */${String(content.size)}` };
    return { status: 416, headers: answer, body: undefined };
  }
  const { start, end } = range ?? { start: 0, end: content.size - 1 };
  return {
    status: range === undefined ? 200 : 206,
    headers: {
      ...headers,
      etag,
      'content-length': String(end - start + 1),
      ...(range !== undefined && {
        'content-range': `bytes ${String(start)}-${String(end)}/${String(content.size)}`,
      }),
    },
    body: await deps.storage.read(content.name, range),
  };
}

interface Found {
  readonly row: FileRow;
  readonly content: Content | undefined;
}

/**
 * Finds the row of this id in the named organisation. A bare address means the row that was created first: devices
 * choose ids, and a later row of the same id in another organisation must not replace the first.
 */
async function find({ database, clock }: ServeDeps, request: FileRequest): Promise<Found> {
  const { userId, orgId: named, id, variant } = request;
  return database.snapshot(async (sql) => {
    const rows = await sql.all(
      `select * from files where id = ?${named === undefined ? '' : ' and org_id = ?'}
       order by created_at, org_id limit 20`,
      named === undefined ? [id] : [id, named],
    );
    for (const raw of rows) {
      const orgId = textOf(raw, 'org_id');
      const row = files.parse(decodeRow(files, raw));
      const actor = await loadActor(sql, { orgId, userId }, clock.now());
      const place = { stream: orgStream(orgId), scope: row.scope };
      if (actor === undefined || !(await maySeeScope(sql, actor, place))) continue;
      const wanted = await readContent(sql, { orgId, id }, variant);
      return { row, content: wanted ?? (await readContent(sql, { orgId, id }, 'full')) };
    }
    throw missing();
  });
}

/** Shown in the page or in a tab of its own. All other types are downloads without a type. */
const INLINE = [
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/avif',
  'video/webm',
  'audio/webm',
  'audio/mp4',
  'audio/ogg',
  'application/pdf',
];
/** Drawn by `<img>`, which runs no script; never opened as a page. */
const DRAWN = 'image/svg+xml';

/** A browser that opened such a file as a page would run nothing, load nothing and have no origin. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'";
/** A sandbox prevents browsers from showing a pdf; their viewers run outside the page's origin. */
const PDF_POLICY =
  "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'";

function headersOf({ name }: FileRow, { mediaType }: Content): Readonly<Record<string, string>> {
  const inline = INLINE.includes(mediaType);
  const isKnown = inline || mediaType === DRAWN;
  return {
    'content-type': isKnown ? mediaType : 'application/octet-stream',
    'content-disposition': disposition(
      inline ? 'inline' : 'attachment',
      servedName(name, mediaType),
    ),
    'content-security-policy': mediaType === 'application/pdf' ? PDF_POLICY : POLICY,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    // Cached by the browser, but validated each time: another person on the same browser does not see it.
    'cache-control': 'private, no-cache',
    vary: 'authorization, cookie',
    'accept-ranges': 'bytes',
  };
}

/** RFC 6266: an ASCII name for old clients, the real one beside it. */
function disposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replaceAll(/[^\w .()-]/g, '_');
  const real = encodeURIComponent(name.replaceAll(/[\\/\p{Cc}]/gu, '_')).replaceAll(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${real}`;
}

function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((one) => ['*', etag, `W/${etag}`].includes(one.trim()));
}

/** One range of bytes; several ranges and unreadable ones get the whole file (RFC 9110, 14.2). */
function rangeOf(header: string | undefined, size: number): ByteRange | 'beyond' | undefined {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'beyond' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (start >= size) return 'beyond';
  return end < start ? undefined : { start, end };
}
