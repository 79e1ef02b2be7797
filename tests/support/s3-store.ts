/**
 * An S3-compatible store in memory: objects by path, ranges of them, paged listings. It refuses
 * requests without a valid Amazon "Signature Version 4", which it computes from the key and the
 * request.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { freePort } from './free-port.ts';

export interface S3Store {
  /** For `S3_URL`. */
  readonly url: string;
  readonly objects: ReadonlyMap<string, Buffer>;
  /** Number of next calls that are answered with 503. */
  readonly failNext: (count: number) => void;
  readonly close: () => Promise<void>;
}

const KEY = 'AKIDCAIRN';
const SECRET = 'stones/mark+the way';
const REGION = 'eu-west-1';
/** Small, so that a listing of a few objects has several pages. */
const PAGE = 2;

export async function startS3Store(): Promise<S3Store> {
  const objects = new Map<string, Buffer>();
  const state = { failing: 0 };
  const port = await freePort();
  const server = createServer((request, response) => {
    void answer(request, response, objects, state);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const user = `${KEY}:${encodeURIComponent(SECRET)}`;
  return {
    url: `http://${user}@127.0.0.1:${String(port)}/files/cairn?region=${REGION}`,
    objects,
    failNext: (count) => {
      state.failing = count;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  objects: Map<string, Buffer>,
  state: { failing: number },
): Promise<void> {
  const body = await buffer(request);
  const url = new URL(request.url ?? '/', 'http://store');
  const send = (status: number, text: Buffer | string = '', headers = {}) =>
    response.writeHead(status, headers).end(text);
  if (state.failing > 0) {
    state.failing -= 1;
    return void send(503, '<Error><Code>SlowDown</Code></Error>');
  }
  if (!isSigned(request, url)) return void send(403, '<Error><Code>AccessDenied</Code></Error>');
  if (url.searchParams.get('list-type') === '2') return void send(200, listing(objects, url));
  const found = objects.get(url.pathname);
  switch (request.method) {
    case 'PUT':
      objects.set(url.pathname, body);
      return void send(200);
    case 'DELETE':
      objects.delete(url.pathname);
      return void send(204);
    default: {
      if (found === undefined) return void send(404, '<Error><Code>NoSuchKey</Code></Error>');
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
      if (from === undefined || to === undefined) return void send(200, found);
      return void send(206, found.subarray(Number(from), Number(to) + 1));
    }
  }
}

function listing(objects: ReadonlyMap<string, Buffer>, url: URL): string {
  const prefix = `${url.pathname.replace(/\/$/, '')}/${url.searchParams.get('prefix') ?? ''}`;
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix)).toSorted();
  const start = Number(url.searchParams.get('continuation-token') ?? '0');
  const contents = keys.slice(start, start + PAGE).map((key) => {
    const name = key.slice(url.pathname.length + 1);
    return `<Contents><Key>${name}</Key><LastModified>2026-11-20T09:00:00.000Z</LastModified></Contents>`;
  });
  const next =
    start + PAGE < keys.length
      ? `<NextContinuationToken>${String(start + PAGE)}</NextContinuationToken>`
      : '';
  return `<ListBucketResult>${contents.join('')}${next}</ListBucketResult>`;
}

function isSigned({ headers, method = '' }: IncomingMessage, url: URL): boolean {
  const [, scope = '', names = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  const [key, day = '', region = '', service = ''] = scope.split('/');
  if (key !== KEY || region !== REGION || service !== 's3') return false;
  url.searchParams.sort();
  const request = [
    method,
    url.pathname,
    url.searchParams.toString().replaceAll('+', '%20'),
    ...names.split(';').map((name) => `${name}:${String(headers[name] ?? '').trim()}`),
    '',
    names,
    String(headers['x-amz-content-sha256']),
  ].join('\n');
  const text = [
    'AWS4-HMAC-SHA256',
    String(headers['x-amz-date']),
    `${day}/${region}/s3/aws4_request`,
    createHash('sha256').update(request).digest('hex'),
  ].join('\n');
  const signer = [day, region, 's3', 'aws4_request', text].reduce(
    (secret: Buffer, part) => createHmac('sha256', secret).update(part).digest(),
    Buffer.from(`AWS4${SECRET}`),
  );
  return timingSafeEqual(signer, Buffer.from(signature.padEnd(64, '0'), 'hex'));
}
