import * as v from 'valibot';
import { comments } from '../../entities/comment.ts';
import { mayChangeComment } from '../../permissions/comment.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { shortened } from '../../shared/shorten.ts';
import { requiredLongTextSchema } from '../../shared/text.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { gatherProjectRow, withVisibleRow } from '../context/project-context.ts';
import { flagField, nullableField } from '../rest-fields.ts';

/**
 * Reverts a deletion: the author's device still has the text (product.md: undo of delete). An
 * `undo` refers to the last deletion: when another device had changed the text before it, the
 * server restores that text.
 */
export const commentRestore = defineMutation({
  name: 'comment-restore',
  schema: v.strictObject({
    id: idSchema,
    comment: requiredLongTextSchema,
    attachment: v.nullable(idSchema),
    undo: v.optional(v.boolean()),
  }),
  refs: ({ id }) => [{ table: 'comments', id }],
  parents: () => [],
  gather: ({ id }, read, actor) => gatherProjectRow(read, actor, comments, id),
  authorise: (_args, context, actor) =>
    withVisibleRow(context, actor, (comment) => mayChangeComment(actor, comment)),
  effects: ({ id, comment, attachment }) => [
    change(comments, id, (row) =>
      row.deleted ? { ...row, deleted: false, comment, attachment } : row,
    ),
  ],
  rest: {
    method: 'PATCH',
    path: 'comment/update-destroy/:id/',
    bodyFields: ['restored', 'restored_attachment', 'restored_undo'],
    toBody: ({ comment, attachment, undo }) => ({
      restored: comment,
      restored_attachment: attachment,
      ...(undo === true && { restored_undo: true }),
    }),
    fromRest: async ({ params, body }) => ({
      id: params['id'],
      comment: body['restored'],
      attachment: nullableField(body, 'restored_attachment'),
      undo: flagField(body, 'restored_undo'),
    }),
  },
  describe: ({ comment }) => message('Bring a comment back: {text}', { text: shortened(comment) }),
  ownText: ({ comment }) => comment,
});
