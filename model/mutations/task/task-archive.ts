import * as v from 'valibot';
import { tasks } from '../../entities/task.ts';
import { mayDirectTask } from '../../permissions/task.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { gatherProjectRow, withVisibleRow } from '../context/project-context.ts';
import { withStatus } from '../deletion.ts';
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
  effects: ({ id, status }) => [change(tasks, id, (row) => withStatus(row, status))],
  rest: {
    method: 'PATCH',
    path: 'task/update-destroy/:id/',
    bodyFields: ['status', 'project_id'],
    toBody: ({ status }) => ({ status }),
    fromRest: async ({ params, body }) => ({ id: params['id'], status: flagField(body, 'status') }),
  },
  describe: ({ status }) => (status ? message('Unarchive a task') : message('Archive a task')),
  merge: (_earlier, later) => later,
  failure: /*i18n*/ 'Permission required to unarchive task.',
  success: ({ status }) =>
    status ? message('Task successfully unarchived') : message('Task archived'),
});
