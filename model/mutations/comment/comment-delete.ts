import * as v from 'valibot';
import { comments } from '../../entities/comment.ts';
import { mayChangeComment } from '../../permissions/comment.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { gatherProjectRow, withVisibleRow } from '../context/project-context.ts';
import { flagField } from '../rest-fields.ts';

/** Deletes one's own comment: soft, shown as "This message was deleted" (board spec, 4). */
export const commentDelete = defineMutation({
  name: 'comment-delete',
  schema: v.strictObject({ id: idSchema }),
  refs: ({ id }) => [{ table: 'comments', id }],
  parents: () => [],
  gather: ({ id }, read, actor) => gatherProjectRow(read, actor, comments, id),
  authorise: (_args, context, actor) =>
    withVisibleRow(context, actor, (comment) => mayChangeComment(actor, comment)),
  effects: ({ id }) => [
    change(comments, id, (row) => ({ ...row, deleted: true, comment: '', attachment: null })),
  ],
  rest: {
    method: 'PATCH',
    path: 'comment/update-destroy/:id/',
    bodyFields: ['deleted'],
    toBody: () => ({ deleted: true }),
    // Only `deleted: true` deletes; any other value stays in the arguments and is refused by the
    // schema.
    fromRest: async ({ params, body }) => {
      const deleted = flagField(body, 'deleted');
      return deleted === true ? { id: params['id'] } : { id: params['id'], deleted };
    },
  },
  describe: () => message('Delete a comment'),
  merge: (_earlier, later) => later,
  success: message('Comment deleted'),
});
