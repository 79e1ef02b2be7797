import * as v from 'valibot';
import { projectScope } from '../../entities/scopes.ts';
import { subtasks } from '../../entities/subtask.ts';
import { tasks } from '../../entities/task.ts';
import { mayAddSubtask } from '../../permissions/subtask.ts';
import { calendarDateSchema, refuseReversedDates } from '../../shared/dates.ts';
import { idSchema, uuidSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { rankSchema } from '../../shared/rank.ts';
import { subtaskNameSchema } from '../../shared/text.ts';
import { defineMutation, effect, type RestInput, type RestResolver } from '../define-mutation.ts';
import { fileParents, gatherFile, rejectForeignFile } from '../context/file-context.ts';
import { gatherProjectRow, withVisibleRow } from '../context/project-context.ts';
import { fileField, flagField, idField, nullableField, orderField } from '../rest-fields.ts';
import { subtaskRefs } from './subtask-context.ts';

/**
 * Create New Subtask (board spec, 2, 5 and 7). `project` is the task's project as the author knew
 * it: the server uses the task's current one.
 */
export const subtaskCreate = defineMutation({
  name: 'subtask-create',
  schema: v.strictObject({
    id: uuidSchema,
    project: idSchema,
    task: idSchema,
    rank: rankSchema,
    name: subtaskNameSchema,
    start_date: v.nullable(calendarDateSchema),
    end_date: v.nullable(calendarDateSchema),
    is_completed: v.boolean(),
    document: v.optional(v.nullable(idSchema), null),
  }),
  refs: subtaskRefs,
  parents: ({ task, document }) => [{ table: 'tasks', id: task }, ...fileParents(document)],
  gather: async ({ task, document }, read, actor) => ({
    task: await gatherProjectRow(read, actor, tasks, task),
    file: await gatherFile(read, document),
  }),
  authorise: ({ document, ...args }, { task, file }, actor) =>
    withVisibleRow(
      task,
      actor,
      (row) =>
        mayAddSubtask(actor, row) ??
        refuseReversedDates(args) ??
        rejectForeignFile({ id: document, file, actor, scope: row.scope }),
    ),
  effects: (args, { actor, at }) => [
    effect(subtasks, args.id, (row) => ({
      ...row,
      ...args,
      scope: projectScope(args.project),
      v: row?.v ?? 0,
      status: true,
      assigned_to: null,
      created_by: actor.orgUserId,
      created_at: new Date(at).toISOString(),
    })),
  ],
  rest: {
    method: 'POST',
    path: 'sub-task/create/',
    bodyFields: [
      'id',
      'name',
      'is_completed',
      'order',
      'rank',
      'start_date',
      'end_date',
      'task',
      'document',
      'status',
    ],
    fileFields: ['document'],
    toBody: ({ project: _project, ...body }) => body,
    fromRest,
  },
  describe: ({ name }) => message('Add subtask "{name}"', { name }),
  ownText: ({ name }) => name,
  success: message('Subtask added successfully'),
});

async function fromRest({ body }: RestInput, resolve: RestResolver): Promise<unknown> {
  const id = body['id'] ?? resolve.newId();
  const task = String(idField(body, 'task') ?? '');
  const order = orderField(body, 'order');
  return {
    id,
    project: (await resolve.reader.get(tasks, task))?.project ?? '-',
    task,
    rank: body['rank'] ?? (await resolve.rankAt('subtasks', task, order, String(id))),
    name: body['name'],
    start_date: nullableField(body, 'start_date'),
    end_date: nullableField(body, 'end_date'),
    is_completed: flagField(body, 'is_completed') ?? false,
    document: fileField(body, 'document'),
  };
}
