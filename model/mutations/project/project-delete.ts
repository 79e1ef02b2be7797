import { projects } from '../../entities/project.ts';
import { workspaces } from '../../entities/workspace.ts';
import { mayDeleteProject, notFound } from '../../permissions/project.ts';
import { isDeleted } from '../../shared/erasure.ts';
import { refuse } from '../../shared/errors.ts';
import { message } from '../../shared/message.ts';
import { called } from '../called.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { deletionCall, deletionSchema, withDeletion, withoutDeletion } from '../deletion.ts';

/**
 * Deletes a project, or takes a deletion back until the server erases it (decision 0091). A deleted project has the
 * status of an archived one, so that older builds do not list it. `status` is the one after a restoration.
 */
export const projectDelete = defineMutation({
  name: 'project-delete',
  schema: deletionSchema,
  refs: ({ id }) => [{ table: 'projects', id }],
  parents: () => [],
  gather: async ({ id }, read) => {
    const project = await read.get(projects, id);
    return { project, workspace: project && (await read.get(workspaces, project.workspace)) };
  },
  authorise: ({ deleted }, { project, workspace }, actor) => {
    // Without the right the response is the same for an existing project and a missing one.
    const refusal = mayDeleteProject(actor) ?? (project === undefined ? notFound() : undefined);
    if (refusal !== undefined || deleted || workspace === undefined) return refusal;
    return isDeleted(workspace)
      ? refuse('conflict', /*i18n*/ 'Its workspace is deleted: restore the workspace first')
      : undefined;
  },
  effects: ({ id, deleted, status }, { at }) => [
    change(projects, id, (row) => (deleted ? withDeletion(row, at) : withoutDeletion(row, status))),
  ],
  rest: deletionCall('project/delete/:id/'),
  describe: ({ id, deleted }, nameOf) => {
    const name = nameOf('projects', id);
    return deleted
      ? called(name, message('Delete project "{name}"'), message('Delete a project'))
      : called(name, message('Restore project "{name}"'), message('Restore a project'));
  },
  named: ({ id }) => [{ table: 'projects', id }],
  merge: (_earlier, later) => later,
  success: ({ deleted }, name) =>
    deleted
      ? message('Project "{name}" deleted', { name })
      : message('Project "{name}" restored', { name }),
});
