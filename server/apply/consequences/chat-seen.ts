import * as v from 'valibot';
import { conversations } from '../../../model/entities/conversation.ts';
import { furtherBack, messageMarkId, messageMarks } from '../../../model/entities/message-mark.ts';
import { groupMembers } from '../../../model/entities/group-member.ts';
import { groupOfScope } from '../../../model/entities/scopes.ts';
import { memberId } from '../../../model/shared/ids.ts';
import { countOwn } from './own-messages.ts';
import type { Consequence, ConsequenceContext } from '../consequence.ts';

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
    const known = { before: mark?.seen ?? 0, seen, since: member?.since ?? 0, last };
    const own = await ownAfter({ actor, tx }, { conversation, own: mark?.own ?? null, ...known });
    await tx.put(messageMarks, place, {
      id,
      scope: conversation,
      v: 0,
      organization_user: actor.orgUserId,
      seen,
      delivered,
      back,
      own,
    });
    return undefined;
  },
};

interface Moved {
  readonly conversation: string;
  /** As it is stored; null: not counted. */
  readonly own: number | null;
  readonly before: number;
  readonly seen: number;
  readonly since: number;
  readonly last: number;
}

/** Number of the reader's own messages behind the new position. Reads no more messages than the position moves over. */
async function ownAfter(
  context: Pick<ConsequenceContext, 'actor' | 'tx'>,
  { conversation, own, before, seen, since, last }: Moved,
): Promise<number | null> {
  const [from, to] = [Math.max(before, since), Math.max(seen, since)];
  if (to >= last) return 0;
  if (from === to) return own;
  if (own === null) return countOwn(context, { conversation, from: to + 1, to: last });
  return own - (await countOwn(context, { conversation, from: from + 1, to }));
}
