import * as v from 'valibot';
import { tasks } from '../../entities/task.ts';
import { mayManageCollaborators } from '../../permissions/task.ts';
import { refuse } from '../../shared/errors.ts';
import { distinctIdsSchema, idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { fromMembers, toMember } from '../context/person-refs.ts';
import { areMembers, gatherProjectRow, withVisibleRow } from '../context/project-context.ts';
import { listField } from '../rest-fields.ts';

/** Text of added collaborators (board spec, 8). */
export const COLLABORATORS_ADDED = message('Collaborators added successfully');

/** Reason of refused collaborators who are not team members. */
export const COLLABORATORS_ARE_MEMBERS = /*i18n*/ 'Collaborators are team members';

/**
 * Sets the collaborators (board spec, 6: creator and assignee). Those who are added are team members; one who left the
 * project may stay. `project` only serves REST calls.
 */
export const taskCollaborate = defineMutation({
  name: 'task-collaborate',
  schema: v.strictObject({
    id: idSchema,
    project: idSchema,
    collaborators: distinctIdsSchema(500),
  }),
  refs: ({ id }) => [{ table: 'tasks', id }],
  parents: () => [],
  gather: async ({ id, collaborators }, read, actor) => {
    const task = await gatherProjectRow(read, actor, tasks, id);
    if (task.row === undefined) return { task, fits: false };
    const before = task.row.collaborators;
    const added = collaborators.filter((person) => !before.includes(person));
    return { task, fits: await areMembers(read, task.row.project, added) };
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
    toBody: ({ project, collaborators }) => ({
      collaborators: collaborators.map((person) => toMember(project, person)),
    }),
    fromRest: async ({ params, body }, { reader }) => {
      const id = params['id'] ?? '';
      const project = (await reader.get(tasks, id))?.project ?? '-';
      return { id, project, collaborators: fromMembers(project, listField(body, 'collaborators')) };
    },
  },
  describe: () => message('Choose collaborators'),
  merge: (_earlier, later) => later,
  success: COLLABORATORS_ADDED,
});
