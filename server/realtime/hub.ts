import { LIMITS } from '../../model/protocol/version.ts';
import type { ErrorCode } from '../../model/shared/errors.ts';
import { organizationOfStream } from '../../model/entities/scopes.ts';
import type { Writer } from '../writer/writer-types.ts';
import type { Database } from '../store/database.ts';
import {
  type Audience,
  type Connection,
  createAudience,
  type Joining,
  type Peer,
} from './audience.ts';
import { type Announcer, announce, parseBusMessage } from './bus-messages.ts';
import { type CommitOrder, createCommitOrder } from './commit-order.ts';
import { createFeed, type Feed, type VersionsSince } from './feed.ts';
import { createHandshakes, withKnownScopes } from './handshakes.ts';
import { createHeartbeat } from './heartbeat.ts';
import { createPace } from './pace.ts';
import { createPresence, type Presence } from './presence.ts';
import { publish } from './publish.ts';
import { readHeads, readVersions } from './stored-versions.ts';

export interface Hub {
  /**
   * Registers a connection whose bearer the caller has checked. Resolves with false when the person is not in the
   * organisation.
   */
  readonly join: (peer: Peer, who: Joining) => Promise<boolean>;
  readonly leave: (peer: Peer) => void;
  /** Closes the sockets of a session, in every process. */
  readonly sessionEnded: (sessionId: string) => void;
  /** Ids (`organization_user`) of the people of an organisation who have Cairn open, in any process. */
  readonly present: (orgId: string) => readonly string[];
  readonly close: () => void;
}

interface HubDeps {
  readonly database: Database;
  readonly writer: Writer;
  readonly now: () => number;
  readonly report: (error: unknown) => void;
}

/** Open sockets of one person, tabs of all their devices; one more closes the oldest. */
const MOST_SOCKETS = 50;

/**
 * Publishes commits to the connected people (PULL-7). A commit of this process is published as a page from memory, one
 * of another process as a page from one read for everybody.
 */
export function createHub(deps: HubDeps): Hub {
  const audience = createAudience((stream) => {
    feeds.forget(stream);
    order.forget(stream);
  });
  const presence = createPresence({ bus: deps.database.bus, now: deps.now });
  const shakeHands = createHandshakes(deps);
  let handshake = 0;
  const drop = (connection: Connection, code: ErrorCode) => {
    audience.remove(connection.peer);
    connection.peer.send({ type: 'closed', code });
    connection.peer.close();
  };
  const feeds = createFeeds(deps, audience, (connection) => drop(connection, 'forbidden'));
  const endSession = (sessionId: string) => {
    for (const connection of audience.everybody()) {
      if (connection.sessionId === sessionId) drop(connection, 'unauthenticated');
    }
  };
  const order = orderCommits(deps, audience, feeds.of);
  const bus = joinBus(deps, {
    /** A connection in its handshake may need the commits of that time. */
    wants: (stream) => handshake > 0 || audience.has(stream),
    streams: audience.streams,
    order,
    endSession,
    present: presence.receive,
  });
  let isClosed = false;
  // The end of the database fails what still waits for a connection: with the hub, nobody is present any more.
  const announcePresence = (people: readonly Connection[]) => {
    presence.announce(people).catch((error: unknown) => {
      if (!isClosed) deps.report(error);
    });
  };
  const beat = createHeartbeat({
    database: deps.database,
    now: deps.now,
    // Its last connection may have left while the heads were read.
    behind: (stream, head) => {
      if (audience.has(stream)) order.announced(stream, head);
    },
    ended: (connection) => drop(connection, 'unauthenticated'),
  });
  const heart = setInterval(() => {
    const connections = audience.everybody();
    announcePresence(connections);
    beat(connections).catch(deps.report);
  }, LIMITS.heartbeat);
  return {
    join: async (peer, who) => {
      handshake += 1;
      const joined = await shakeHands(peer, who).finally(() => {
        handshake -= 1;
      });
      if (joined === undefined) return false;
      const connection = withKnownScopes(joined, audience.of);
      audience.add(connection);
      announcePresence([connection]);
      const own = audience.everybody().filter(({ userId }) => userId === who.userId);
      // The first one is the oldest: a map keeps the order of insertion.
      if (own.length > MOST_SOCKETS && own[0] !== undefined) drop(own[0], 'rate_limited');
      // Commits between the handshake's snapshot and now are published at once.
      for (const stream of connection.published.keys()) feeds.of(stream).wake();
      return true;
    },
    leave: audience.remove,
    sessionEnded: (sessionId) => {
      endSession(sessionId);
      bus.ended(sessionId);
    },
    present: (orgId) => presence.of(orgId, audience.everybody()),
    close: () => {
      isClosed = true;
      clearInterval(heart);
      feeds.stop();
      bus.stop();
      for (const { peer } of audience.everybody()) {
        audience.remove(peer);
        peer.close();
      }
    },
  };
}

