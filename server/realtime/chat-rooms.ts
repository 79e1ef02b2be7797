import { messageMarks } from '../../model/entities/message-mark.ts';
import { messages } from '../../model/entities/message.ts';
import { groupOfScope, orgStream } from '../../model/entities/scopes.ts';
import { presentMessage } from '../present/chat.ts';
import { conversationContext } from '../present/conversations.ts';
import type { Reads } from '../present/reads.ts';
import { readStream } from '../sync/pull.ts';
import { maySeeScope } from '../sync/readable-scopes.ts';
import { loadActor } from '../writer/actor.ts';
import { demandsFactors } from '../writer/demanded-factor.ts';
import type { Writer } from '../writer/writer-types.ts';
import type { Database, Snapshot } from '../store/database.ts';
import { decodeRow } from '../store/rows.ts';
import { marks as questionMarks, numberOf, quoted, textOf } from '../store/sql.ts';
import { announceTyping, parseBusMessage } from './bus-messages.ts';
import { readHeads } from './stored-versions.ts';
import type { Actor } from '../../model/permissions/actor.ts';

/** A frame of the server on `/ws/chat/` (sessions spec, 7). */
export type ChatFrame = Readonly<Record<string, unknown>> & { readonly type?: string };

/** One open chat socket: one person in one conversation. */
export interface ChatPeer {
  readonly orgId: string;
  readonly userId: string;
  readonly orgUserId: string;
  readonly sessionId: string;
  readonly conversation: string;
  /** True for our own app, which understands frames outside the specification. */
  readonly isOwnApp: boolean;
  readonly send: (frame: ChatFrame) => void;
  /** Number of the newest message that was sent on this socket, or existed when it was opened. */
  readonly sentUpTo: () => number;
  readonly close: (code: 'unauthenticated' | 'forbidden') => void;
}

/** The open conversations and the events published to them. */
export interface ChatRooms {
  /** Resolves with the number of the conversation's newest message; undefined when the person may not read it. */
  readonly join: (peer: ChatPeer) => Promise<number | undefined>;
  readonly leave: (peer: ChatPeer) => void;
  /** True when the person may read the conversation now. */
  readonly isIn: (peer: ChatPeer) => Promise<boolean>;
  /** Number of open sockets of a person. */
  readonly countOf: (userId: string) => number;
  /** Publishes typing to the others, in every process; not repeated when it is lost. */
  readonly typing: (from: Pick<ChatPeer, 'orgId' | 'conversation' | 'orgUserId'>) => void;
  readonly sessionEnded: (sessionId: string) => void;
  readonly close: () => void;
}

interface RoomsDeps {
  readonly database: Database;
  readonly writer: Writer;
  readonly now: () => number;
  readonly report: (error: unknown) => void;
}

interface Room {
  readonly peers: Set<ChatPeer>;
  /** Number of the newest published message. */
  lastSeq: number;
  /** Read positions known to the room, by organisation user. */
  readonly seen: Map<string, number>;
  /** Oldest message that later members are known to have read of those before them; 0: none. */
  readonly back: Map<string, number>;
}

/** One organisation with open conversations. */
interface ChatOrganization {
  readonly orgId: string;
  readonly now: () => number;
  readonly rooms: Map<string, Room>;
  /** Newest published version, and newest known version. */
  published: number;
  head: number;
  pumping: boolean;
}

