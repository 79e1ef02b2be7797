import * as v from 'valibot';
import { subtasks } from '../../entities/subtask.ts';
import { mayChangeSubtask } from '../../permissions/subtask.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { fileParents, gatherFile, rejectForeignFile } from '../context/file-context.ts';
import { fileField } from '../rest-fields.ts';
import { gatherSubtask, subtaskRefs, withVisibleSubtask } from './subtask-context.ts';

/** Sets or clears a subtask's document (board spec, 2 and 7). */
export const subtaskSetDocument = defineMutation({
  name: 'subtask-set-document',
  schema: v.strictObject({ id: idSchema, document: v.nullable(idSchema) }),
  refs: subtaskRefs,
  parents: ({ document }) => fileParents(document),
  gather: async ({ id, document }, read, actor) => ({
    ...(await gatherSubtask(read, actor, id)),
    file: await gatherFile(read, document),
  }),
  authorise: ({ document }, { file, ...context }, actor) =>
    withVisibleSubtask(
      context,
      actor,
      (task, subtask) =>
        mayChangeSubtask(actor, task, subtask) ??
        rejectForeignFile({
          id: document,
          file,
          actor,
          scope: task.scope,
          current: subtask.document,
        }),
    ),
  effects: ({ id, document }) => [change(subtasks, id, (row) => ({ ...row, document }))],
  rest: {
    method: 'PATCH',
    path: 'sub-task/update-destroy/:id/',
    bodyFields: ['document'],
    fileFields: ['document'],
    toBody: ({ document }) => ({ document }),
    fromRest: async ({ params, body }) => ({
      id: params['id'],
      document: fileField(body, 'document'),
    }),
  },
  describe: ({ document }) =>
    document === null ? message('Delete a document') : message('Choose a document'),
  merge: (_earlier, later) => later,
  success: (_args, kind) => message('{kind} deleted', { kind }),
});
