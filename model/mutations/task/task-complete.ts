import * as v from 'valibot';
import { tasks } from '../../entities/task.ts';
import { mayTickCompleted } from '../../permissions/task.ts';
import { claimedInstant } from '../../shared/claimed-time.ts';
import { completionStampSchema } from '../../shared/dates.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { gatherProjectRow, withVisibleRow } from '../context/project-context.ts';
import {
  CREATOR_STEP,
  stepEffects,
  stepFromRest,
  stepRefs,
  stepSchema,
} from '../context/step-context.ts';
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
    step: v.optional(stepSchema),
  }),
  refs: ({ id, step }) => [{ table: 'tasks', id }, ...stepRefs(step)],
  parents: () => [],
  gather: ({ id }, read, actor) => gatherProjectRow(read, actor, tasks, id),
  authorise: (_args, context, actor) =>
    withVisibleRow(context, actor, (task) => mayTickCompleted(actor, task)),
  effects: ({ id, done, at, step }, context) => [
    change(tasks, id, (row) => ({
      ...row,
      is_completed: done,
      // A plain client may omit the time; the server sets it then, and replaces an implausible one.
      is_completed_at: done ? claimedInstant(at, context.at) : null,
    })),
    ...stepEffects({ step, task: id, kind: done ? 'accepted' : 'reopened', at }, context),
  ],
  rest: {
    method: 'PATCH',
    path: 'task/update-destroy/:id/',
    bodyFields: ['is_completed', 'is_completed_at', CREATOR_STEP],
    toBody: ({ done, at, step }) => ({
      is_completed: done,
      is_completed_at: at,
      ...(step !== undefined && { [CREATOR_STEP]: step.id }),
    }),
    fromRest: async (input, resolve) => ({
      id: input.params['id'],
      done: flagField(input.body, 'is_completed'),
      at: nullableField(input.body, 'is_completed_at'),
      ...(await stepFromRest(CREATOR_STEP, input, resolve)),
    }),
  },
  describe: ({ done }) => (done ? message('Tick Completed') : message('Untick Completed')),
  merge: (_earlier, later) => later,
});
