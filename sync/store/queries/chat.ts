import { conversations } from '../../../model/entities/conversation.ts';
import { type GroupMember, groupMembers } from '../../../model/entities/group-member.ts';
import { type Group, groups } from '../../../model/entities/group.ts';
import { type MessageMark, messageMarks } from '../../../model/entities/message-mark.ts';
import { type Message, messages } from '../../../model/entities/message.ts';
import { groupScope } from '../../../model/entities/scopes.ts';
import { messageSend } from '../../../model/mutations/chat/message-send.ts';
import type { MessageRange } from '../../core/message-range.ts';
import { loadedRanges } from '../../core/scope-state.ts';
import { rowKey } from '../../core/row-key.ts';
import { type AccountDb, rows } from '../database.ts';
import { outboxOf } from '../outbox-rows.ts';
import { between, sinceOf } from './conversations.ts';

/** Sort position of messages without a number. */
const UNNUMBERED = Number.MAX_SAFE_INTEGER;
/** Messages of a conversation that are on this device. */
export interface MessageContext {
  /** WIN-1: from this number on all messages are on this device. */
  readonly from: number;
  /** Newest number on this device; 0 without messages. */
  readonly last: number;
  /** WIN-5: older ranges that are complete on this device. */
  readonly earlier: readonly MessageRange[];
}

export async function messageContext(
  db: AccountDb,
  stream: string,
  conversation: string,
): Promise<MessageContext> {
  const state = await db.streams.get(stream);
  const newest = await between(db, conversation, 1, UNNUMBERED - 1)
    .reverse()
    .first();
  const loaded = loadedRanges(state?.scopes, conversation);
  return {
    from: loaded.from,
    last: newest?.seq ?? 0,
    earlier: loaded.earlier,
  };
}

/** Newest messages of a conversation. */
export interface LastMessages extends MessageContext {
  /** Messages with the newest numbers, in their order. */
  readonly newest: readonly Message[];
  readonly own: Unnumbered;
}

/** Reads in one transaction: an own message that gets its number is in exactly one of the two results. */
export async function lastMessages(
  db: AccountDb,
  stream: string,
  { conversation, most }: { readonly conversation: string; readonly most: number },
): Promise<LastMessages> {
  return await db.dexie.transaction(
    'r',
    [messages.table, db.meta, db.outbox, db.streams],
    async () => {
      const context = await messageContext(db, stream, conversation);
      const { last } = context;
      const newest = await between(db, conversation, Math.max(1, last - most + 1), last).toArray();
      return { ...context, newest, own: await unnumberedMessages(db, conversation) };
    },
  );
}

/** Newest message of each conversation on this device, one without a number included; others are left out. */
export async function newestMessages(db: AccountDb): Promise<ReadonlyMap<string, Message>> {
  const all = await rows(db, conversations).toCollection().primaryKeys();
  const newest = await Promise.all(
    all.map(async (id) => await between(db, id, 1, UNNUMBERED).reverse().first()),
  );
  return new Map(newest.flatMap((message) => (message ? [[message.scope, message]] : [])));
}

/** Messages by number, both ends included. */
export async function messagesBetween(
  db: AccountDb,
  conversation: string,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<readonly Message[]> {
  return await between(db, conversation, from, to).toArray();
}

/** The person's own messages that have no number yet. */
export interface Unnumbered {
  /** In the order in which they were written. */
  readonly messages: readonly Message[];
  /** Ids of the messages that the server has confirmed. */
  readonly sent: ReadonlySet<string>;
}

/** Reads in one transaction, so that no message counts as sent before the outbox is read. */
export async function unnumberedMessages(db: AccountDb, conversation: string): Promise<Unnumbered> {
  return await db.dexie.transaction('r', [messages.table, db.meta, db.outbox], async () => {
    const found = await between(db, conversation, UNNUMBERED, UNNUMBERED).toArray();
    const keys = found.map(({ id }) => rowKey(messages.table, id));
    const waiting = keys.length === 0 ? [] : await outboxOf(db, keys);
    const isSent = ({ id }: Message) => {
      const own = waiting.filter((item) => item.keys.includes(rowKey(messages.table, id)));
      return own.length > 0 && own.every(({ state }) => state === 'acked');
    };
    return { messages: found, sent: new Set(found.filter(isSent).map(({ id }) => id)) };
  });
}

export async function findMessage(db: AccountDb, id: string): Promise<Message | undefined> {
  return await rows(db, messages).get(id);
}

const MOST_FOUND = 50;

/** Messages on this device with all the words, newest first. */
export async function searchMessages(
  db: AccountDb,
  conversation: string,
  words: string,
): Promise<readonly Message[]> {
  const wanted = words
    .toLocaleLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (wanted.length === 0) return [];
  const has = ({ text, deleted }: Message) =>
    !deleted && wanted.every((word) => text.toLocaleLowerCase().includes(word));
  return await between(db, conversation, 1, UNNUMBERED)
    .reverse()
    .filter(has)
    .limit(MOST_FOUND)
    .toArray();
}

export async function marksOfConversation(
  db: AccountDb,
  conversation: string,
): Promise<readonly MessageMark[]> {
  const found = await rows(db, messageMarks).where('scope').equals(conversation).toArray();
  return found.map((mark) => ({ ...mark, back: backOf(mark) }));
}

export async function findGroup(db: AccountDb, id: string): Promise<Group | undefined> {
  return await rows(db, groups).get(id);
}

export async function findGroupByNumber(db: AccountDb, number: number): Promise<Group | undefined> {
  return (await rows(db, groups).toArray()).find((group) => group.number === number);
}

/** Members of a group in the order in which they joined. */
export async function listGroupMembers(
  db: AccountDb,
  group: string,
): Promise<readonly GroupMember[]> {
  const found = await rows(db, groupMembers).where('scope').equals(groupScope(group)).toArray();
  return found
    .map((member) => ({ ...member, since: sinceOf(member) }))
    .toSorted((left, right) => (left.created_at < right.created_at ? -1 : 1));
}

/** A row of an older build has no such number, which then has no effect. */
function backOf(mark: { readonly back?: number }): number {
  return mark.back ?? 0;
}

/** Outbox ids of messages of the conversation that the server rejected, and which have no rows any more. */
export async function rejectedMessages(
  db: AccountDb,
  conversation: string,
): Promise<readonly string[]> {
  const rejected = await db.rejected.toArray();
  return rejected
    .filter(({ item }) => {
      const isHere = item.keys.includes(rowKey(conversations.table, conversation));
      return item.name === messageSend.name && isHere;
    })
    .map(({ seq }) => String(seq));
}
