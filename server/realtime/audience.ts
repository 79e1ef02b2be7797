import type { SocketFrame } from '../../model/protocol/messages.ts';
import type { StreamPlace } from '../store/stream-place.ts';
import type { ScopeSet } from '../sync/scope-set.ts';

/** One open connection, of whatever transport. */
export interface Peer {
  /** Connections with the same event receive the same object, so that it is encoded once. */
  readonly send: (frame: SocketFrame) => void;
  /** Bytes that are not sent yet. */
  readonly waiting: () => number;
  readonly close: () => void;
}

/** A connection whose bearer was checked. */
export interface Joining {
  readonly sessionId: string;
  readonly userId: string;
  readonly orgId: string;
  /** The device accepts the digest of scopes that it has (PULL-7.4). */
  readonly acceptsDigest?: boolean;
}

/** A connection after its handshake: its person, their scopes, and the published versions. */
export interface Connection {
  readonly peer: Peer;
  readonly sessionId: string;
  readonly orgId: string;
  readonly userId: string;
  readonly orgUserId: string;
  /** The device knows its scopes by their digest (PULL-7.4). */
  readonly acceptsDigest: boolean;
  /** Per stream. */
  readonly published: Map<string, Published>;
}

/** The last version that was published to a connection. */
export interface Published {
  readonly head: number;
  /** Time at which that version was written, in milliseconds; undefined where it is not known. */
  readonly at: number | undefined;
  /** Scopes that the person may read. */
  readonly scopes: ScopeSet;
}

/** The connections, and the streams that they subscribe to. */
export interface Audience {
  readonly add: (connection: Connection) => void;
  readonly remove: (peer: Peer) => void;
  readonly everybody: () => readonly Connection[];
  readonly of: (stream: string) => readonly Connection[];
  readonly streams: () => readonly StreamPlace[];
  readonly has: (stream: string) => boolean;
}

/** `silent` is called when a stream has lost its last subscriber. */
export function createAudience(silent: (stream: string) => void): Audience {
  const connections = new Map<Peer, Connection>();
  const listeners = new Map<string, Set<Connection>>();
  return {
    add: (connection) => {
      connections.set(connection.peer, connection);
      for (const stream of connection.published.keys()) {
        listeners.set(stream, (listeners.get(stream) ?? new Set()).add(connection));
      }
    },
    remove: (peer) => {
      const connection = connections.get(peer);
      if (connection === undefined) return;
      connections.delete(peer);
      for (const stream of connection.published.keys()) {
        const others = listeners.get(stream);
        others?.delete(connection);
        if (others?.size !== 0) continue;
        listeners.delete(stream);
        silent(stream);
      }
    },
    everybody: () => [...connections.values()],
    of: (stream) => [...(listeners.get(stream) ?? [])],
    streams: () => placesOf([...connections.values()]),
    has: (stream) => listeners.has(stream),
  };
}

/** The streams to which these connections subscribe, each once. */
export function placesOf(connections: readonly Connection[]): readonly StreamPlace[] {
  const places = connections.flatMap(({ orgId, published }) =>
    [...published.keys()].map((stream): [string, StreamPlace] => [stream, { orgId, stream }]),
  );
  return [...new Map(places).values()];
}
