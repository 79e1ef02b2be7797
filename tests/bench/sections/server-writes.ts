import { join } from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';
import { HEADERS, idempotencyKey, SCHEMA_VERSION } from '../../../model/protocol/version.ts';
import { postgresPrograms, startPgCluster } from '../../support/pg-cluster.ts';
import { makeId, type Peer, startPeer } from '../peer.ts';
import { type Board, seedBoard } from '../seed.ts';
import type { Row } from '../stats.ts';
import { startBenchServer, type Setup } from '../setup.ts';

const SECONDS = 3;
const CONNECTIONS = 32;

/**
 * Durable mutations a second over HTTP, one per request and in batches, compared with single
 * commits of the plain database.
 */
export async function serverWrites(setup: Setup): Promise<readonly Row[]> {
  const bare = bareCommits(join(setup.folder, 'bare.sqlite'));
  return writesOf(setup.url, 'SQLite', bare);
}

/** The same on a separate PostgreSQL, where one is installed. */
export async function postgresWrites(setup: Setup): Promise<readonly Row[]> {
  if (postgresPrograms() === undefined) {
    return [{ what: 'PostgreSQL', value: 'none here', against: '', met: undefined }];
  }
  const cluster = await startPgCluster();
  const databaseUrl = await cluster.createDatabase();
  const server = await startBenchServer(join(setup.folder, 'postgres'), { databaseUrl });
  try {
    return await writesOf(server.url, 'PostgreSQL', await barePostgresCommits(cluster.url));
  } finally {
    server.stop();
    await cluster.stop();
  }
}

async function writesOf(url: string, kind: string, bare: number): Promise<readonly Row[]> {
  const peer = await startPeer(url, 'writes');
  const board = await seedBoard(peer, 2_000);
  // A server runs for weeks: its first seconds, before its code has been compiled, are not
  // measured.
  await singles(peer, board, () => ({}));
  const plain = await singles(peer, board, () => ({}));
  const keyed = await singles(peer, board, syncHeaders);
  const batched = await batches(peer, board);
  const against = (value: number) => `${(value / bare).toFixed(2)} x bare`;
  return [
    {
      what: `${kind}: bare commits of one row a second, one connection`,
      value: `${bare.toFixed(0)} /s`,
      against: '',
      met: undefined,
    },
    ...[
      ['one a plain REST call, 32 connections', plain] as const,
      ['one a call with sync headers, 32 connections', keyed] as const,
      ['in batches of 200', batched] as const,
    ].map(([how, value]) => ({
      what: `${kind}: durable mutations a second, ${how}`,
      value: `${value.toFixed(0)} /s`,
      against: `${against(value)}; aim >= 1000 /s`,
      met: value >= 1_000,
    })),
  ];
}

/** Headers that turn a plain call into a device's call (WRITE-1). */
function syncHeaders(peer: Peer, client: string, seq: number): Readonly<Record<string, string>> {
  return {
    [HEADERS.idempotencyKey]: idempotencyKey(client, seq),
    [HEADERS.epoch]: peer.epoch,
    [HEADERS.ackThrough]: String(seq - 1),
    [HEADERS.schema]: String(SCHEMA_VERSION),
    [HEADERS.pending]: '1',
  };
}

async function barePostgresCommits(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('create table rows (id text primary key, body text)');
  const body = 'x'.repeat(640);
  const end = performance.now() + 2_000;
  let count = 0;
  while (performance.now() < end) {
    await client.query({
      name: 'insert',
      text: 'insert into rows (id, body) values ($1, $2)',
      values: [String(count), body],
    });
    count += 1;
  }
  await client.end();
  return count / 2;
}

/** Single-row commits with a full sync each. */
function bareCommits(path: string): number {
  const database = new Database(path);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec('create table rows (id text primary key, body text) strict');
  const insert = database.prepare('insert into rows (id, body) values (?, ?)');
  const body = 'x'.repeat(640);
  const end = performance.now() + 2_000;
  let count = 0;
  while (performance.now() < end) {
    insert.run(String(count), body);
    count += 1;
  }
  database.close();
  return count / 2;
}

async function singles(
  peer: Peer,
  board: Board,
  headersOf: (peer: Peer, client: string, seq: number) => Readonly<Record<string, string>>,
): Promise<number> {
  const ids = await someTasks(peer, board);
  const end = performance.now() + SECONDS * 1_000;
  let done = 0;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, connection) => {
      const client = makeId();
      for (let seq = 1; performance.now() < end; seq += 1) {
        const id = ids[(connection * 61 + seq) % ids.length] ?? '';
        const { status, text } = await peer.send(
          'PATCH',
          `task/update-destroy/${id}/`,
          { name: `Renamed ${client.slice(-4)} ${String(seq)}` },
          headersOf(peer, client, seq),
        );
        if (status !== 200) throw new Error(`${String(status)} ${text}`);
        done += 1;
      }
    }),
  );
  return done / SECONDS;
}

async function batches(peer: Peer, board: Board): Promise<number> {
  const ids = await someTasks(peer, board);
  const start = performance.now();
  const count = 8_000;
  await peer.push(
    Array.from({ length: count }, (_, index) => ({
      method: 'PATCH' as const,
      path: `task/update-destroy/${ids[index % ids.length] ?? ''}/`,
      body: { name: `Batch ${String(index)}` },
    })),
  );
  return count / ((performance.now() - start) / 1_000);
}

async function someTasks(peer: Peer, board: Board): Promise<readonly string[]> {
  const answer = await peer.get(
    `sync/scope/${encodeURIComponent(`project:${board.project}`)}?stream=${encodeURIComponent(peer.stream)}`,
  );
  const rows: unknown = Reflect.get(Object(answer), 'rows');
  if (!Array.isArray(rows)) throw new Error('No rows in the scope');
  return rows.filter(({ table }) => table === 'tasks').map(({ row }) => String(row.id));
}
