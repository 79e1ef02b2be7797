import { conversations } from '../../model/entities/conversation.ts';
import { groupMembers } from '../../model/entities/group-member.ts';
import { type Group, groups } from '../../model/entities/group.ts';
import { messageMarkId, messageMarks } from '../../model/entities/message-mark.ts';
import { type Message, messages } from '../../model/entities/message.ts';
import { type OrgUser, orgUsers } from '../../model/entities/org-user.ts';
import { groupOfScope, groupScope, peopleOfDirect } from '../../model/entities/scopes.ts';
import { memberId } from '../../model/shared/ids.ts';
import { groupByNumber } from '../apply/chat-resolver.ts';
import { decodeRow } from '../store/rows.ts';
import { numberOf } from '../store/sql.ts';
import type { ConversationContext } from './chat.ts';
import type { Reads } from './reads.ts';
import { byId, missing } from './loaders.ts';
import { rowOf, rowsById, rowsOf } from './read-rows.ts';

/** Messages of a conversation, oldest first, and their total. */
export async function messagesOf(
  { actor, store }: Reads,
  conversation: string,
  {
    before,
    limit = 100,
  }: { readonly before?: number | undefined; readonly limit?: number | undefined },
): Promise<{ readonly page: readonly Message[]; readonly count: number }> {
  const rows = await store.all(
    `select * from messages where org_id = ? and scope = ? and seq < ?
     order by seq desc limit ?`,
    [actor.orgId, conversation, before ?? Number.MAX_SAFE_INTEGER, Math.min(limit, 500)],
  );
  const known = await rowOf({ actor, store }, conversations, conversation);
  const page = rows.map((row) => messages.parse(decodeRow(messages, row))).toReversed();
  return { page, count: known?.last_seq ?? 0 };
}

/** What the presentation of these messages reads: of the people, those whom they name. */
export async function conversationContext(
  reads: Reads,
  conversation: string,
  shown: readonly Message[],
): Promise<ConversationContext> {
  const group = groupOfScope(conversation);
  const members =
    group === undefined
      ? (peopleOfDirect(conversation) ?? []).map((id) => ({ organization_user: id, since: 0 }))
      : await membersOf(reads, group);
  return {
    members,
    people: await peopleOf(reads, conversation, shown),
    marks: await rowsOf(reads, messageMarks, { where: { scope: conversation } }),
  };
}

async function peopleOf(
  reads: Reads,
  conversation: string,
  shown: readonly Message[],
): Promise<ReadonlyMap<string, OrgUser>> {
  const authors = new Set(shown.map(({ author }) => author));
  return byId(
    await rowsById(reads, orgUsers, [...authors, ...(peopleOfDirect(conversation) ?? [])]),
  );
}

export async function peopleById(reads: Reads): Promise<ReadonlyMap<string, OrgUser>> {
  return byId(await rowsOf(reads, orgUsers));
}

export function membersOf(reads: Reads, group: string) {
  return rowsOf(reads, groupMembers, { where: { group }, order: ['created_at'] });
}

/** Groups the caller is a member of, by name. */
export async function ownGroups(reads: Reads): Promise<readonly Group[]> {
  const mine = await rowsOf(reads, groupMembers, {
    where: { organization_user: reads.actor.orgUserId },
  });
  const own = new Set(mine.map(({ group }) => group));
  return (await rowsOf(reads, groups, { order: ['name'] })).filter(({ id }) => own.has(id));
}

/** A group by its number or its id, when the caller is a member; else `not_found`. */
export async function ownGroup(reads: Reads, named: string): Promise<Group> {
  const { actor, store } = reads;
  const id = /^[1-9][0-9]{0,14}$/.test(named)
    ? await groupByNumber(store, actor.orgId, Number(named))
    : named;
  const group = id === undefined ? undefined : await rowOf(reads, groups, id);
  if (group === undefined) throw missing();
  const member = await rowOf(reads, groupMembers, memberId(group.id, actor.orgUserId));
  if (member === undefined) throw missing();
  return group;
}

/** Number of the newest message when the caller joined the conversation; 0 for a founding member. */
async function joinedAt(reads: Reads, conversation: string): Promise<number> {
  const group = groupOfScope(conversation);
  if (group === undefined) return 0;
  const member = await rowOf(reads, groupMembers, memberId(group, reads.actor.orgUserId));
  return member?.since ?? 0;
}

/** Number of unread messages per conversation, without the caller's own. */
export async function unreadOf(
  reads: Reads,
): Promise<readonly { readonly conversation: string; readonly count: number }[]> {
  const { actor, store } = reads;
  const groupIds = (await ownGroups(reads)).map(({ id }) => groupScope(id));
  const all = await rowsOf(reads, conversations, { order: ['last_at'] });
  const mine = all.filter(
    ({ id, low, high }) =>
      low === actor.orgUserId || high === actor.orgUserId || groupIds.includes(id),
  );
  const found: { conversation: string; count: number }[] = [];
  for (const { id, last_seq } of mine) {
    const mark = await rowOf(reads, messageMarks, messageMarkId(id, actor.orgUserId));
    const seen = Math.max(mark?.seen ?? 0, await joinedAt(reads, id));
    if (seen >= last_seq) continue;
    const [row] = await store.all(
      `select count(*) as n from messages
       where org_id = ? and scope = ? and seq > ? and author <> ? and deleted = 0`,
      [actor.orgId, id, seen, actor.orgUserId],
    );
    const unread = row === undefined ? 0 : numberOf(row, 'n');
    if (unread > 0) found.push({ conversation: id, count: unread });
  }
  return found.toReversed();
}
