import * as v from 'valibot';
import { workspaces } from '../../entities/workspace.ts';
import { notFound } from '../../permissions/project.ts';
import { mayArchiveWorkspace } from '../../permissions/workspace.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { called } from '../called.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { withStatus } from '../deletion.ts';
import { flagField } from '../rest-fields.ts';

/**
 * Archives (status false) or restores (status true) a workspace. Its projects are unchanged and
 * listed again after it is restored.
 */
export const workspaceArchive = defineMutation({
  name: 'workspace-archive',
  schema: v.strictObject({ id: idSchema, status: v.boolean() }),
  refs: ({ id }) => [{ table: 'workspaces', id }],
  parents: () => [],
  gather: ({ id }, read) => read.get(workspaces, id),
  authorise: (_args, workspace, actor) =>
    // Without the right the response is the same for an existing workspace and a missing one.
    mayArchiveWorkspace(actor) ?? (workspace === undefined ? notFound() : undefined),
  effects: ({ id, status }) => [change(workspaces, id, (row) => withStatus(row, status))],
  rest: {
    method: 'PATCH',
    path: 'workspace/update-destroy/:id/',
    bodyFields: ['status'],
    toBody: ({ status }) => ({ status }),
    fromRest: async ({ params, body }) => ({ id: params['id'], status: flagField(body, 'status') }),
  },
  describe: ({ id, status }, nameOf) => {
    const name = nameOf('workspaces', id);
    return status
      ? called(name, message('Restore workspace "{name}"'), message('Restore a workspace'))
      : called(name, message('Archive workspace "{name}"'), message('Archive a workspace'));
  },
  named: ({ id }) => [{ table: 'workspaces', id }],
  merge: (_earlier, later) => later,
  success: ({ status }, name) =>
    status
      ? message('Workspace "{name}" restored', { name })
      : message('Workspace "{name}" archived', { name }),
});
