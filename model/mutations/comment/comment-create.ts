import * as v from 'valibot';
import { comments } from '../../entities/comment.ts';
import { projectScope } from '../../entities/scopes.ts';
import { tasks } from '../../entities/task.ts';
import { mayComment } from '../../permissions/comment.ts';
import { idSchema, uuidSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { shortened } from '../../shared/shorten.ts';
import { requiredLongTextSchema } from '../../shared/text.ts';
import { defineMutation, effect } from '../define-mutation.ts';
import { fileParents, gatherFile, rejectForeignFile } from '../context/file-context.ts';
import { gatherProjectRow, withVisibleRow } from '../context/project-context.ts';
import { fileField, idField } from '../rest-fields.ts';

/**
 * Sends a comment (board spec, 5 to 7). `project` is the task's project as the author knew it: the
 * server uses the task's current one.
 */
export const commentCreate = defineMutation({
  name: 'comment-create',
  schema: v.strictObject({
    id: uuidSchema,
    project: idSchema,
    task: idSchema,
    comment: requiredLongTextSchema,
    attachment: v.optional(v.nullable(idSchema), null),
  }),
  refs: ({ id }) => [{ table: 'comments', id }],
  parents: ({ task, attachment }) => [{ table: 'tasks', id: task }, ...fileParents(attachment)],
  gather: async ({ task, attachment }, read, actor) => ({
    task: await gatherProjectRow(read, actor, tasks, task),
    file: await gatherFile(read, attachment),
  }),
  authorise: ({ attachment }, { task, file }, actor) =>
    withVisibleRow(
      task,
      actor,
      (row) =>
        mayComment(actor, task.isMember) ??
        rejectForeignFile({ id: attachment, file, actor, scope: row.scope }),
    ),
  effects: ({ id, project, task, comment, attachment }, { actor, at }) => [
    effect(comments, id, (row) => ({
      ...row,
      id,
      scope: projectScope(project),
      v: row?.v ?? 0,
      project,
      task,
      author: actor.orgUserId,
      comment,
      attachment,
      edited: false,
      deleted: false,
      created_at: new Date(at).toISOString(),
    })),
  ],
  rest: {
    method: 'POST',
    path: 'comment/create/',
    bodyFields: ['id', 'comment', 'task', 'team_member', 'attachment'],
    fileFields: ['attachment'],
    toBody: ({ project: _project, ...body }) => body,
    fromRest: async ({ body }, { newId, reader }) => {
      const task = String(idField(body, 'task') ?? '');
      return {
        id: body['id'] ?? newId(),
        project: (await reader.get(tasks, task))?.project ?? '-',
        task,
        comment: body['comment'],
        attachment: fileField(body, 'attachment'),
      };
    },
  },
  describe: ({ comment }) => message('Comment: {text}', { text: shortened(comment) }),
  ownText: ({ comment }) => comment,
});