/** Publishes commits of this process and of others alike: the changes since are read, in the order of versions. */
export function createChatRooms({ database, writer, now, report }: RoomsDeps): ChatRooms {
  const organizations = new Map<string, ChatOrganization>();
  const announced = (stream: string, head: number): void => {
    const organization = organizations.get(stream);
    if (organization === undefined || head <= organization.head) return;
    organization.head = head;
    if (!organization.pumping) pump(database, organization).catch(report);
  };
  const everybody = () =>
    [...organizations.values()].flatMap(({ rooms }) =>
      [...rooms.values()].flatMap((room) => [...room.peers]),
    );
  const endSession = (sessionId: string): void => {
    for (const peer of everybody()) if (peer.sessionId === sessionId) peer.close('unauthenticated');
  };
  const stopWriter = writer.subscribe(({ versions }) => {
    for (const { stream, v } of versions) announced(stream, v);
  });
  /** Announcements may have been lost: the database tells what they would have told. */
  const catchUp = () => {
    database
      .snapshot((store) =>
        readHeads(
          store,
          [...organizations].map(([stream, { orgId }]) => ({ orgId, stream })),
        ),
      )
      .then((heads) => heads.forEach((head, stream) => announced(stream, head)))
      .catch(report);
  };
  const stopBus = database.bus.listen((text) => {
    const { heads, ended, typing } = parseBusMessage(text);
    for (const [stream, head] of Object.entries(heads)) announced(stream, head);
    for (const sessionId of ended) endSession(sessionId);
    if (typing !== undefined) sendTyping(organizations, typing);
  }, catchUp);
  return {
    join: async (peer) => {
      const lastSeq = await enter({ database, now }, organizations, peer);
      if (lastSeq === undefined) return undefined;
      // Commits between the snapshot and now are published at once.
      const { orgId } = peer;
      const stream = orgStream(orgId);
      const state = await database.snapshot((store) => readStream(store, { orgId, stream }));
      announced(stream, state?.head ?? 0);
      return lastSeq;
    },
    isIn: (peer) =>
      database.snapshot(async (store) => {
        const actor = await loadActor(store, peer, now());
        return actor !== undefined && mayOpen(store, actor, peer.conversation);
      }),
    leave: (peer) => {
      const stream = orgStream(peer.orgId);
      const organization = organizations.get(stream);
      const room = organization?.rooms.get(peer.conversation);
      room?.peers.delete(peer);
      if (room?.peers.size === 0) organization?.rooms.delete(peer.conversation);
      if (organization?.rooms.size === 0) organizations.delete(stream);
    },
    countOf: (userId) => everybody().filter((peer) => peer.userId === userId).length,
    typing: ({ orgId: org, conversation, orgUserId: organization_user }) => {
      const typing = { org, conversation, organization_user };
      sendTyping(organizations, typing);
      announceTyping(database.bus, typing).catch(report);
    },
    sessionEnded: endSession,
    close: () => {
      stopWriter();
      stopBus();
      for (const peer of everybody()) peer.close('unauthenticated');
    },
  };
}

/** Only our own app understands this frame. */
function sendTyping(
  organizations: ReadonlyMap<string, ChatOrganization>,
  typing: NonNullable<ReturnType<typeof parseBusMessage>['typing']>,
): void {
  const { org, conversation, organization_user } = typing;
  for (const peer of organizations.get(orgStream(org))?.rooms.get(conversation)?.peers ?? []) {
    if (!peer.isOwnApp || peer.orgUserId === organization_user) continue;
    peer.send({ type: 'typing', organization_user });
  }
}

async function enter(
  { database, now }: Pick<RoomsDeps, 'database' | 'now'>,
  organizations: Map<string, ChatOrganization>,
  peer: ChatPeer,
): Promise<number | undefined> {
  const { orgId, userId, conversation } = peer;
  const stream = orgStream(orgId);
  const found = await database.snapshot(async (store) => {
    const actor = await loadActor(store, { orgId, userId }, now());
    if (actor === undefined || !(await mayOpen(store, actor, conversation))) return undefined;
    const head = (await readStream(store, { orgId, stream }))?.head ?? 0;
    const [conversationRow] = await store.all(
      'select last_seq from conversations where org_id = ? and id = ?',
      [orgId, conversation],
    );
    const marks = await store.all(
      'select organization_user, seen, back from message_marks where org_id = ? and scope = ?',
      [orgId, conversation],
    );
    const known = (field: 'seen' | 'back') =>
      new Map(
        marks.map((row) => [textOf(row, 'organization_user'), numberOf(row, field)] as const),
      );
    return {
      head,
      seen: known('seen'),
      back: known('back'),
      lastSeq: conversationRow === undefined ? 0 : numberOf(conversationRow, 'last_seq'),
    };
  });
  if (found === undefined) return undefined;
  const { head, lastSeq, seen, back } = found;
  const organization: ChatOrganization = organizations.get(stream) ?? {
    orgId,
    now,
    rooms: new Map(),
    published: head,
    head,
    pumping: false,
  };
  organizations.set(stream, organization);
  // An existing room has already published its events to others; a new room begins with the snapshot.
  const known = organization.rooms.get(conversation);
  const room: Room = known ?? { peers: new Set(), lastSeq, seen, back };
  organization.rooms.set(conversation, room);
  room.peers.add(peer);
  return lastSeq;
}

/** A conversation of two may be opened before its first message. */
async function mayOpen(store: Snapshot, actor: Actor, conversation: string): Promise<boolean> {
  return maySeeScope(store, actor, { stream: orgStream(actor.orgId), scope: conversation });
}

const MOST = 1_000;
const NOTIFIED_TABLES = ['messages', 'message_marks', 'group_members', 'org_users'];

/** Publishes the new messages; one run at a time for each organisation. */
async function pump(database: Database, organization: ChatOrganization): Promise<void> {
  organization.pumping = true;
  try {
    while (organization.published < organization.head && organization.rooms.size > 0) {
      await database.snapshot((store) => publishTo(store, organization));
    }
  } finally {
    organization.pumping = false;
  }
}

