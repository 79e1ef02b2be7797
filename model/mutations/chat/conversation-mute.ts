import * as v from 'valibot';
import { conversationMutes } from '../../entities/conversation-mute.ts';
import { mayRead } from '../../permissions/chat.ts';
import { idSchema, memberId } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { conversationSchema, gatherConversation } from '../context/chat-context.ts';
import { defineMutation } from '../define-mutation.ts';
import { muteEffect } from '../mute-effect.ts';
import { flagField, idField } from '../rest-fields.ts';

/**
 * Mutes or unmutes a conversation: its messages are counted in the chat, and neither in the bell nor pushed. Everybody
 * in it may do it for themselves, and may unmute one that they have left.
 */
export const conversationMute = defineMutation({
  name: 'conversation-mute',
  schema: v.strictObject({
    conversation: conversationSchema,
    reader: idSchema,
    muted: v.boolean(),
  }),
  refs: ({ conversation, reader }) => [
    { table: 'conversation_mutes', id: memberId(conversation, reader) },
  ],
  parents: () => [],
  gather: ({ conversation }, read, actor) => gatherConversation(read, actor, conversation),
  authorise: ({ muted }, context) => (muted ? mayRead(context) : undefined),
  effects: ({ conversation, reader, muted }, { at }) => [
    muteEffect(conversationMutes, { subject: conversation, reader, muted, at }, (row) => ({
      ...row,
      conversation,
    })),
  ],
  rest: {
    method: 'POST',
    path: 'conversation/mute/',
    bodyFields: ['conversation', 'muted'],
    toBody: ({ conversation, muted }) => ({ conversation, muted }),
    fromRest: async ({ body }, { actor }) => ({
      conversation: idField(body, 'conversation'),
      reader: actor.orgUserId,
      muted: flagField(body, 'muted'),
    }),
  },
  describe: ({ muted }) =>
    muted ? message('Mute a conversation') : message('Unmute a conversation'),
  merge: (_earlier, later) => later,
  success: (_args, name) => message('{name} no longer notifies you', { name }),
});
