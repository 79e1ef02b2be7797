import * as v from 'valibot';
import { tasks } from '../../entities/task.ts';
import { mayDirectTask } from '../../permissions/task.ts';
import { idSchema } from '../../shared/ids.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { gatherProjectRow, withVisibleRow } from '../context/project-context.ts';
import { flagField } from '../rest-fields.ts';

/** Archives (status false) or unarchives (status true) a task (board spec, 4). */
export const taskArchive = defineMutation({
  name: 'task-archive',
  schema: v.strictObject({ id: idSchema, status: v.boolean() }),
  refs: ({ id }) => [{ table: 'tasks', id }],
  parents: () => [],
  gather: ({ id }, read, actor) => gatherProjectRow(read, actor, tasks, id),
  authorise: (_args, context, actor) =>
    withVisibleRow(context, actor, (task) => mayDirectTask(actor, task)),
  effects: ({ id, status }) => [change(tasks, id, (row) => ({ ...row, status }))],
  rest: {
    method: 'PATCH',
    path: 'task/update-destroy/:id/',
    fields: ['status', 'project_id'],
    toBody: ({ status }) => ({ status }),
    fromRest: async ({ params, body }) => ({ id: params['id'], status: flagField(body, 'status') }),
  },
  describe: ({ status }) => (status ? 'Unarchive a task' : 'Archive a task'),
  merge: (_earlier, later) => later,
  failure: 'Permission required to unarchive task.',
  success: ({ status }) => (status ? 'Task successfully unarchived' : 'Task archived'),
});
