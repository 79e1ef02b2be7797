import { type Conversation, conversations } from '../../../model/entities/conversation.ts';
import { groupMembers } from '../../../model/entities/group-member.ts';
import { type Group, groups } from '../../../model/entities/group.ts';
import {
  type MessageMark,
  messageMarkId,
  messageMarks,
} from '../../../model/entities/message-mark.ts';
import { messages } from '../../../model/entities/message.ts';
import { groupOfScope } from '../../../model/entities/scopes.ts';
import { memberId } from '../../../model/shared/ids.ts';
import { type AccountDb, rows } from '../database.ts';

/** Conversations as every screen needs them, for the bell; an open one is read by chat.ts. */

/** Sorts after every number, time and id. */
const LAST = '\uffff';
/** Above this number of messages behind the read marker, those on this device are not read to count any more. */
const COUNTED = 300;

/** Conversation in a list. */
export interface ConversationSummary {
  readonly id: string;
  readonly lastSeq: number;
  readonly lastAt: string;
  /** Messages of others after the person's read marker. */
  readonly unread: number;
  /** Newest number that is not new to the person: the message was read, or sent before they joined. */
  readonly seen: number;
  readonly delivered: number;
}

/** Conversations with messages, most recently used first. */
export async function listConversations(
  db: AccountDb,
  me: string,
): Promise<readonly ConversationSummary[]> {
  const all = await rows(db, conversations).toArray();
  const marks = await rows(db, messageMarks).bulkGet(all.map(({ id }) => messageMarkId(id, me)));
  const members = await rows(db, groupMembers).bulkGet(
    all.map(({ id }) => memberId(groupOfScope(id) ?? '', me)),
  );
  const found = await Promise.all(
    all.map((one, index) =>
      summaryOf(db, { one, mark: marks[index], since: sinceOf(members[index]), me }),
    ),
  );
  return found.toSorted((left, right) => (left.lastAt < right.lastAt ? 1 : -1));
}

interface Summed {
  readonly one: Conversation;
  readonly mark: MessageMark | undefined;
  /** Number of the newest message when the person joined. */
  readonly since: number;
  readonly me: string;
}

async function summaryOf(
  db: AccountDb,
  { one, mark, since, me }: Summed,
): Promise<ConversationSummary> {
  const { id, last_seq, last_at } = one;
  const { delivered = 0 } = mark ?? {};
  const seen = Math.max(mark?.seen ?? 0, since);
  const behind = last_seq - seen;
  const here =
    behind <= 0 || behind > COUNTED
      ? []
      : await between(db, id, seen + 1, last_seq)
          .filter(({ author, deleted }) => author === me || deleted)
          .toArray();
  const ownHere = here.filter(({ author }) => author === me).length;
  // WIN-1: only the newest messages are here. The server counts the person's own ones.
  const own = Math.max(ownHere, mark?.own ?? 0);
  const unread = Math.max(0, behind - own - (here.length - ownHere));
  return { id, lastSeq: last_seq, lastAt: last_at, unread, seen, delivered };
}

/** Channels of which the person is a member, by name. */
export async function listGroups(db: AccountDb, me: string): Promise<readonly Group[]> {
  const all = await rows(db, groups).toArray();
  const own = await rows(db, groupMembers).bulkGet(all.map(({ id }) => memberId(id, me)));
  return all
    .filter((_group, index) => own[index] !== undefined)
    .toSorted((left, right) => left.name.localeCompare(right.name));
}

/** A row of an older build has no such number: the person was a member from the start. */
export function sinceOf(member: { readonly since?: number } | undefined): number {
  return member?.since ?? 0;
}

/** Messages of a conversation by number, both ends included. */
export function between(db: AccountDb, conversation: string, from: number, to: number) {
  return rows(db, messages)
    .where('[scope+place+created_at+id]')
    .between([conversation, from, '', ''], [conversation, to, LAST, LAST], true, true);
}
