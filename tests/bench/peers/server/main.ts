/**
 * The server of the peers: their pages and the smallest server that their documentation allows, with the rows in
 * memory. Environment: PORT, PEERS_DIR (the built pages), ROWS (a file with the rows as JSON).
 */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { type WebSocket, WebSocketServer } from 'ws';
import type { BenchRow } from '../page/replica.ts';
import { replicacheCalls } from './replicache-calls.ts';
import { rowsInMemory } from './rows.ts';
import { rxdbCalls } from './rxdb-calls.ts';
import { yjsRoom } from './yjs-room.ts';
import { NOTHING_RECEIVED, type Received } from './received.ts';

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };

const folder = process.env['PEERS_DIR'] ?? '';
const seed: readonly BenchRow[] = JSON.parse(readFileSync(process.env['ROWS'] ?? '', 'utf8'));
start();

function start(): void {
  const rows = rowsInMemory(seed);
  const replicache = replicacheCalls(rows);
  const rxdb = rxdbCalls(rows);
  const sockets = new WebSocketServer({ noServer: true });
  const followers = new Set<WebSocket>();
  let received: Received = NOTHING_RECEIVED;
  const count = (changes: number, begin = now()) => {
    received = {
      requests: received.requests + 1,
      changes: received.changes + changes,
      first: received.first ?? begin,
      last: now(),
    };
  };
  let begin = 0;
  const room = yjsRoom(seed, {
    received: () => (begin = now()),
    changed: (changes) => count(changes, begin),
  });
  const publish = (event: object) => {
    const text = JSON.stringify(event);
    for (const socket of followers) socket.send(text);
  };
  const answers: Readonly<Record<string, (query: URLSearchParams, body: string) => unknown>> = {
    '/healthz': () => ({}),
    '/rows': () => seed,
    '/received': () => received,
    '/received/reset': () => (received = NOTHING_RECEIVED),
    '/replicache/pull': (_, body) => replicache.pull(JSON.parse(body)),
    '/replicache/push': (_, body) => {
      const at = now();
      count(replicache.push(JSON.parse(body)), at);
      publish({});
      return {};
    },
    '/rxdb/pull': (query) => rxdb.pull(Number(query.get('since')), Number(query.get('limit'))),
    '/rxdb/push': (_, body) => {
      const at = now();
      const { conflicts, event } = rxdb.push(JSON.parse(body));
      count(event.documents.length, at);
      publish(event);
      return conflicts;
    },
  };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const answer = answers[pathname];
    if (answer === undefined) return sendFile(pathname, response);
    void bodyOf(request).then((body) => {
      const text = JSON.stringify(answer(searchParams, body));
      response.writeHead(200, { 'content-type': 'application/json' }).end(text);
    });
  });
  server.on('upgrade', (request, socket, head) => {
    sockets.handleUpgrade(request, socket, head, (opened) => {
      if (request.url?.startsWith('/yjs') === true) return room(opened);
      followers.add(opened);
      opened.on('close', () => followers.delete(opened));
    });
  });
  server.listen(Number(process.env['PORT']), '127.0.0.1');
}

/** Milliseconds since the epoch, with fractions. */
function now(): number {
  return performance.timeOrigin + performance.now();
}

/**
 * Those of the product, which give a page a process of its own: without them a start keeps the process of the page
 * before, with its compiled scripts in memory.
 */
const ISOLATED = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
};

/** Cached like the files of the product, so that a warm page takes its script from the browser. */
function sendFile(pathname: string, response: ServerResponse): void {
  try {
    const file = readFileSync(join(folder, pathname));
    response
      .writeHead(200, {
        ...ISOLATED,
        'content-type': TYPES[extname(pathname)] ?? 'application/octet-stream',
        'cache-control': extname(pathname) === '.html' ? 'no-cache' : 'max-age=31536000, immutable',
      })
      .end(file);
  } catch {
    response.writeHead(404).end();
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}
