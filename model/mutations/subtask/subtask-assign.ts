import * as v from 'valibot';
import { subtasks } from '../../entities/subtask.ts';
import { mayChangeSubtask } from '../../permissions/subtask.ts';
import { refuse } from '../../shared/errors.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { fromMember, toMember } from '../context/person-refs.ts';
import { areMembers } from '../context/project-context.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { nullableField } from '../rest-fields.ts';
import { gatherSubtask, subtaskRefs, withVisibleSubtask } from './subtask-context.ts';

/**
 * Assigns a subtask to a team member, or to nobody. `project` only serves to convert the person to a team member in
 * REST calls.
 */
export const subtaskAssign = defineMutation({
  name: 'subtask-assign',
  schema: v.strictObject({ id: idSchema, project: idSchema, assigned_to: v.nullable(idSchema) }),
  refs: subtaskRefs,
  parents: () => [],
  gather: async ({ id, assigned_to }, read, actor) => {
    const context = await gatherSubtask(read, actor, id);
    const people = assigned_to === null ? [] : [assigned_to];
    const { task } = context;
    return {
      ...context,
      fits: task !== undefined && (await areMembers(read, task.project, people)),
    };
  },
  authorise: (_args, { fits, ...context }, actor) =>
    withVisibleSubtask(context, actor, (task, subtask) => mayChangeSubtask(actor, task, subtask)) ??
    (fits ? undefined : refuse('invalid', /*i18n*/ 'Subtasks are assigned to team members only')),
  effects: ({ id, assigned_to }) => [change(subtasks, id, (row) => ({ ...row, assigned_to }))],
  rest: {
    method: 'PATCH',
    path: 'sub-task/update-destroy/:id/',
    bodyFields: ['assigned_to'],
    toBody: ({ project, assigned_to }) => ({ assigned_to: toMember(project, assigned_to) }),
    fromRest: async ({ params, body }, { reader }) => {
      const id = params['id'] ?? '';
      const project = (await reader.get(subtasks, id))?.project ?? '-';
      return {
        id,
        project,
        assigned_to: fromMember(project, nullableField(body, 'assigned_to')),
      };
    },
  },
  describe: () => message('Assign a subtask'),
  merge: (_earlier, later) => later,
  success: ({ assigned_to }) =>
    assigned_to === null ? message('Nobody is assigned any more') : message('Subtask assigned'),
});
