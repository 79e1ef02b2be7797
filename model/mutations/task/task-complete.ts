import * as v from 'valibot';
import { tasks } from '../../entities/task.ts';
import { mayTickCompleted } from '../../permissions/task.ts';
import { claimedInstant } from '../../shared/claimed-time.ts';
import { completionStampSchema } from '../../shared/dates.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { gatherProjectRow, withVisibleRow } from '../context/project-context.ts';
import { flagField, nullableField } from '../rest-fields.ts';

/**
 * Completed: the creator's part. The value is absolute, not a toggle (WRITE-4); `at` is the
 * client's claim.
 */
export const taskComplete = defineMutation({
  name: 'task-complete',
  schema: v.strictObject({
    id: idSchema,
    done: v.boolean(),
    at: v.nullable(completionStampSchema),
  }),
  refs: ({ id }) => [{ table: 'tasks', id }],
  parents: () => [],
  gather: ({ id }, read, actor) => gatherProjectRow(read, actor, tasks, id),
  authorise: (_args, context, actor) =>
    withVisibleRow(context, actor, (task) => mayTickCompleted(actor, task)),
  effects: ({ id, done, at }, { at: now }) => [
    change(tasks, id, (row) => ({
      ...row,
      is_completed: done,
      // A plain client may omit the time; the server sets it then, and replaces an implausible one.
      is_completed_at: done ? claimedInstant(at, now) : null,
    })),
  ],
  rest: {
    method: 'PATCH',
    path: 'task/update-destroy/:id/',
    fields: ['is_completed', 'is_completed_at'],
    toBody: ({ done, at }) => ({ is_completed: done, is_completed_at: at }),
    fromRest: async ({ params, body }) => ({
      id: params['id'],
      done: flagField(body, 'is_completed'),
      at: nullableField(body, 'is_completed_at'),
    }),
  },
  describe: ({ done }) => (done ? message('Tick Completed') : message('Untick Completed')),
  merge: (_earlier, later) => later,
});
