import * as v from 'valibot';
import { flags } from '../../entities/flag.ts';
import { tasks } from '../../entities/task.ts';
import { mayDirectTask } from '../../permissions/task.ts';
import { refuse } from '../../shared/errors.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { gatherProjectRow, withVisibleRow } from '../context/project-context.ts';
import { idField } from '../rest-fields.ts';

export const PRIORITY_UPDATED = message('Priority updated successfully');

/** Changes the priority (board spec, 6: the creator). */
export const taskSetFlag = defineMutation({
  name: 'task-set-flag',
  schema: v.strictObject({ id: idSchema, flag: idSchema }),
  refs: ({ id }) => [{ table: 'tasks', id }],
  parents: () => [],
  gather: async ({ id, flag }, read, actor) => ({
    task: await gatherProjectRow(read, actor, tasks, id),
    flag: await read.get(flags, flag),
  }),
  authorise: (_args, { task, flag }, actor) =>
    withVisibleRow(task, actor, (row) => mayDirectTask(actor, row)) ??
    (flag === undefined ? refuse('invalid', /*i18n*/ 'This priority does not exist') : undefined),
  effects: ({ id, flag }) => [change(tasks, id, (row) => ({ ...row, flag }))],
  rest: {
    method: 'PATCH',
    path: 'task/update-destroy/:id/',
    bodyFields: ['flag'],
    toBody: ({ flag }) => ({ flag }),
    fromRest: async ({ params, body }) => ({ id: params['id'], flag: idField(body, 'flag') }),
  },
  describe: () => message('Change a priority'),
  merge: (_earlier, later) => later,
  success: PRIORITY_UPDATED,
});
