import * as v from 'valibot';
import { groupMembers } from '../../entities/group-member.ts';
import { groups } from '../../entities/group.ts';
import { orgUsers } from '../../entities/org-user.ts';
import { groupOfScope, peopleOfDirect } from '../../entities/scopes.ts';
import type { Actor } from '../../permissions/actor.ts';
import type { ConversationContext } from '../../permissions/chat.ts';
import { memberId } from '../../shared/ids.ts';
import { codePoints, isCleanText } from '../../shared/text.ts';
import type { Reader } from '../define-mutation.ts';

/** A conversation's id: `direct:<low>:<high>` or `group:<id>`. */
export const conversationSchema = v.pipe(
  v.string(),
  v.maxLength(80),
  v.check(
    (id) => peopleOfDirect(id) !== undefined || /^group:[0-9a-f-]{36}$/.test(id),
    'is not a conversation',
  ),
);

/** Longest message in code points. */
export const MESSAGE_LIMIT = 10_000;

/** Text of a message; empty when a file alone is sent. Stored without surrounding space. */
export const messageTextSchema = v.pipe(
  v.string(),
  v.check(isCleanText, 'contains characters that cannot be stored'),
  v.trim(),
  v.check((text) => codePoints(text) <= MESSAGE_LIMIT, 'is longer than 10000 characters'),
);

export const requiredMessageTextSchema = v.pipe(messageTextSchema, v.minLength(1, 'is required'));

export async function gatherConversation(
  read: Reader,
  actor: Actor,
  conversation: string,
): Promise<ConversationContext> {
  const group = groupOfScope(conversation);
  if (group !== undefined) {
    const isParticipant =
      (await read.get(groups, group)) !== undefined && (await isInGroup(read, actor, group));
    return { isParticipant, hasReader: true };
  }
  const people = peopleOfDirect(conversation) ?? [];
  const other = people.find((id) => id !== actor.orgUserId);
  const person = other === undefined ? undefined : await read.get(orgUsers, other);
  return {
    isParticipant: people.some((id) => id === actor.orgUserId) && person !== undefined,
    hasReader: person?.active === true,
  };
}

export async function isInGroup(read: Reader, actor: Actor, group: string): Promise<boolean> {
  return (await read.get(groupMembers, memberId(group, actor.orgUserId))) !== undefined;
}

/**
 * True if all given people are active in the organisation. Reads one after the other, because a
 * transaction runs one query at a time.
 */
export async function areColleagues(read: Reader, people: readonly string[]): Promise<boolean> {
  for (const id of people) {
    if ((await read.get(orgUsers, id))?.active !== true) return false;
  }
  return true;
}
