import * as v from 'valibot';
import { tasks } from '../../entities/task.ts';
import { mayDirectTask, mayEditTask } from '../../permissions/task.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { fileParents, gatherFile, rejectForeignFile } from '../context/file-context.ts';
import { gatherProjectRow, withVisibleRow } from '../context/project-context.ts';
import { fileField } from '../rest-fields.ts';

/** Sets or clears a task's image (board spec, 4 and 7 "document empty"): the creator. */
export const taskSetDocument = defineMutation({
  name: 'task-set-document',
  schema: v.strictObject({ id: idSchema, document: v.nullable(idSchema) }),
  refs: ({ id }) => [{ table: 'tasks', id }],
  parents: ({ document }) => fileParents(document),
  gather: async ({ id, document }, read, actor) => ({
    task: await gatherProjectRow(read, actor, tasks, id),
    file: await gatherFile(read, document),
  }),
  authorise: ({ document }, { task, file }, actor) =>
    withVisibleRow(
      task,
      actor,
      (row) =>
        (document === null ? mayDirectTask(actor, row) : mayEditTask(actor, row)) ??
        rejectForeignFile({
          id: document,
          file,
          actor,
          scope: row.scope,
          current: row.document,
          needs: 'image',
        }),
    ),
  effects: ({ id, document }) => [change(tasks, id, (row) => ({ ...row, document }))],
  rest: {
    method: 'PATCH',
    path: 'task/update-destroy/:id/',
    bodyFields: ['document'],
    fileFields: ['document'],
    toBody: ({ document }) => ({ document }),
    fromRest: async ({ params, body }) => ({
      id: params['id'],
      document: fileField(body, 'document'),
    }),
  },
  describe: ({ document }) =>
    document === null ? message('Delete an image') : message('Choose an image'),
  merge: (_earlier, later) => later,
  success: message('Image deleted'),
});
