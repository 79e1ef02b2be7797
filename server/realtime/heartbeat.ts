import type { SocketFrame } from '../../model/protocol/messages.ts';
import { readStreams } from '../sync/pull.ts';
import type { Database } from '../store/database.ts';
import { marks, type Sql, textOf } from '../store/sql.ts';
import { powersOfTwo } from '../writer/batch-sql.ts';
import { type Connection, placesOf } from './audience.ts';

interface HeartbeatDeps {
  readonly database: Database;
  readonly now: () => number;
}

/**
 * Sends a heartbeat with the heads, so that a lost event costs at most this long, and reports the connections of ended
 * sessions. Sessions and heads of all connections are read at once.
 */
export async function beat(
  { database, now }: HeartbeatDeps,
  connections: readonly Connection[],
  ended: (connection: Connection) => void,
): Promise<void> {
  if (connections.length === 0) return;
  const sessions = distinct(connections.map(({ sessionId }) => sessionId));
  const streams = placesOf(connections);
  const { valid, states } = await database.snapshot(async (sql) => ({
    valid: await validSessions(sql, sessions, now()),
    states: await readStreams(sql, streams),
  }));
  /** By organisation user: their connections receive the same frame. */
  const frames = new Map<string, SocketFrame>();
  for (const connection of connections) {
    if (!valid.has(connection.sessionId)) {
      ended(connection);
      continue;
    }
    const { orgUserId, published } = connection;
    const heads = [...published.keys()].flatMap((stream): [string, number][] => {
      const state = states.get(stream);
      return state === undefined ? [] : [[stream, state.head]];
    });
    const frame = frames.get(orgUserId) ?? { type: 'heartbeat', heads: Object.fromEntries(heads) };
    frames.set(orgUserId, frame);
    connection.peer.send(frame);
  }
}

async function validSessions(
  sql: Sql,
  ids: readonly string[],
  now: number,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const some of powersOfTwo(ids)) {
    const rows = await sql.all(
      `select id from sessions where id in (${marks(some.length)}) and expires_at > ?`,
      [...some, now],
    );
    for (const row of rows) found.add(textOf(row, 'id'));
  }
  return found;
}

function distinct(values: readonly string[]): readonly string[] {
  return [...new Set(values)];
}
