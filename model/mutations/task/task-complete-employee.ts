import * as v from 'valibot';
import { type Task, tasks } from '../../entities/task.ts';
import { mayTickEmployee } from '../../permissions/task.ts';
import { claimedInstant } from '../../shared/claimed-time.ts';
import { completionStampSchema } from '../../shared/dates.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { gatherProjectRow, withVisibleRow } from '../context/project-context.ts';
import { answerSchema, rejectMissing } from '../context/answer-context.ts';
import { fileParents } from '../context/file-context.ts';
import {
  ANSWER,
  EMPLOYEE_STEP,
  stepEffects,
  stepFromRest,
  stepRefs,
  stepSchema,
} from '../context/step-context.ts';
import { withTicks } from '../several-ticks.ts';
import { flagField, nullableField } from '../rest-fields.ts';

/**
 * Completed by Employee: the assignee's part; one tick per assignee of a multi-user task
 * (product.md, 6).
 */
export const taskCompleteEmployee = defineMutation({
  name: 'task-complete-employee',
  schema: v.strictObject({
    id: idSchema,
    done: v.boolean(),
    at: v.nullable(completionStampSchema),
    step: v.optional(stepSchema),
    /** Undefined: a call of an older build or of a plain client (SIGN-3.3). */
    answer: v.optional(answerSchema),
  }),
  refs: ({ id, step }) => [{ table: 'tasks', id }, ...stepRefs(step)],
  parents: ({ answer }) => (answer?.photos ?? []).flatMap(fileParents),
  gather: ({ id }, read, actor) => gatherProjectRow(read, actor, tasks, id),
  authorise: ({ done, answer }, context, actor) =>
    withVisibleRow(
      context,
      actor,
      (task) =>
        mayTickEmployee(actor, task) ?? (done ? rejectMissing(task.asks, answer) : undefined),
    ),
  effects: ({ id, done, at, step, answer }, context) => [
    change(tasks, id, (row) =>
      tick(row, context.actor.orgUserId, done ? claimedInstant(at, context.at) : null),
    ),
    ...stepEffects({ step, task: id, kind: done ? 'done' : 'undone', at, answer }, context),
  ],
  rest: {
    method: 'PATCH',
    path: 'task/update-destroy/:id/',
    bodyFields: ['is_completed_employee', 'is_completed_emp_at', EMPLOYEE_STEP, ANSWER],
    toBody: ({ done, at, step, answer }) => ({
      is_completed_employee: done,
      is_completed_emp_at: at,
      ...(step !== undefined && { [EMPLOYEE_STEP]: step.id }),
      ...(answer !== undefined && { [ANSWER]: answer }),
    }),
    fromRest: async (input, resolve) => ({
      id: input.params['id'],
      done: flagField(input.body, 'is_completed_employee'),
      at: nullableField(input.body, 'is_completed_emp_at'),
      ...(ANSWER in input.body && { answer: input.body[ANSWER] }),
      ...(await stepFromRest(EMPLOYEE_STEP, input, resolve)),
    }),
  },
  describe: ({ done }) =>
    done ? message('Tick Completed by Employee') : message('Untick Completed by Employee'),
  ownText: ({ answer }) => answer?.remark ?? '',
  merge: (_earlier, later) => later,
});

function tick(row: Task, person: string, at: string | null): Task {
  if (row.assigned_users.length === 0) {
    return { ...row, is_completed_employee: at !== null, is_completed_emp_at: at };
  }
  const others = Object.entries(row.ticks).filter(([ticker]) => ticker !== person);
  return withTicks(row, Object.fromEntries(at === null ? others : [...others, [person, at]]));
}
