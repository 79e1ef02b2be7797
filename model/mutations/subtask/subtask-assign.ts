import * as v from 'valibot';
import { subtasks } from '../../entities/subtask.ts';
import { mayChangeSubtask } from '../../permissions/subtask.ts';
import { refuse } from '../../shared/errors.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { fromMember, toMember } from '../context/person-refs.ts';
import { mayJoin } from '../context/project-context.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { flagField, nullableField } from '../rest-fields.ts';
import { gatherSubtask, subtaskRefs, withVisibleSubtask } from './subtask-context.ts';

/**
 * Assigns a subtask to a team member, or to nobody. `project` only serves to convert the person to a team member in
 * REST calls. `taken_back`: this reverts an assignment, so whom the actor has removed comes back, also when they have
 * left the project.
 */
export const subtaskAssign = defineMutation({
  name: 'subtask-assign',
  schema: v.strictObject({
    id: idSchema,
    project: idSchema,
    assigned_to: v.nullable(idSchema),
    taken_back: v.optional(v.boolean()),
  }),
  refs: subtaskRefs,
  parents: () => [],
  gather: async ({ id, assigned_to, taken_back }, read, actor) => {
    const context = await gatherSubtask(read, actor, id);
    const { task } = context;
    if (task === undefined) return { ...context, fits: false };
    const joining = {
      project: task.project,
      people: assigned_to === null ? [] : [assigned_to],
      of: { table: subtasks.table, id, fields: ['assigned_to'] },
      isTakenBack: taken_back === true,
    };
    return { ...context, fits: await mayJoin(read, joining) };
  },
  authorise: (_args, { fits, ...context }, actor) =>
    withVisibleSubtask(context, actor, (task, subtask) => mayChangeSubtask(actor, task, subtask)) ??
    (fits ? undefined : refuse('invalid', /*i18n*/ 'Subtasks are assigned to team members only')),
  effects: ({ id, assigned_to }) => [change(subtasks, id, (row) => ({ ...row, assigned_to }))],
  rest: {
    method: 'PATCH',
    path: 'sub-task/update-destroy/:id/',
    bodyFields: ['assigned_to'],
    modifierFields: ['taken_back'],
    toBody: ({ project, assigned_to, taken_back }) => ({
      assigned_to: toMember(project, assigned_to),
      ...(taken_back === true && { taken_back }),
    }),
    fromRest: async ({ params, body }, { reader }) => {
      const id = params['id'] ?? '';
      const project = (await reader.get(subtasks, id))?.project ?? '-';
      return {
        id,
        project,
        assigned_to: fromMember(project, nullableField(body, 'assigned_to')),
        ...('taken_back' in body && { taken_back: flagField(body, 'taken_back') }),
      };
    },
  },
  describe: () => message('Assign a subtask'),
  merge: (_earlier, later) => later,
  success: ({ assigned_to }) =>
    assigned_to === null ? message('Nobody is assigned any more') : message('Subtask assigned'),
});