async function publishTo(store: Snapshot, organization: ChatOrganization): Promise<void> {
  const upTo = organization.head;
  const rows = await store.all(
    `select tbl, id, scope, v, kind from changes
     where org_id = ? and stream = ? and v > ? and v <= ? and tbl in (${questionMarks(NOTIFIED_TABLES.length)})
     order by v limit ?`,
    [
      organization.orgId,
      orgStream(organization.orgId),
      organization.published,
      upTo,
      ...NOTIFIED_TABLES,
      MOST,
    ],
  );
  const last = rows.at(-1);
  // A version is never split: when the page is full, its last version is read again with the next page.
  const whole = rows.length < MOST || last === undefined ? upTo : numberOf(last, 'v') - 1;
  const people = rows.filter((row) => row['tbl'] === 'org_users').map((row) => textOf(row, 'id'));
  for (const [scope, room] of people.length === 0 ? [] : organization.rooms) {
    if ([...room.peers].some(({ orgUserId }) => people.includes(orgUserId))) {
      await closeRemoved(store, { organization, scope, room });
    }
  }
  const demandsFactor = await demandsFactors(store, organization.orgId);
  for (const [scope, entries] of Map.groupBy(rows, (row) => textOf(row, 'scope'))) {
    const room = organization.rooms.get(scope);
    if (room === undefined) continue;
    const ids = (table: string) =>
      entries.filter((row) => row['tbl'] === table).map((row) => textOf(row, 'id'));
    if (demandsFactor || ids('group_members').length > 0)
      await closeRemoved(store, { organization, scope, room });
    await publishMessages(store, { organization, scope, room }, ids('messages'));
    await publishMarks(store, { organization, scope, room }, ids('message_marks'));
  }
  organization.published = whole;
}

interface Place {
  readonly organization: ChatOrganization;
  readonly scope: string;
  readonly room: Room;
}

async function publishMessages(
  store: Snapshot,
  { organization, scope, room }: Place,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const [peer] = room.peers;
  const actor = peer && (await loadActor(store, peer, organization.now()));
  if (actor === undefined) return;
  const reads: Reads = { actor, store };
  const rows = await store.all(
    `select * from messages where org_id = ? and scope = ? and seq > ? order by seq`,
    [organization.orgId, scope, room.lastSeq],
  );
  const type = groupOfScope(scope) === undefined ? 'new_message' : 'new_group_message';
  const news = rows.map((row) => messages.parse(decodeRow(messages, row)));
  const context = await conversationContext(reads, scope, news);
  for (const message of news) {
    room.lastSeq = message.seq;
    // The read position moves with one's own message (consequences/message-send.ts), which is no event.
    if ((room.seen.get(message.author) ?? 0) === message.seq - 1) {
      room.seen.set(message.author, message.seq);
    }
    const frame = { type, ...presentMessage(message, context) };
    for (const one of room.peers) one.send(frame);
  }
}

async function publishMarks(
  store: Snapshot,
  { organization, scope, room }: Place,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const rows = await store.all(
    `select * from ${quoted(messageMarks.table)} where org_id = ? and id in (${questionMarks(ids.length)})`,
    [organization.orgId, ...ids],
  );
  const isGroup = groupOfScope(scope) !== undefined;
  const type = isGroup ? 'group_messages_seen' : 'the_messages_has_been_seen_from_the_other';
  for (const row of rows) {
    const mark = messageMarks.parse(decodeRow(messageMarks, row));
    const { organization_user: who, seen, back } = mark;
    const isFurther = seen > (room.seen.get(who) ?? 0);
    // A later member has read older messages: that marks them as read (`readersOf`).
    const isFurtherBack = back > 0 && back !== room.back.get(who);
    if (isFurther) room.seen.set(who, seen);
    room.back.set(who, back);
    if (!isFurther && !isFurtherBack) continue;
    const [person] = await store.all('select "user" from org_users where org_id = ? and id = ?', [
      organization.orgId,
      mark.organization_user,
    ]);
    const user = person === undefined ? null : Number(textOf(person, 'user'));
    for (const peer of room.peers) {
      if (peer.orgUserId !== who) peer.send({ type, user, seen, ...(back > 0 && { back }) });
    }
  }
}

/** Closes the sockets of people who were removed from the group or the organisation, or lack a demanded factor. */
async function closeRemoved(store: Snapshot, { organization, scope, room }: Place): Promise<void> {
  for (const peer of room.peers) {
    const actor = await loadActor(store, peer, organization.now());
    if (actor === undefined || !(await mayOpen(store, actor, scope))) peer.close('forbidden');
  }
}
