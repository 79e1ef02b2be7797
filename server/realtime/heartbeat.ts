import type { Database } from '../store/database.ts';
import { marks, type Sql, textOf } from '../store/sql.ts';
import { powersOfTwo } from '../writer/batch-sql.ts';
import type { Connection } from './audience.ts';
import { readHeads } from './stored-versions.ts';

interface HeartbeatDeps {
  readonly database: Database;
  readonly now: () => number;
  /** Closes the socket of an ended session. */
  readonly end: (connection: Connection) => void;
}

/**
 * Sends a heartbeat with the heads, so that a lost event costs at most this long, and closes the sockets of ended
 * sessions. Sessions and heads are read for all connections of the process at once: statements for each of them would
 * be most of the work of a process with thousands of idle connections.
 */
export async function sendHeartbeats(
  { database, now, end }: HeartbeatDeps,
  connections: readonly Connection[],
): Promise<void> {
  const sessions = new Set(connections.map(({ sessionId }) => sessionId));
  const alive = await readAlive(database.read, [...sessions], now());
  const streams = new Set(connections.flatMap(({ published }) => [...published.keys()]));
  const heads = await readHeads(database.read, [...streams]);
  for (const connection of connections) {
    if (!alive.has(connection.sessionId)) {
      end(connection);
      continue;
    }
    const own = [...connection.published.keys()].flatMap((stream) => {
      const head = heads.get(stream);
      return head === undefined ? [] : [[stream, head] as const];
    });
    connection.peer.send({ type: 'heartbeat', heads: Object.fromEntries(own) });
  }
}

/** Those of the sessions that have not ended. */
async function readAlive(
  sql: Sql,
  sessions: readonly string[],
  now: number,
): Promise<ReadonlySet<string>> {
  const alive = new Set<string>();
  for (const ids of powersOfTwo(sessions)) {
    const rows = await sql.all(
      `select id from sessions where id in (${marks(ids.length)}) and expires_at > ?`,
      [...ids, now],
    );
    for (const row of rows) alive.add(textOf(row, 'id'));
  }
  return alive;
}
