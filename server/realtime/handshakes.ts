import { orgStream, userStream } from '../../model/entities/scopes.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import type { SocketFrame } from '../../model/protocol/messages.ts';
import type { StreamState } from '../writer/writer-types.ts';
import { loadActors } from '../writer/actor.ts';
import { readStreams, writtenAt } from '../sync/pull.ts';
import { readScopeSets } from '../sync/readable-scopes.ts';
import { areSameScopes, type ScopeSet, withShared } from '../sync/scope-set.ts';
import type { Database, Snapshot } from '../store/database.ts';
import type { Connection, Joining, Peer, Published } from './audience.ts';

interface Waiting {
  readonly peer: Peer;
  readonly who: Joining;
  readonly resolve: (connection: Connection | undefined) => void;
  readonly reject: (error: unknown) => void;
}

interface HandshakeDeps {
  readonly database: Database;
  readonly now: () => number;
}

/**
 * Handshakes of connections: reads heads and scopes of the person and sends `ready`; undefined when the person is not
 * in the organisation. After a restart of the server all devices connect again, so the handshakes that wait at the same
 * time are read in one snapshot, each person once.
 */
export function createHandshakes({
  database,
  now,
}: HandshakeDeps): (peer: Peer, who: Joining) => Promise<Connection | undefined> {
  let waiting: Waiting[] = [];
  let isReading = false;
  /** Those that arrive during a read are read together after it. */
  const readAll = async () => {
    while (waiting.length > 0) {
      const all = waiting;
      waiting = [];
      for (const [orgId, some] of Map.groupBy(all, ({ who }) => who.orgId)) {
        await database
          .snapshot((sql) => connect(sql, { orgId, waiting: some, now: now() }))
          .catch((error: unknown) => {
            for (const { reject } of some) reject(error);
          });
      }
    }
    isReading = false;
  };
  return (peer, who) => {
    const { promise, resolve, reject } = Promise.withResolvers<Connection | undefined>();
    if (!isReading) setImmediate(() => void readAll());
    isReading = true;
    waiting.push({ peer, who, resolve, reject });
    return promise;
  };
}

async function connect(
  sql: Snapshot,
  {
    orgId,
    waiting,
    now,
  }: { readonly orgId: string; readonly waiting: readonly Waiting[]; readonly now: number },
): Promise<void> {
  const userIds = [...new Set(waiting.map(({ who }) => who.userId))];
  const actors = await loadActors(sql, { orgId, userIds }, now);
  const published = await readPublished(sql, orgId, [...actors.values()]);
  for (const { peer, who, resolve } of waiting) {
    const actor = actors.get(who.userId);
    const streams = actor && published.get(actor.orgUserId);
    if (actor === undefined || streams === undefined) {
      resolve(undefined);
      continue;
    }
    peer.send(streams.ready);
    const { acceptsDigest = false } = who;
    const { orgUserId } = actor;
    resolve({ ...who, peer, orgUserId, acceptsDigest, published: new Map(streams.published) });
  }
}

/** What a person's connections have in common when they begin. */
interface Begin {
  readonly published: ReadonlyMap<string, Published>;
  readonly ready: SocketFrame;
}

/** By organisation user. */
async function readPublished(
  sql: Snapshot,
  orgId: string,
  actors: readonly Actor[],
): Promise<ReadonlyMap<string, Begin>> {
  const org = orgStream(orgId);
  const personal = actors.map(({ orgUserId }) => userStream(orgUserId));
  const states = await readStreams(
    sql,
    [org, ...personal].map((stream) => ({ orgId, stream })),
  );
  const scopes = await readScopeSets(sql, actors, org);
  const orgState = states.get(org);
  const orgAt = orgState && (await writtenAt(sql, orgState, orgState.head));
  const found = new Map<string, Begin>();
  for (const [index, { orgUserId }] of actors.entries()) {
    const [own] = await readScopeSets(sql, actors.slice(index, index + 1), userStream(orgUserId));
    const ownState = states.get(userStream(orgUserId));
    const ownAt = ownState && (await writtenAt(sql, ownState, ownState.head));
    const published = new Map([
      ...entryOf(orgState, orgAt, scopes[index]),
      ...entryOf(ownState, ownAt, own),
    ]);
    const heads = Object.fromEntries([...published].map(([stream, { head }]) => [stream, head]));
    found.set(orgUserId, { published, ready: { type: 'ready', heads } });
  }
  return found;
}

function entryOf(
  state: StreamState | undefined,
  at: number | undefined,
  scopes: ScopeSet | undefined,
): readonly [string, Published][] {
  if (state === undefined || scopes === undefined) return [];
  return [[state.stream, { head: state.head, at, scopes }]];
}

/**
 * Uses the set of scopes of another connection of the same person, or the part of it that another person has, where
 * they are equal: events are made once for each set.
 */
export function withKnownScopes(
  connection: Connection,
  connectionsOf: (stream: string) => readonly Connection[],
): Connection {
  for (const [stream, published] of connection.published) {
    let { scopes } = published;
    for (const other of connectionsOf(stream)) {
      const known = other.published.get(stream)?.scopes;
      if (known === undefined) continue;
      if (other.orgUserId === connection.orgUserId && areSameScopes(known, scopes)) {
        scopes = known;
        break;
      }
      scopes = withShared(scopes, known.shared);
    }
    connection.published.set(stream, { ...published, scopes });
  }
  return connection;
}
