import * as v from 'valibot';
import { taskFiles } from '../../entities/task-file.ts';
import { tasks } from '../../entities/task.ts';
import { needsProject, notFound } from '../../permissions/project.ts';
import { mayEditTask } from '../../permissions/task.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { rankSchema } from '../../shared/rank.ts';
import { captionSchema } from '../../shared/text.ts';
import { isMemberOf } from '../context/project-context.ts';
import { change, defineMutation, type RestInput, type RestResolver } from '../define-mutation.ts';
import { given, mergeEdits } from '../edit.ts';
import { flagField, orderField, plainField, presentFields } from '../rest-fields.ts';

/**
 * The caption of a task's file, its place, and its removal (status false) or restoration (status
 * true); only the given fields, so that a caption and a move of two people both stay.
 */
export const taskFileEdit = defineMutation({
  name: 'task-file-edit',
  schema: v.strictObject({
    id: idSchema,
    caption: v.optional(captionSchema),
    rank: v.optional(rankSchema),
    status: v.optional(v.boolean()),
  }),
  refs: ({ id }) => [{ table: 'task_files', id }],
  parents: () => [],
  gather: async ({ id }, read, actor) => {
    const row = await read.get(taskFiles, id);
    const task = row && (await read.get(tasks, row.task));
    return { task, isMember: task !== undefined && (await isMemberOf(read, actor, task.project)) };
  },
  authorise: (_args, { task, isMember }, actor) =>
    task === undefined ? notFound() : (needsProject(actor, isMember) ?? mayEditTask(actor, task)),
  effects: ({ id, status, ...fields }, { at }) => [
    change(taskFiles, id, (row) => ({
      ...row,
      ...given(fields),
      ...(status !== undefined && {
        removed_at: status ? null : (row.removed_at ?? new Date(at).toISOString()),
      }),
    })),
  ],
  rest: {
    method: 'PATCH',
    path: 'task-file/update-destroy/:id/',
    bodyFields: ['caption', 'order', 'rank', 'status'],
    toBody: ({ id: _id, ...fields }) => fields,
    fromRest,
  },
  describe: ({ caption, status }) => {
    if (status !== undefined) {
      return status ? message('Restore a file of a task') : message('Remove a file of a task');
    }
    return caption === undefined
      ? message('Move a file of a task')
      : message('Caption a file of a task');
  },
  ownText: ({ caption = '' }) => caption,
  merge: mergeEdits,
  success: ({ status }, name) =>
    status === undefined ? message('{name} moved', { name }) : message('{name} removed', { name }),
});

async function fromRest(
  { params, body }: RestInput,
  { reader, rankAt }: RestResolver,
): Promise<unknown> {
  const id = params['id'] ?? '';
  const fields = presentFields(body, { caption: plainField, rank: plainField, status: flagField });
  const row = 'order' in body && !('rank' in body) ? await reader.get(taskFiles, id) : undefined;
  if (row === undefined) return { id, ...fields };
  return {
    id,
    ...fields,
    rank: await rankAt('task_files', row.task, orderField(body, 'order'), id),
  };
}
