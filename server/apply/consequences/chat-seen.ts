import * as v from 'valibot';
import { conversations } from '../../../model/entities/conversation.ts';
import { furtherBack, messageMarkId, messageMarks } from '../../../model/entities/message-mark.ts';
import { groupMembers } from '../../../model/entities/group-member.ts';
import { groupOfScope } from '../../../model/entities/scopes.ts';
import { memberId } from '../../../model/shared/ids.ts';
import type { Consequence } from '../consequence.ts';

const argsSchema = v.object({
  conversation: v.string(),
  seen: v.number(),
  delivered: v.number(),
  back: v.number(),
});

/** A mark never moves beyond the newest message, and never back. */
export const chatSeenConsequence: Consequence = {
  mutation: 'chat-seen',
  replacesEffects: true,
  apply: async ({ args, actor, tx }) => {
    const { conversation, ...reported } = v.parse(argsSchema, args);
    const place = { orgId: actor.orgId };
    const last = (await tx.get(conversations, place, conversation))?.last_seq ?? 0;
    const id = messageMarkId(conversation, actor.orgUserId);
    const mark = await tx.get(messageMarks, place, id);
    const seen = Math.max(mark?.seen ?? 0, Math.min(reported.seen, last));
    const delivered = Math.max(mark?.delivered ?? 0, Math.min(reported.delivered, last), seen);
    const group = groupOfScope(conversation);
    const member =
      group === undefined
        ? undefined
        : await tx.get(groupMembers, place, memberId(group, actor.orgUserId));
    // Only messages from before the person joined are marked this way.
    const isBefore = reported.back <= (member?.since ?? 0);
    const back = furtherBack(mark?.back ?? 0, isBefore ? reported.back : 0);
    if (delivered === 0 && back === 0 && mark === undefined) return undefined;
    await tx.put(messageMarks, place, {
      id,
      scope: conversation,
      v: 0,
      organization_user: actor.orgUserId,
      seen,
      delivered,
      back,
    });
    return undefined;
  },
};
