import * as v from 'valibot';
import { taskSteps } from '../../entities/task-step.ts';
import { assigneesOf, type Task, tasks } from '../../entities/task.ts';
import { maySendBack } from '../../permissions/task.ts';
import { completionStampSchema } from '../../shared/dates.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { reasonSchema } from '../../shared/text.ts';
import { change, defineMutation, type RestInput, type RestResolver } from '../define-mutation.ts';
import { fromMembers, toMember } from '../context/person-refs.ts';
import { gatherProjectRow, withVisibleRow } from '../context/project-context.ts';
import { stepEffects, stepSchema } from '../context/step-context.ts';
import { withTicks } from '../several-ticks.ts';
import { listField, nullableField } from '../rest-fields.ts';

/**
 * Sends a task back to assignees with a reason: their ticks and the acceptance are removed, and the reason is a step
 * of the task's sign-off. Allowed whatever the ticks are by now, so that a reason written offline is never lost.
 */
export const taskSendBack = defineMutation({
  name: 'task-send-back',
  schema: v.strictObject({
    id: idSchema,
    reason: reasonSchema,
    at: v.nullable(completionStampSchema),
    step: stepSchema,
  }),
  refs: ({ id, step }) => [
    { table: 'tasks', id },
    { table: taskSteps.table, id: step.id },
  ],
  parents: () => [],
  gather: ({ id }, read, actor) => gatherProjectRow(read, actor, tasks, id),
  authorise: (_args, context, actor) =>
    withVisibleRow(context, actor, (task) => maySendBack(actor, task)),
  effects: ({ id, reason, at, step }, context) => [
    change(tasks, id, (row) => sendBack(row, step.people)),
    ...stepEffects({ step, task: id, kind: 'sent_back', at, remark: reason }, context),
  ],
  rest: {
    method: 'PATCH',
    path: 'task/send-back/:id/',
    bodyFields: ['reason', 'sent_back_at', 'assigned_users', 'step'],
    toBody: ({ reason, at, step: { id, project, people } }) => ({
      reason,
      sent_back_at: at,
      assigned_users: people.map((person) => toMember(project, person)),
      step: id,
    }),
    fromRest,
  },
  describe: () => message('Send a task back'),
  ownText: ({ reason }) => reason,
  success: message('Task sent back'),
});

function sendBack(row: Task, people: readonly string[]): Task {
  const open = { ...row, is_completed: false, is_completed_at: null };
  const ticks = Object.entries(row.ticks).filter(([person]) => !people.includes(person));
  if (row.assigned_users.length > 0) return withTicks(open, Object.fromEntries(ticks));
  const stays = row.assigned_to !== null && !people.includes(row.assigned_to);
  return stays ? open : { ...open, is_completed_employee: false, is_completed_emp_at: null };
}

/** Without people, a plain client sends the task back to all of its assignees. */
async function fromRest(
  { params, body }: RestInput,
  { reader, newId }: RestResolver,
): Promise<unknown> {
  const id = params['id'] ?? '';
  const task = await reader.get(tasks, id);
  const project = task?.project ?? '-';
  const everybody = task === undefined ? [] : assigneesOf(task);
  return {
    id,
    reason: body['reason'],
    at: nullableField(body, 'sent_back_at'),
    step: {
      id: body['step'] ?? newId(),
      project,
      people:
        'assigned_users' in body
          ? fromMembers(project, listField(body, 'assigned_users'))
          : everybody,
    },
  };
}
