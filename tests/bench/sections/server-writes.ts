import { join } from 'node:path';
import Database from 'better-sqlite3';
import { HEADERS, idempotencyKey, SCHEMA_VERSION } from '../../../model/protocol/version.ts';
import { makeId, type Peer, startPeer } from '../peer.ts';
import { type Board, seedBoard } from '../seed.ts';
import type { Row } from '../stats.ts';
import type { World } from '../world.ts';

const SECONDS = 5;
const CONNECTIONS = 32;

/** Durable mutations a second over HTTP, one a request and in batches, against single commits of the bare database. */
export async function serverWrites(world: World): Promise<readonly Row[]> {
  const peer = await startPeer(world.url, 'writes');
  const board = await seedBoard(peer, 2_000);
  const bare = bareCommits(join(world.folder, 'bare.sqlite'));
  const single = await singles(peer, board);
  const batched = await batches(peer, board);
  return [
    {
      what: 'durable mutations a second, one a request, 32 connections',
      value: `${single.toFixed(0)} /s`,
      against: `${(single / bare).toFixed(2)} x single commits of the bare database (${bare.toFixed(0)} /s)`,
      met: undefined,
    },
    {
      what: 'durable mutations a second, batches of 200',
      value: `${batched.toFixed(0)} /s`,
      against: `${(batched / bare).toFixed(2)} x; aim >= 1000 /s`,
      met: Math.max(batched, single) >= 1_000,
    },
  ];
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

async function singles(peer: Peer, board: Board): Promise<number> {
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
          {
            [HEADERS.idempotencyKey]: idempotencyKey(client, seq),
            [HEADERS.epoch]: peer.epoch,
            [HEADERS.ackThrough]: String(seq - 1),
            [HEADERS.schema]: String(SCHEMA_VERSION),
            [HEADERS.pending]: '1',
          },
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
