import type { Change, SocketFrame } from '../../model/protocol/messages.ts';
import { LIMITS } from '../../model/protocol/version.ts';
import { loadActors } from '../writer/actor.ts';
import type { CommittedChange, CommittedVersion, StreamState } from '../writer/writer-types.ts';
import { readChangesAfter, readStream, type StreamChanges, writtenAt } from '../sync/pull.ts';
import { readScopeSets } from '../sync/readable-scopes.ts';
import { areSameScopes, type ScopeSet } from '../sync/scope-set.ts';
import type { Database } from '../store/database.ts';
import type { Sql } from '../store/sql.ts';
import type { Connection, Published } from './audience.ts';
import type { VersionsSince } from './feed.ts';
import { peopleConcerned } from './recent.ts';

/** Unsent bytes beyond which a connection gets heads without changes, and pulls when it can. */
const SLOW_BYTES = 256_000;

interface PublishDeps {
  readonly database: Database;
  readonly now: () => number;
  /** Closes the connection of a person who has left the organisation. */
  readonly gone: (connection: Connection) => void;
  /** False while enough devices pull: this one is published to later. */
  readonly mayPull: () => boolean;
}

interface Publication {
  readonly stream: string;
  readonly head: number;
  readonly since: VersionsSince;
  readonly to: readonly Connection[];
}

/**
 * Publishes a stream up to its head to each connection that is behind (PULL-7). The changes after one cursor come from
 * memory, or from one read for everybody; the scopes of the people whom they concern are read together. One page is
 * made for each cursor and set of scopes, and connections that have both in common receive the same frame.
 */
export async function publish(
  { database, now, gone, mayPull }: PublishDeps,
  { stream, head, since, to }: Publication,
): Promise<void> {
  const behind = to.filter((one) => (one.published.get(stream)?.head ?? head) < head);
  const unread: Connection[] = [];
  for (const [from, connections] of byCursor(stream, behind)) {
    const versions = since(from);
    if (versions === undefined) {
      unread.push(...connections);
      continue;
    }
    const concerned = peopleConcerned(versions);
    const isConcerned = (one: Connection) =>
      concerned === 'everybody' || concerned.has(one.orgUserId);
    unread.push(...connections.filter(isConcerned));
    const send = senderOf(stream, spanOf(versions), mayPull);
    for (const one of connections.filter((other) => !isConcerned(other))) send(one);
  }
  if (unread.length === 0) return;
  const found = await database.snapshot((sql) =>
    readFor(sql, { stream, since, to: unread, now: now() }),
  );
  if (found === undefined) return;
  for (const [from, connections] of byCursor(stream, unread)) {
    const send = senderOf(stream, found.spans.get(from), mayPull);
    for (const one of connections) {
      const scopes = found.scopes.get(one.userId);
      if (scopes === undefined) gone(one);
      else send(one, scopes);
    }
  }
}

function byCursor(
  stream: string,
  connections: readonly Connection[],
): ReadonlyMap<number, readonly Connection[]> {
  const groups = Map.groupBy(connections, ({ published }) => published.get(stream)?.head ?? 0);
  // Those who wait longest come first.
  return new Map([...groups].toSorted(([left], [right]) => left - right));
}

/** The end of a stream up to its head, with the changes of every scope; undefined: too many to be sent. */
interface Span extends Pick<StreamState, 'epoch' | 'floor' | 'head'> {
  /** Time at which the head was written. */
  readonly at: number | undefined;
  readonly changes: StreamChanges | undefined;
}

interface Found {
  /** By cursor. */
  readonly spans: ReadonlyMap<number, Span>;
  /** By user; missing when the person is no longer in the organisation. */
  readonly scopes: ReadonlyMap<string, ScopeSet>;
}

/** Reads the scopes of all people, and the changes that are not in memory, as of one state of the stream. */
async function readFor(
  sql: Sql,
  { stream, since, to, now }: Omit<Publication, 'head'> & { readonly now: number },
): Promise<Found | undefined> {
  const [first] = to;
  const state = first && (await readStream(sql, { orgId: first.orgId, stream }));
  if (first === undefined || state === undefined) return undefined;
  const userIds = [...new Set(to.map(({ userId }) => userId))];
  const actors = await loadActors(sql, { orgId: first.orgId, userIds }, now);
  const sets = await readScopeSets(sql, [...actors.values()], stream);
  const scopes = new Map(
    [...actors.keys()].flatMap((userId, index): [string, ScopeSet][] => {
      const set = sets[index];
      return set === undefined ? [] : [[userId, set]];
    }),
  );
  const at = await writtenAt(sql, state, state.head);
  const spans = new Map<number, Span>();
  const unknown: number[] = [];
  for (const from of byCursor(stream, to).keys()) {
    const known = spanOf(since(from) ?? []);
    // Scopes and changes are of one version: a row that moves between two scopes is in one of them (PULL-1).
    if (known?.head === state.head) spans.set(from, { ...state, at, changes: known.changes });
    else unknown.push(from);
  }
  const changesAfter = await readChangesAfter(sql, first, { state, cursors: unknown });
  for (const from of unknown) spans.set(from, { ...state, at, changes: await changesAfter(from) });
  return { spans, scopes };
}

