import * as v from 'valibot';
import { furtherBack, messageMarkId, messageMarks } from '../../entities/message-mark.ts';
import { groupOfScope } from '../../entities/scopes.ts';
import { mayRead } from '../../permissions/chat.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { conversationSchema, gatherConversation } from '../context/chat-context.ts';
import { defineMutation, effect } from '../define-mutation.ts';

/** Number of a message; 0 for none. */
export const seqSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/**
 * A person's read position in a conversation. Positions only grow: the higher of two wins
 * (WRITE-4), and a seen message counts as delivered; the position read backwards before joining
 * only grows as well. The server limits all to the newest message. `reader` is the actor: nobody
 * moves another person's position.
 */
export const chatSeen = defineMutation({
  name: 'chat-seen',
  schema: v.strictObject({
    conversation: conversationSchema,
    reader: idSchema,
    seen: seqSchema,
    delivered: seqSchema,
    /** `back` of the message mark; 0 leaves it unchanged, as in calls of older builds. */
    back: v.optional(seqSchema, 0),
  }),
  refs: ({ conversation, reader }) => [
    { table: 'message_marks', id: messageMarkId(conversation, reader) },
  ],
  parents: ({ conversation }) => {
    const group = groupOfScope(conversation);
    return group === undefined ? [] : [{ table: 'groups', id: group }];
  },
  gather: ({ conversation }, read, actor) => gatherConversation(read, actor, conversation),
  authorise: (_args, context) => mayRead(context),
  effects: ({ conversation, reader, seen, delivered, back }) => {
    const id = messageMarkId(conversation, reader);
    return [
      effect(messageMarks, id, (row) => ({
        ...row,
        id,
        scope: conversation,
        v: row?.v ?? 0,
        organization_user: reader,
        seen: Math.max(row?.seen ?? 0, seen),
        delivered: Math.max(row?.delivered ?? 0, delivered, seen),
        back: furtherBack(row?.back ?? 0, back),
        // Not known on a device, which has the newest messages alone; the server counts them.
        own: seen > (row?.seen ?? 0) ? null : (row?.own ?? null),
      })),
    ];
  },
  rest: {
    method: 'POST',
    path: 'message/seen/',
    bodyFields: ['conversation', 'seen', 'delivered', 'back'],
    toBody: ({ conversation, seen, delivered, back }) => ({ conversation, seen, delivered, back }),
    fromRest: async ({ body }, { actor }) => ({
      conversation: body['conversation'],
      reader: actor.orgUserId,
      seen: body['seen'] ?? 0,
      delivered: body['delivered'] ?? 0,
      back: body['back'] ?? 0,
    }),
  },
  describe: () => message('Mark messages as seen'),
  merge: (earlier, later) => ({
    ...later,
    seen: Math.max(earlier.seen, later.seen),
    delivered: Math.max(earlier.delivered, later.delivered),
    back: furtherBack(earlier.back, later.back),
  }),
});
