import * as v from 'valibot';
import { projectScope } from '../../entities/scopes.ts';
import { taskFiles } from '../../entities/task-file.ts';
import { tasks } from '../../entities/task.ts';
import { mayEditTask } from '../../permissions/task.ts';
import { idSchema, uuidSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { rankSchema } from '../../shared/rank.ts';
import { captionSchema } from '../../shared/text.ts';
import { called } from '../called.ts';
import { fileParents, gatherFile, rejectForeignFile } from '../context/file-context.ts';
import { gatherProjectRow, withVisibleRow } from '../context/project-context.ts';
import { defineMutation, effect } from '../define-mutation.ts';
import { fileField, idField, orderField } from '../rest-fields.ts';

/**
 * Adds a file to a task, for everybody with the right to edit it. `project` is the task's project as the author
 * knew it: the server uses the task's current one.
 */
export const taskFileAdd = defineMutation({
  name: 'task-file-add',
  schema: v.strictObject({
    id: uuidSchema,
    project: idSchema,
    task: idSchema,
    rank: rankSchema,
    file: idSchema,
    caption: captionSchema,
  }),
  refs: ({ id }) => [{ table: 'task_files', id }],
  parents: ({ task, file }) => [{ table: 'tasks', id: task }, ...fileParents(file)],
  gather: async ({ task, file }, read, actor) => ({
    task: await gatherProjectRow(read, actor, tasks, task),
    file: await gatherFile(read, file),
  }),
  authorise: ({ file: id }, { task, file }, actor) =>
    withVisibleRow(
      task,
      actor,
      (row) => mayEditTask(actor, row) ?? rejectForeignFile({ id, file, actor, scope: row.scope }),
    ),
  effects: (args, { actor, at }) => [
    effect(taskFiles, args.id, (row) => ({
      ...row,
      ...args,
      scope: projectScope(args.project),
      v: row?.v ?? 0,
      removed_at: null,
      created_by: actor.orgUserId,
      created_at: new Date(at).toISOString(),
    })),
  ],
  rest: {
    method: 'POST',
    path: 'task-file/create/',
    bodyFields: ['id', 'task', 'file', 'caption', 'order', 'rank'],
    fileFields: ['file'],
    toBody: ({ project: _project, ...body }) => body,
    fromRest: async ({ body }, { newId, rankAt, reader }) => {
      const id = body['id'] ?? newId();
      const task = String(idField(body, 'task') ?? '');
      return {
        id,
        project: (await reader.get(tasks, task))?.project ?? '-',
        task,
        rank:
          body['rank'] ?? (await rankAt('task_files', task, orderField(body, 'order'), String(id))),
        file: fileField(body, 'file'),
        caption: body['caption'] ?? '',
      };
    },
  },
  describe: ({ file }, nameOf) =>
    called(
      nameOf('files', file),
      message('Add file "{name}" to a task'),
      message('Add a file to a task'),
    ),
  named: ({ file }) => [{ table: 'files', id: file }],
  ownText: ({ caption }) => caption,
});
