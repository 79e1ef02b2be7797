import * as v from 'valibot';
import { type Task, tasks } from '../../entities/task.ts';
import { mayTickEmployee } from '../../permissions/task.ts';
import { claimedInstant } from '../../shared/claimed-time.ts';
import { completionStampSchema } from '../../shared/dates.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { gatherProjectRow, withVisibleRow } from '../context/project-context.ts';
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
  }),
  refs: ({ id }) => [{ table: 'tasks', id }],
  parents: () => [],
  gather: ({ id }, read, actor) => gatherProjectRow(read, actor, tasks, id),
  authorise: (_args, context, actor) =>
    withVisibleRow(context, actor, (task) => mayTickEmployee(actor, task)),
  effects: ({ id, done, at }, { actor, at: now }) => [
    change(tasks, id, (row) => tick(row, actor.orgUserId, done ? claimedInstant(at, now) : null)),
  ],
  rest: {
    method: 'PATCH',
    path: 'task/update-destroy/:id/',
    fields: ['is_completed_employee', 'is_completed_emp_at'],
    toBody: ({ done, at }) => ({ is_completed_employee: done, is_completed_emp_at: at }),
    fromRest: async ({ params, body }) => ({
      id: params['id'],
      done: flagField(body, 'is_completed_employee'),
      at: nullableField(body, 'is_completed_emp_at'),
    }),
  },
  describe: ({ done }) =>
    done ? message('Tick Completed by Employee') : message('Untick Completed by Employee'),
  merge: (_earlier, later) => later,
});

function tick(row: Task, person: string, at: string | null): Task {
  if (row.assigned_users.length === 0) {
    return { ...row, is_completed_employee: at !== null, is_completed_emp_at: at };
  }
  const others = Object.entries(row.ticks).filter(([ticker]) => ticker !== person);
  const ticks = Object.fromEntries(at === null ? others : [...others, [person, at]]);
  const all = row.assigned_users.every((assignee) => assignee in ticks);
  const last = Object.values(ticks).toSorted().at(-1) ?? null;
  return {
    ...row,
    ticks,
    is_completed_employee: all,
    is_completed_emp_at: all ? last : null,
  };
}