interface Feeds {
  readonly of: (stream: string) => Feed;
  /** Nobody subscribes to the stream any more. */
  readonly forget: (stream: string) => void;
  readonly stop: () => void;
}

/** The feeds of the streams, which share the pace of the pulls that they cause. */
function createFeeds(
  { database, now, report }: HubDeps,
  audience: Audience,
  gone: (connection: Connection) => void,
): Feeds {
  const feeds = new Map<string, Feed>();
  const pace = createPace();
  const create = (stream: string): Feed => {
    const mayPull = () => pace.mayPull(() => feeds.get(stream)?.wake());
    const deliver = (since: VersionsSince, head: number) =>
      publish({ database, now, gone, mayPull }, { stream, head, since, to: audience.of(stream) });
    return createFeed({ deliver, report });
  };
  return {
    of: (stream) => {
      const feed = feeds.get(stream) ?? create(stream);
      feeds.set(stream, feed);
      return feed;
    },
    forget: (stream) => {
      feeds.delete(stream);
    },
    stop: pace.stop,
  };
}

interface Subscriber {
  readonly wants: (stream: string) => boolean;
  /** Streams with a subscriber. */
  readonly streams: Audience['streams'];
  readonly order: CommitOrder;
  readonly endSession: (sessionId: string) => void;
  readonly present: Presence['receive'];
}

/** Sends commits of this process to its feeds and to the other processes, and receives theirs. */
function joinBus(
  { writer, database, report }: HubDeps,
  { wants, streams, order, endSession, present }: Subscriber,
): Pick<Announcer, 'ended' | 'stop'> {
  const announcer = announce(database.bus, report);
  const stopWriter = writer.subscribe(({ versions }) => {
    for (const [stream, some] of Map.groupBy(versions, (version) => version.stream)) {
      if (wants(stream)) order.committed(stream, some);
      announcer.head(stream, some.at(-1)?.v ?? 0);
    }
  });
  /** Announcements may have been lost: the database tells what they would have told. */
  const catchUp = () => {
    database
      .snapshot((sql) => readHeads(sql, streams()))
      .then((heads) => heads.forEach((head, stream) => order.announced(stream, head)))
      .catch(report);
  };
  const stopBus = database.bus.listen((text) => {
    const message = parseBusMessage(text);
    for (const [stream, head] of Object.entries(message.heads)) {
      if (wants(stream)) order.announced(stream, head);
    }
    for (const sessionId of message.ended) endSession(sessionId);
    present(message.present ?? {});
  }, catchUp);
  return {
    ended: announcer.ended,
    stop: () => {
      stopWriter();
      stopBus();
      announcer.stop();
    },
  };
}

function orderCommits(
  { database, report }: HubDeps,
  audience: Audience,
  feedOf: (stream: string) => Feed,
): CommitOrder {
  return createCommitOrder({
    read: async (stream, since, known) => {
      const orgId = organizationOfStream(stream) ?? audience.of(stream)[0]?.orgId;
      // The stream of a person whose handshake has not ended: their connection then reads its own page.
      if (orgId === undefined) return { head: known, versions: undefined };
      return await database.snapshot((sql) => readVersions(sql, { orgId, stream }, since));
    },
    published: (stream) => oldestPublished(audience.of(stream), stream),
    deliver: (stream, versions) => feedOf(stream).committed(versions),
    skip: (stream, head) => feedOf(stream).announced(head),
    report,
  });
}

/** Oldest version that a connection waits for; undefined without connections. */
function oldestPublished(connections: readonly Connection[], stream: string): number | undefined {
  const heads = connections.flatMap(({ published }) => published.get(stream)?.head ?? []);
  return heads.length === 0 ? undefined : heads.reduce((left, right) => Math.min(left, right));
}
