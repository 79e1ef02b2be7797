import * as v from 'valibot';
import { subtasks } from '../../entities/subtask.ts';
import { mayChangeSubtask } from '../../permissions/subtask.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { flagField } from '../rest-fields.ts';
import { gatherSubtask, subtaskRefs, withVisibleSubtask } from './subtask-context.ts';

/** Deletes (status false) or restores (status true) a subtask: board spec, 7. */
export const subtaskArchive = defineMutation({
  name: 'subtask-archive',
  schema: v.strictObject({ id: idSchema, status: v.boolean() }),
  refs: subtaskRefs,
  parents: () => [],
  gather: ({ id }, read, actor) => gatherSubtask(read, actor, id),
  authorise: (_args, context, actor) =>
    withVisibleSubtask(context, actor, (task, subtask) => mayChangeSubtask(actor, task, subtask)),
  effects: ({ id, status }) => [change(subtasks, id, (row) => ({ ...row, status }))],
  rest: {
    method: 'PATCH',
    path: 'sub-task/update-destroy/:id/',
    bodyFields: ['status'],
    toBody: ({ status }) => ({ status }),
    fromRest: async ({ params, body }) => ({ id: params['id'], status: flagField(body, 'status') }),
  },
  describe: ({ status }) =>
    status ? message('Bring a subtask back') : message('Delete a subtask'),
  merge: (_earlier, later) => later,
  success: message('Subtask deleted'),
});
