import * as v from 'valibot';
import { tasks } from '../../entities/task.ts';
import { mayManageCollaborators } from '../../permissions/task.ts';
import { refuse } from '../../shared/errors.ts';
import { distinctIdsSchema, idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { fromMembers, toMember } from '../context/person-refs.ts';
import { gatherProjectRow, mayJoin, withVisibleRow } from '../context/project-context.ts';
import { flagField, listField } from '../rest-fields.ts';

/** Text of added collaborators (board spec, 8). */
export const COLLABORATORS_ADDED = message('Collaborators added successfully');

/** Reason of refused collaborators who are not team members. */
export const COLLABORATORS_ARE_MEMBERS = /*i18n*/ 'Collaborators are team members';

/**
 * Sets the collaborators (board spec, 6: creator and assignee). Those who are added are team members; one who left the
 * project may stay. `project` only serves REST calls. `taken_back`: this reverts a change, so those whom the actor has
 * removed come back, also when they have left the project.
 */
export const taskCollaborate = defineMutation({
  name: 'task-collaborate',
  schema: v.strictObject({
    id: idSchema,
    project: idSchema,
    collaborators: distinctIdsSchema(500),
    taken_back: v.optional(v.boolean()),
  }),
  refs: ({ id }) => [{ table: 'tasks', id }],
  parents: () => [],
  gather: async ({ id, collaborators, taken_back }, read, actor) => {
    const task = await gatherProjectRow(read, actor, tasks, id);
    if (task.row === undefined) return { task, fits: false };
    const before = task.row.collaborators;
    const added = collaborators.filter((person) => !before.includes(person));
    const joining = {
      project: task.row.project,
      people: added,
      of: { table: tasks.table, id, fields: ['collaborators'] },
      isTakenBack: taken_back === true,
    };
    return { task, fits: await mayJoin(read, joining) };
  },
  authorise: (_args, { task, fits }, actor) =>
    withVisibleRow(task, actor, (row) => mayManageCollaborators(actor, row)) ??
    (fits ? undefined : refuse('invalid', COLLABORATORS_ARE_MEMBERS)),
  effects: ({ id, collaborators }) => [
    change(tasks, id, (row) => ({ ...row, collaborators: [...collaborators] })),
  ],
  rest: {
    method: 'PATCH',
    path: 'task/update-destroy/:id/',
    bodyFields: ['collaborators'],
    modifierFields: ['taken_back'],
    toBody: ({ project, collaborators, taken_back }) => ({
      collaborators: collaborators.map((person) => toMember(project, person)),
      ...(taken_back === true && { taken_back }),
    }),
    fromRest: async ({ params, body }, { reader }) => {
      const id = params['id'] ?? '';
      const project = (await reader.get(tasks, id))?.project ?? '-';
      return {
        id,
        project,
        collaborators: fromMembers(project, listField(body, 'collaborators')),
        ...('taken_back' in body && { taken_back: flagField(body, 'taken_back') }),
      };
    },
  },
  describe: () => message('Choose collaborators'),
  merge: (_earlier, later) => later,
  success: COLLABORATORS_ADDED,
});
