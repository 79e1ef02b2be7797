import type { SocketFrame } from '../../model/protocol/messages.ts';
import { readStreams } from '../sync/pull.ts';
import type { Database } from '../store/database.ts';
import { marks, type Sql, textOf } from '../store/sql.ts';
import { powersOfTwo } from '../writer/batch-sql.ts';
import { type Connection, placesOf } from './audience.ts';

interface HeartbeatDeps {
  readonly database: Database;
  readonly now: () => number;
  /** Receives a head that was not sent to every connection: its announcement may have been lost. */
  readonly behind: (stream: string, head: number) => void;
  readonly ended: (connection: Connection) => void;
}

/**
 * Returns the function that sends a heartbeat with the heads, and reports the connections of ended sessions. Sessions
 * and heads of all connections are read at once.
 *
 * A heartbeat names the head that was sent through the connection (PULL-7.2), so that only a device that lost an event
 * pulls. Where the database has a newer one, the event may be on its way, or its announcement lost: it is read for
 * everybody. A head that was not sent since the heartbeat before is named, and the device pulls.
 */
export function createHeartbeat({
  database,
  now,
  behind,
  ended,
}: HeartbeatDeps): (connections: readonly Connection[]) => Promise<void> {
  let before: ReadonlyMap<string, number> = new Map();
  return async (connections) => {
    if (connections.length === 0) return;
    const sessions = distinct(connections.map(({ sessionId }) => sessionId));
    const streams = placesOf(connections);
    const { valid, states } = await database.snapshot(async (sql) => ({
      valid: await validSessions(sql, sessions, now()),
      states: await readStreams(sql, streams),
    }));
    const earlier = before;
    before = new Map([...states].map(([stream, { head }]) => [stream, head]));
    const late = new Map<string, number>();
    /** Connections of one person with the same heads receive the same frame. */
    const frames = new Map<string, SocketFrame>();
    for (const connection of connections) {
      if (!valid.has(connection.sessionId)) {
        ended(connection);
        continue;
      }
      const { orgUserId, published } = connection;
      const heads = [...published].flatMap(([stream, { head: sent }]): [string, number][] => {
        const head = states.get(stream)?.head;
        if (head === undefined) return [];
        if (head <= sent) return [[stream, head]];
        late.set(stream, head);
        return [[stream, (earlier.get(stream) ?? sent) > sent ? head : sent]];
      });
      const key = `${orgUserId} ${heads.join()}`;
      const frame = frames.get(key) ?? { type: 'heartbeat', heads: Object.fromEntries(heads) };
      frames.set(key, frame);
      connection.peer.send(frame);
    }
    for (const [stream, head] of late) behind(stream, head);
  };
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
