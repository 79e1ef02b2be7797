import * as v from 'valibot';
import { conversations } from '../../../model/entities/conversation.ts';
import { groupMembers, NOT_KNOWN_YET } from '../../../model/entities/group-member.ts';
import { messageMarkId, messageMarks } from '../../../model/entities/message-mark.ts';
import { groupScope } from '../../../model/entities/scopes.ts';
import { memberId } from '../../../model/shared/ids.ts';
import type { Consequence } from '../consequence.ts';
import type { WriteTx } from '../../writer/writer-types.ts';

const argsSchema = v.object({ id: v.string(), add: v.array(v.string()) });

/**
 * New members of a channel start behind its newest message: earlier messages are never unread for them. One whose removal
 * is reverted starts where they did.
 */
export const groupMembersConsequence: Consequence = {
  mutation: 'group-members',
  replacesEffects: false,
  apply: async ({ args, actor, tx }) => {
    const { id, add } = v.parse(argsSchema, args);
    const place = { orgId: actor.orgId };
    const since = (await tx.get(conversations, place, groupScope(id)))?.last_seq ?? 0;
    for (const person of add) {
      const member = await tx.get(groupMembers, place, memberId(id, person));
      if (member === undefined || member.since <= since) continue;
      await tx.put(groupMembers, place, { ...member, since });
      await startAnew(tx, place, {
        mark: messageMarkId(groupScope(id), person),
        isReverted: member.since !== NOT_KNOWN_YET,
      });
    }
    return undefined;
  },
};

interface Start {
  readonly mark: string;
  /** True: they have been a member before, and what they had read still counts. */
  readonly isReverted: boolean;
}

/**
 * A member who returns has not read the messages of their absence, and nothing new is their own. After a reverted
 * removal more messages are new again, and the next message or read position counts their own ones.
 */
async function startAnew(
  tx: WriteTx,
  place: { readonly orgId: string },
  { mark: id, isReverted }: Start,
): Promise<void> {
  const mark = await tx.get(messageMarks, place, id);
  if (mark === undefined) return;
  const anew = isReverted ? { own: null } : { back: 0, own: 0 };
  await tx.put(messageMarks, place, { ...mark, ...anew });
}
