import * as v from 'valibot';
import { subtasks } from '../../entities/subtask.ts';
import { mayChangeSubtask } from '../../permissions/subtask.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { rankSchema } from '../../shared/rank.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { orderField } from '../rest-fields.ts';
import { gatherSubtask, subtaskRefs, withVisibleSubtask } from './subtask-context.ts';

/** Moves a subtask within its task's list: one row gets a new rank (product.md, 2). */
export const subtaskMove = defineMutation({
  name: 'subtask-move',
  schema: v.strictObject({ id: idSchema, rank: rankSchema }),
  refs: subtaskRefs,
  parents: () => [],
  gather: ({ id }, read, actor) => gatherSubtask(read, actor, id),
  authorise: (_args, context, actor) =>
    withVisibleSubtask(context, actor, (task, subtask) => mayChangeSubtask(actor, task, subtask)),
  effects: ({ id, rank }) => [change(subtasks, id, (row) => ({ ...row, rank }))],
  rest: {
    method: 'PATCH',
    path: 'sub-task/update-destroy/:id/',
    bodyFields: ['order', 'rank'],
    toBody: ({ rank }) => ({ rank }),
    fromRest: async ({ params, body }, { reader, rankAt }) => {
      const id = params['id'] ?? '';
      if ('rank' in body) return { id, rank: body['rank'] };
      const subtask = await reader.get(subtasks, id);
      // The rule refuses a missing subtask, so any legal rank may be passed for it.
      if (subtask === undefined) return { id, rank: 'V' };
      return { id, rank: await rankAt('subtasks', subtask.task, orderField(body, 'order'), id) };
    },
  },
  describe: () => message('Move a subtask'),
  merge: (_earlier, later) => later,
  success: message('Subtask moved'),
});
