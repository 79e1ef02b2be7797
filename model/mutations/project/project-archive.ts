import * as v from 'valibot';
import { projects } from '../../entities/project.ts';
import { mayArchiveProject, notFound } from '../../permissions/project.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { called } from '../called.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { withStatus } from '../deletion.ts';
import { flagField } from '../rest-fields.ts';

/** Archives (status false) or restores (status true) a project. All of its rows are unchanged. */
export const projectArchive = defineMutation({
  name: 'project-archive',
  schema: v.strictObject({ id: idSchema, status: v.boolean() }),
  refs: ({ id }) => [{ table: 'projects', id }],
  parents: () => [],
  gather: ({ id }, read) => read.get(projects, id),
  authorise: (_args, project, actor) =>
    // Without the right the response is the same for an existing project and a missing one.
    mayArchiveProject(actor) ?? (project === undefined ? notFound() : undefined),
  effects: ({ id, status }) => [change(projects, id, (row) => withStatus(row, status))],
  rest: {
    method: 'PATCH',
    path: 'project/update-destroy/:id/',
    bodyFields: ['status'],
    toBody: ({ status }) => ({ status }),
    fromRest: async ({ params, body }) => ({ id: params['id'], status: flagField(body, 'status') }),
  },
  describe: ({ id, status }, nameOf) => {
    const name = nameOf('projects', id);
    return status
      ? called(name, message('Restore project "{name}"'), message('Restore a project'))
      : called(name, message('Archive project "{name}"'), message('Archive a project'));
  },
  named: ({ id }) => [{ table: 'projects', id }],
  merge: (_earlier, later) => later,
  success: ({ status }, name) =>
    status
      ? message('Project "{name}" restored', { name })
      : message('Project "{name}" archived', { name }),
});