function spanOf(versions: readonly CommittedVersion[]): Span | undefined {
  const last = versions.at(-1);
  if (last === undefined) return undefined;
  const newest = new Map<string, StreamChanges['changes'][number]>();
  for (const { v, changes } of versions) {
    for (const change of changes) {
      const { scope, table } = change;
      const id = change.kind === 'put' ? change.row.id : change.id;
      const key = `${table}|${id}|${scope}`;
      // Deleted first, so that the changes stay ordered by version.
      newest.delete(key);
      newest.set(key, { scope, change: wireChange(change, v) });
    }
  }
  const { epoch, floor, v: head, at } = last;
  return { epoch, floor, head, at, changes: { changes: [...newest.values()], large: new Set() } };
}

function wireChange(change: CommittedChange, v: number): Change {
  const { kind, table } = change;
  switch (kind) {
    case 'put':
      return { kind, table, id: change.row.id, v, row: { ...change.row } };
    case 'del':
      return { kind, table, id: change.id, v };
    case 'moved':
      return { kind, table, id: change.id, v, to: change.to };
  }
}

/** The changes that a person with these scopes receives; undefined when they are too many for an event. */
function changesFor(
  { changes, large }: StreamChanges,
  scopes: ScopeSet,
): readonly Change[] | undefined {
  for (const scope of large) if (scopes.has(scope)) return undefined;
  const visible = changes.filter(({ scope }) => scopes.has(scope));
  return visible.length > LIMITS.eventRows ? undefined : visible.map(({ change }) => change);
}

/** Sends to one connection what follows its cursor; `read`: the person's scopes, read again since. */
type Send = (connection: Connection, read?: ScopeSet) => void;

function senderOf(stream: string, span: Span | undefined, mayPull: () => boolean): Send {
  const pages = memo<ScopeSet, readonly Change[] | undefined>();
  const frames = memo<ScopeSet, ReturnType<typeof memo<string, SocketFrame>>>();
  return (connection, read) => {
    const before = connection.published.get(stream);
    if (before === undefined || span === undefined) return;
    const scopes = read ?? before.scopes;
    const changes = pages(scopes, () => span.changes && changesFor(span.changes, scopes));
    // The person may read none of these changes: the next event starts where this one would have.
    if (read === undefined && changes?.length === 0) return;
    const isSmall = changes !== undefined && connection.peer.waiting() < SLOW_BYTES;
    if (!isSmall && !mayPull()) return;
    const isKnown = connection.acceptsDigest && areSameScopes(before.scopes, scopes);
    connection.published.set(stream, { head: span.head, at: span.at, scopes });
    const frame = frames(scopes, () => memo())(
      `${String(before.at)} ${String(isSmall)} ${String(isKnown)}`,
      () => {
        const event = eventOf(stream, before, span);
        return isSmall ? { ...event, page: pageOf(span, changes, { scopes, isKnown }) } : event;
      },
    );
    connection.peer.send(frame);
  };
}

function eventOf(stream: string, { head: from, at }: Published, { head }: Span) {
  return {
    type: 'changed',
    stream,
    from,
    ...(at !== undefined && { from_at: at }),
    head,
  } as const;
}

/** A pull's page; a device that has these scopes gets their digest in place of the list (PULL-7.4). */
function pageOf(
  { epoch, floor, head, at }: Span,
  changes: readonly Change[],
  { scopes, isKnown }: { readonly scopes: ScopeSet; readonly isKnown: boolean },
) {
  return {
    epoch,
    floor,
    head,
    ...(isKnown ? { scopes_digest: scopes.digest() } : { scopes: [...scopes.list()] }),
    changes: [...changes],
    next: head,
    next_at: at,
    complete: true,
  };
}

/** Values by key, each made once. */
function memo<Key, Value>(): (key: Key, make: () => Value) => Value {
  const known = new Map<Key, { readonly value: Value }>();
  return (key, make) => {
    const found = known.get(key) ?? { value: make() };
    known.set(key, found);
    return found.value;
  };
}
