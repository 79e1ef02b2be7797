import { orgStream, userStream } from '../../model/entities/scopes.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import type { PullPage } from '../../model/protocol/messages.ts';
import { LIMITS } from '../../model/protocol/version.ts';
import type { ErrorCode } from '../../model/shared/errors.ts';
import { loadActor } from '../writer/actor.ts';
import type { Writer } from '../writer/writer-types.ts';
import { readPull, readStream, writtenAt } from '../sync/pull.ts';
import { readScopes } from '../sync/readable-scopes.ts';
import type { Database } from '../store/database.ts';
import { type Audience, type Connection, createAudience, type Peer } from './audience.ts';
import { type Announcer, announce, parseBusMessage } from './bus-messages.ts';
import { type CommitOrder, createCommitOrder } from './commit-order.ts';
import { createFeed, type CutPage, type Feed } from './feed.ts';
import { sendHeartbeats } from './heartbeat.ts';
import { createPresence, type Presence } from './presence.ts';
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

export interface Joining {
  readonly sessionId: string;
  readonly userId: string;
  readonly orgId: string;
}

interface HubDeps {
  readonly database: Database;
  readonly writer: Writer;
  readonly now: () => number;
  readonly report: (error: unknown) => void;
}

/** Unsent bytes beyond which a connection gets heads without changes, and pulls when it can. */
const SLOW_BYTES = 256_000;
/** Open sockets of one person, tabs of all their devices; one more closes the oldest. */
const MOST_SOCKETS = 50;

/**
 * Publishes commits to the connected people (PULL-7). A commit of this process is published as a page from memory; one
 * of another process, or one that changes somebody's scopes, as a page read for each person.
 */
export function createHub(deps: HubDeps): Hub {
  const feeds = new Map<string, Feed>();
  const audience = createAudience((stream) => {
    feeds.delete(stream);
    order.forget(stream);
  });
  const presence = createPresence({ bus: deps.database.bus, now: deps.now });
  let handshake = 0;
  const drop = (connection: Connection, code: ErrorCode) => {
    audience.remove(connection.peer);
    connection.peer.send({ type: 'closed', code });
    connection.peer.close();
  };
  const feedOf = (stream: string): Feed => {
    const known = feeds.get(stream);
    if (known !== undefined) return known;
    const deliver = async (page: CutPage, head: number) => {
      const all = audience
        .of(stream)
        .map((to) => notify({ deps, drop }, { to, stream, head, page }));
      await Promise.all(all);
    };
    const feed = createFeed({ deliver, report: deps.report });
    feeds.set(stream, feed);
    return feed;
  };
  const endSession = (sessionId: string) => {
    for (const connection of audience.everybody()) {
      if (connection.sessionId === sessionId) drop(connection, 'unauthenticated');
    }
  };
  const order = orderCommits(deps, audience, feedOf);
  const bus = joinBus(deps, {
    /** A connection in its handshake may need the commits of that time. */
    wants: (stream) => handshake > 0 || audience.has(stream),
    streams: audience.streams,
    order,
    endSession,
    present: presence.receive,
  });
  const heart = setInterval(() => {
    const connections = audience.everybody();
    presence.announce(connections).catch(deps.report);
    const end = (connection: Connection) => drop(connection, 'unauthenticated');
    sendHeartbeats({ ...deps, end }, connections).catch(deps.report);
  }, LIMITS.heartbeat);
  return {
    join: async (peer, who) => {
      handshake += 1;
      const connection = await shakeHands(deps, peer, who).finally(() => {
        handshake -= 1;
      });
      if (connection === undefined) return false;
      audience.add(connection);
      presence.announce([connection]).catch(deps.report);
      const own = audience.everybody().filter(({ userId }) => userId === who.userId);
      // The first one is the oldest: a map keeps the order of insertion.
      if (own.length > MOST_SOCKETS && own[0] !== undefined) drop(own[0], 'rate_limited');
      // Commits between the handshake's snapshot and now are published at once.
      for (const stream of connection.published.keys()) feedOf(stream).wake();
      return true;
    },
    leave: audience.remove,
    sessionEnded: (sessionId) => {
      endSession(sessionId);
      bus.ended(sessionId);
    },
    present: (orgId) => presence.of(orgId, audience.everybody()),
    close: () => {
      clearInterval(heart);
      bus.stop();
      for (const { peer } of audience.everybody()) {
        audience.remove(peer);
        peer.close();
      }
    },
  };
}

