import * as v from 'valibot';
import { messages } from '../../entities/message.ts';
import { groupOfScope } from '../../entities/scopes.ts';
import { firstRefusal } from '../../permissions/actor.ts';
import { mayWrite } from '../../permissions/chat.ts';
import { refuse } from '../../shared/errors.ts';
import { idSchema, uuidSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { shortened } from '../../shared/shorten.ts';
import {
  conversationSchema,
  gatherConversation,
  messageTextSchema,
} from '../context/chat-context.ts';
import { defineMutation, effect } from '../define-mutation.ts';
import { fileParents, gatherFile, rejectForeignFile } from '../context/file-context.ts';
import { fileField, idField, nullableField } from '../rest-fields.ts';

/**
 * Sends a message to a conversation (sessions spec, 2 and 4). The conversation is among the
 * mutation's rows, so that one person's messages are sent in order (MUT-6); the server assigns its
 * counter and the message's number.
 */
export const messageSend = defineMutation({
  name: 'message-send',
  schema: v.pipe(
    v.strictObject({
      id: uuidSchema,
      conversation: conversationSchema,
      text: messageTextSchema,
      reply_to: v.nullable(idSchema),
      attachment: v.nullable(idSchema),
    }),
    v.check(({ text, attachment }) => text !== '' || attachment !== null, 'message is required'),
  ),
  refs: ({ id, conversation }) => [
    { table: 'messages', id },
    { table: 'conversations', id: conversation },
  ],
  parents: ({ conversation, attachment }) => {
    const group = groupOfScope(conversation);
    const parents = group === undefined ? [] : [{ table: 'groups', id: group }];
    return [...parents, ...fileParents(attachment)];
  },
  gather: async ({ conversation, reply_to, attachment }, read, actor) => ({
    file: await gatherFile(read, attachment),
    conversation: await gatherConversation(read, actor, conversation),
    replied: reply_to === null ? undefined : await read.get(messages, reply_to),
  }),
  authorise: ({ reply_to, conversation, attachment }, { replied, file, ...context }, actor) => {
    const isAnswer = reply_to === null || replied?.scope === conversation;
    return firstRefusal(
      mayWrite(context.conversation),
      isAnswer
        ? undefined
        : refuse('invalid', /*i18n*/ 'The message this answers is not in this conversation'),
      rejectForeignFile({ id: attachment, file, actor, scope: conversation }),
    );
  },
  effects: ({ id, conversation, text, reply_to, attachment }, { actor, at }) => [
    effect(messages, id, (row) => ({
      ...row,
      id,
      scope: conversation,
      v: row?.v ?? 0,
      seq: row?.seq ?? 0,
      author: actor.orgUserId,
      text,
      reply_to,
      attachment,
      edited: false,
      deleted: false,
      reactions: row?.reactions ?? {},
      created_at: new Date(at).toISOString(),
    })),
  ],
  rest: {
    method: 'POST',
    path: 'message/create/',
    bodyFields: ['id', 'conversation', 'to', 'group', 'message', 'reply_to', 'attachment'],
    fileFields: ['attachment'],
    toBody: ({ id, conversation, text, reply_to, attachment }) => ({
      id,
      conversation,
      message: text,
      reply_to,
      attachment,
    }),
    fromRest: async ({ body }, { newId, chat }) => ({
      id: body['id'] ?? newId(),
      conversation:
        body['conversation'] ??
        (await chat.conversationWith({ user: idField(body, 'to'), group: idField(body, 'group') })),
      text: body['message'] ?? '',
      reply_to: nullableField(body, 'reply_to'),
      attachment: fileField(body, 'attachment'),
    }),
  },
  describe: ({ text }) =>
    text === ''
      ? message('Message with a file')
      : message('Message: {text}', { text: shortened(text) }),
  ownText: ({ text }) => text,
});
