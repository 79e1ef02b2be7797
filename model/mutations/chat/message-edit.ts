import * as v from 'valibot';
import { messages } from '../../entities/message.ts';
import { mayChangeMessage } from '../../permissions/chat.ts';
import { notFound } from '../../permissions/project.ts';
import { refuse } from '../../shared/errors.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { shortened } from '../../shared/shorten.ts';
import { gatherConversation, requiredMessageTextSchema } from '../context/chat-context.ts';
import { change, defineMutation, type Reader } from '../define-mutation.ts';
import type { Actor } from '../../permissions/actor.ts';

/** Edits one's own message, which is marked as edited. */
export const messageEdit = defineMutation({
  name: 'message-edit',
  schema: v.strictObject({ id: idSchema, text: requiredMessageTextSchema }),
  refs: ({ id }) => [{ table: 'messages', id }],
  parents: () => [],
  gather: ({ id }, read, actor) => gatherMessage(read, actor, id),
  authorise: (_args, { message, conversation }, actor) => {
    if (message === undefined) return notFound();
    return (
      mayChangeMessage(actor, message, conversation) ??
      (message.deleted ? refuse('conflict', /*i18n*/ 'This message was deleted') : undefined)
    );
  },
  effects: ({ id, text }) => [
    change(messages, id, (row) => (row.deleted ? row : { ...row, text, edited: true })),
  ],
  rest: {
    method: 'PATCH',
    path: 'message/update-destroy/:id/',
    bodyFields: ['message'],
    toBody: ({ text }) => ({ message: text }),
    fromRest: async ({ params, body }) => ({ id: params['id'], text: body['message'] }),
  },
  describe: ({ text }) => message('Edit message: {text}', { text: shortened(text) }),
  ownText: ({ text }) => text,
  merge: (_earlier, later) => later,
});

/** A message, with the actor's role in its conversation. */
export async function gatherMessage(read: Reader, actor: Actor, id: string) {
  const message = await read.get(messages, id);
  const conversation =
    message === undefined
      ? { isParticipant: false, hasReader: false }
      : await gatherConversation(read, actor, message.scope);
  return { message, conversation };
}
