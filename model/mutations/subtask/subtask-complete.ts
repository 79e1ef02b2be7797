import * as v from 'valibot';
import { subtasks } from '../../entities/subtask.ts';
import { mayTickSubtask } from '../../permissions/subtask.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { flagField } from '../rest-fields.ts';
import { gatherSubtask, subtaskRefs, withVisibleSubtask } from './subtask-context.ts';

/**
 * Ticks or unticks a subtask (board spec, 4); the value is absolute (WRITE-4). Plain clients also
 * send `task`.
 */
export const subtaskComplete = defineMutation({
  name: 'subtask-complete',
  schema: v.strictObject({ id: idSchema, done: v.boolean() }),
  refs: subtaskRefs,
  parents: () => [],
  gather: ({ id }, read, actor) => gatherSubtask(read, actor, id),
  authorise: (_args, context, actor) =>
    withVisibleSubtask(context, actor, (task, subtask) => mayTickSubtask(actor, task, subtask)),
  effects: ({ id, done }) => [change(subtasks, id, (row) => ({ ...row, is_completed: done }))],
  rest: {
    method: 'PATCH',
    path: 'sub-task/update-destroy/:id/',
    bodyFields: ['is_completed', 'task'],
    toBody: ({ done }) => ({ is_completed: done }),
    fromRest: async ({ params, body }) => ({
      id: params['id'],
      done: flagField(body, 'is_completed'),
    }),
  },
  describe: ({ done }) => (done ? message('Complete a subtask') : message('Open a subtask again')),
  merge: (_earlier, later) => later,
  success: ({ done }) => (done ? message('Subtask completed') : message('Subtask opened again')),
});
