import { workspaces } from '../../entities/workspace.ts';
import { notFound } from '../../permissions/project.ts';
import { mayDeleteWorkspace } from '../../permissions/workspace.ts';
import { message } from '../../shared/message.ts';
import { called } from '../called.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { deletionCall, deletionSchema, withDeletion, withoutDeletion } from '../deletion.ts';

/**
 * Deletes a workspace, or takes a deletion back until the server erases it with its projects (decision 0091). The rows
 * of the projects are unchanged until then. `status` is the one after a restoration.
 */
export const workspaceDelete = defineMutation({
  name: 'workspace-delete',
  schema: deletionSchema,
  refs: ({ id }) => [{ table: 'workspaces', id }],
  parents: () => [],
  gather: ({ id }, read) => read.get(workspaces, id),
  authorise: (_args, workspace, actor) =>
    // Without the right the response is the same for an existing workspace and a missing one.
    mayDeleteWorkspace(actor) ?? (workspace === undefined ? notFound() : undefined),
  effects: ({ id, deleted, status }, { at }) => [
    change(workspaces, id, (row) =>
      deleted ? withDeletion(row, at) : withoutDeletion(row, status),
    ),
  ],
  rest: deletionCall('workspace/delete/:id/'),
  describe: ({ id, deleted }, nameOf) => {
    const name = nameOf('workspaces', id);
    return deleted
      ? called(name, message('Delete workspace "{name}"'), message('Delete a workspace'))
      : called(name, message('Restore workspace "{name}"'), message('Restore a workspace'));
  },
  named: ({ id }) => [{ table: 'workspaces', id }],
  merge: (_earlier, later) => later,
  success: ({ deleted }, name) =>
    deleted
      ? message('Workspace "{name}" deleted', { name })
      : message('Workspace "{name}" restored', { name }),
});
