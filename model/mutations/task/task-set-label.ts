import * as v from 'valibot';
import { labels } from '../../entities/label.ts';
import { tasks } from '../../entities/task.ts';
import { mayDirectTask } from '../../permissions/task.ts';
import { refuse } from '../../shared/errors.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { gatherProjectRow, withVisibleRow } from '../context/project-context.ts';
import { nullableField } from '../rest-fields.ts';

/**
 * Sets or clears a task's label, one of its project: the creator, as with the priority (board spec,
 * 6).
 */
export const taskSetLabel = defineMutation({
  name: 'task-set-label',
  schema: v.strictObject({ id: idSchema, label: v.nullable(idSchema) }),
  refs: ({ id }) => [{ table: 'tasks', id }],
  parents: ({ label }) => (label === null ? [] : [{ table: 'labels', id: label }]),
  gather: async ({ id, label }, read, actor) => ({
    task: await gatherProjectRow(read, actor, tasks, id),
    label: label === null ? null : await read.get(labels, label),
  }),
  authorise: (_args, { task, label }, actor) =>
    withVisibleRow(task, actor, (row) => mayDirectTask(actor, row)) ??
    (label === null || label?.project === task.row?.project
      ? undefined
      : refuse('invalid', /*i18n*/ 'This label does not exist')),
  effects: ({ id, label }) => [change(tasks, id, (row) => ({ ...row, label }))],
  rest: {
    method: 'PATCH',
    path: 'task/update-destroy/:id/',
    bodyFields: ['label'],
    toBody: ({ label }) => ({ label }),
    fromRest: async ({ params, body }) => ({
      id: params['id'],
      label: nullableField(body, 'label'),
    }),
  },
  describe: () => message('Change a label'),
  merge: (_earlier, later) => later,
});
