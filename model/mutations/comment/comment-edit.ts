import * as v from 'valibot';
import { comments } from '../../entities/comment.ts';
import { mayChangeComment } from '../../permissions/comment.ts';
import { refuse } from '../../shared/errors.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { shortened } from '../../shared/shorten.ts';
import { longTextSchema, requiredLongTextSchema } from '../../shared/text.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { gatherProjectRow, withVisibleRow } from '../context/project-context.ts';

/** Edits one's own comment, which is marked as edited (board spec, 4). */
export const commentEdit = defineMutation({
  name: 'comment-edit',
  schema: v.strictObject({
    id: idSchema,
    comment: requiredLongTextSchema,
    comment_base: v.optional(longTextSchema),
  }),
  refs: ({ id }) => [{ table: 'comments', id }],
  parents: () => [],
  gather: ({ id }, read, actor) => gatherProjectRow(read, actor, comments, id),
  authorise: (_args, context, actor) =>
    withVisibleRow(
      context,
      actor,
      (comment) =>
        mayChangeComment(actor, comment) ??
        (comment.deleted ? refuse('conflict', /*i18n*/ 'This message was deleted') : undefined),
    ),
  effects: ({ id, comment }) => [
    change(comments, id, (row) => (row.deleted ? row : { ...row, comment, edited: true })),
  ],
  rest: {
    method: 'PATCH',
    path: 'comment/update-destroy/:id/',
    bodyFields: ['comment', 'edited'],
    toBody: ({ comment }) => ({ comment, edited: true }),
    fromRest: async ({ params, body }) => ({ id: params['id'], comment: body['comment'] }),
  },
  describe: ({ comment }) => message('Edit comment: {text}', { text: shortened(comment) }),
  ownText: ({ comment }) => comment,
  text: ({ id, comment, comment_base }) => ({
    table: 'comments',
    id,
    field: 'comment',
    base: comment_base ?? '',
    text: comment,
  }),
  withText: (args, text, base) => ({ ...args, comment: text, comment_base: base }),
  merge: (earlier, later) => ({
    ...later,
    comment_base: earlier.comment_base ?? later.comment_base,
  }),
});
