import * as v from 'valibot';
import { conversations } from '../../../model/entities/conversation.ts';
import { groupMembers } from '../../../model/entities/group-member.ts';
import { messageMarkId, messageMarks } from '../../../model/entities/message-mark.ts';
import { messages } from '../../../model/entities/message.ts';
import { groupOfScope, peopleOfDirect } from '../../../model/entities/scopes.ts';
import { memberId } from '../../../model/shared/ids.ts';
import { countOwn } from './own-messages.ts';
import type { Consequence, ConsequenceContext } from '../consequence.ts';

const argsSchema = v.object({ id: v.string(), conversation: v.string() });

/** Gives the message its number, and the conversation its newest message. */
export const messageSendConsequence: Consequence = {
  mutation: 'message-send',
  replacesEffects: false,
  apply: async ({ args, actor, tx }) => {
    const { id, conversation } = v.parse(argsSchema, args);
    const place = { orgId: actor.orgId };
    const message = await tx.get(messages, place, id);
    if (message === undefined) return undefined;
    const seq = ((await tx.get(conversations, place, conversation))?.last_seq ?? 0) + 1;
    await tx.put(messages, place, { ...message, seq });
    await putConversation({ actor, tx }, conversation, seq);
    await markOwn({ actor, tx }, conversation, seq);
    return undefined;
  },
};

/** Creates the conversation of two people with its first row: a file is added before the message that contains it. */
export const directFileConsequence: Consequence = {
  mutation: 'file-add',
  replacesEffects: false,
  apply: async ({ args, actor, tx }) => {
    const { scope } = v.parse(v.object({ scope: v.string() }), args);
    if (peopleOfDirect(scope) === undefined) return undefined;
    const known = await tx.get(conversations, { orgId: actor.orgId }, scope);
    if (known === undefined) await putConversation({ actor, tx }, scope, 0);
    return undefined;
  },
};

async function putConversation(
  { actor, tx }: Pick<ConsequenceContext, 'actor' | 'tx'>,
  id: string,
  lastSeq: number,
): Promise<void> {
  const [low, high] = peopleOfDirect(id) ?? [null, null];
  await tx.put(
    conversations,
    { orgId: actor.orgId },
    { id, scope: id, v: 0, last_seq: lastSeq, last_at: new Date(tx.at).toISOString(), low, high },
  );
}

/**
 * Moves the read position of an author who had read everything, so that their own message is never unread. For another
 * author it is counted, so that devices subtract it.
 */
async function markOwn(
  { actor, tx }: Pick<ConsequenceContext, 'actor' | 'tx'>,
  conversation: string,
  seq: number,
): Promise<void> {
  const place = { orgId: actor.orgId };
  const id = messageMarkId(conversation, actor.orgUserId);
  const mark = await tx.get(messageMarks, place, id);
  const group = groupOfScope(conversation);
  const member =
    group === undefined
      ? undefined
      : await tx.get(groupMembers, place, memberId(group, actor.orgUserId));
  const known = Math.max(mark?.seen ?? 0, member?.since ?? 0);
  const base = {
    id,
    scope: conversation,
    v: 0,
    organization_user: actor.orgUserId,
    back: mark?.back ?? 0,
  };
  if (known === seq - 1) {
    await tx.put(messageMarks, place, { ...base, seen: seq, delivered: seq, own: 0 });
    return;
  }
  const { seen = 0, delivered = 0, own: before = null } = mark ?? {};
  const range = { conversation, from: known + 1, to: seq };
  const own = before === null ? await countOwn({ actor, tx }, range) : before + 1;
  await tx.put(messageMarks, place, { ...base, seen, delivered, own });
}
