import * as v from 'valibot';
import { messages } from '../../entities/message.ts';
import { mayChangeMessage } from '../../permissions/chat.ts';
import { notFound } from '../../permissions/project.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { gatherMessage } from './message-edit.ts';
import { flagField } from '../rest-fields.ts';

/** Deletes one's own message: soft, its text and file are removed. */
export const messageDelete = defineMutation({
  name: 'message-delete',
  schema: v.strictObject({ id: idSchema }),
  refs: ({ id }) => [{ table: 'messages', id }],
  parents: () => [],
  gather: ({ id }, read, actor) => gatherMessage(read, actor, id),
  authorise: (_args, { message, conversation }, actor) =>
    message === undefined ? notFound() : mayChangeMessage(actor, message, conversation),
  effects: ({ id }) => [
    change(messages, id, (row) => ({
      ...row,
      deleted: true,
      text: '',
      attachment: null,
      reactions: {},
    })),
  ],
  rest: {
    method: 'PATCH',
    path: 'message/update-destroy/:id/',
    bodyFields: ['deleted'],
    toBody: () => ({ deleted: true }),
    // Only `deleted: true` deletes; any other value stays in the arguments and is refused by the
    // schema.
    fromRest: async ({ params, body }) => {
      const deleted = flagField(body, 'deleted');
      return deleted === true ? { id: params['id'] } : { id: params['id'], deleted };
    },
  },
  describe: () => message('Delete a message'),
  merge: (_earlier, later) => later,
});