interface Subscriber {
  readonly wants: (stream: string) => boolean;
  /** Streams with a subscriber. */
  readonly streams: () => readonly string[];
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
    read: (stream, since) => database.snapshot((sql) => readVersions(sql, stream, since)),
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

/** Reads the person's scopes and sends `ready`. */
async function shakeHands(
  { database }: HubDeps,
  peer: Peer,
  who: Joining,
): Promise<Connection | undefined> {
  return database.snapshot(async (sql) => {
    const actor = await loadActor(sql, who.orgId, who.userId);
    if (actor === undefined) return undefined;
    const published: Connection['published'] = new Map();
    for (const stream of [orgStream(actor.orgId), userStream(actor.orgUserId)]) {
      const [state, scopes] = [await readStream(sql, stream), await readScopes(sql, actor, stream)];
      if (state === undefined || scopes === undefined) continue;
      const at = await writtenAt(sql, stream, state.head);
      published.set(stream, { head: state.head, at, scopes: new Set(scopes) });
    }
    const heads = Object.fromEntries([...published].map(([stream, { head }]) => [stream, head]));
    peer.send({ type: 'ready', heads });
    return { ...who, peer, orgUserId: actor.orgUserId, published };
  });
}

interface Announcement {
  readonly deps: HubDeps;
  readonly drop: (connection: Connection, code: ErrorCode) => void;
}

interface Delivery {
  readonly to: Connection;
  readonly stream: string;
  readonly head: number;
  /** Makes a page from memory; `unknown` when it has to be read. */
  readonly page: CutPage;
}

async function notify(
  { deps, drop }: Announcement,
  { to, stream, head, page }: Delivery,
): Promise<void> {
  const before = to.published.get(stream);
  if (before === undefined || head <= before.head) return;
  const cut = page(before.head, before.scopes);
  // The person may read none of these changes: the next event starts where this one would have.
  if (cut === 'nothing') return;
  const found = cut === 'unknown' ? await readFor(deps, to, stream, before.head) : cut;
  if (found === 'gone') {
    drop(to, 'forbidden');
    return;
  }
  const small =
    found !== 'refill' &&
    found.complete &&
    found.changes.length <= LIMITS.eventRows &&
    to.peer.waiting() < SLOW_BYTES;
  const reached = found === 'refill' ? head : found.head;
  const at = found === 'refill' || !found.complete ? undefined : found.next_at;
  const scopes = found === 'refill' ? before.scopes : new Set(found.scopes);
  to.published.set(stream, { head: reached, at, scopes });
  const event = {
    type: 'changed',
    stream,
    from: before.head,
    ...(before.at !== undefined && { from_at: before.at }),
    head: reached,
  } as const;
  to.peer.send(small ? { ...event, page: found } : event);
}

/** The page as the person's own pull would return it; `gone` when they are no longer in the organisation. */
async function readFor(
  { database }: HubDeps,
  { orgId, userId }: Connection,
  stream: string,
  since: number,
): Promise<PullPage | 'gone' | 'refill'> {
  return database.snapshot(async (sql) => {
    const actor: Actor | undefined = await loadActor(sql, orgId, userId);
    if (actor === undefined) return 'gone';
    const state = await readStream(sql, stream);
    if (state === undefined || since > state.head || since < state.floor) return 'refill';
    return readPull(sql, actor, { stream, since, limit: LIMITS.eventRows + 1 });
  });
}
