import * as v from 'valibot';
import { workspaces } from '../../entities/workspace.ts';
import { notFound } from '../../permissions/project.ts';
import { mayEditWorkspace } from '../../permissions/workspace.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { longTextSchema, nameSchema } from '../../shared/text.ts';
import { called } from '../called.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { editRoute, given, mergeEdits } from '../edit.ts';
import { fileParents, gatherFile, rejectForeignFile } from '../context/file-context.ts';
import { fileField, plainField } from '../rest-fields.ts';

/** Workspace settings: only the changed fields. */
export const workspaceEdit = defineMutation({
  name: 'workspace-edit',
  schema: v.strictObject({
    id: idSchema,
    name: v.optional(nameSchema),
    desc: v.optional(longTextSchema),
    image: v.optional(v.nullable(idSchema)),
  }),
  refs: ({ id }) => [{ table: 'workspaces', id }],
  parents: ({ image }) => fileParents(image),
  gather: async ({ id, image }, read) => ({
    workspace: await read.get(workspaces, id),
    file: await gatherFile(read, image),
  }),
  authorise: ({ image }, { workspace, file }, actor) => {
    const refusal = mayEditWorkspace(actor);
    // Without the right the response is the same for an existing workspace and a missing one.
    if (refusal !== undefined || workspace === undefined) return refusal ?? notFound();
    const { scope, image: current } = workspace;
    return rejectForeignFile({ id: image, file, actor, scope, current, needs: 'image' });
  },
  effects: ({ id, ...fields }) => [change(workspaces, id, (row) => ({ ...row, ...given(fields) }))],
  rest: {
    ...editRoute('workspace/update-destroy/:id/', {
      name: plainField,
      desc: plainField,
      image: fileField,
    }),
    fileFields: ['image'],
  },
  describe: ({ id, name }, nameOf) =>
    called(
      name ?? nameOf('workspaces', id),
      message('Edit workspace "{name}"'),
      message('Edit a workspace'),
    ),
  named: ({ id }) => [{ table: 'workspaces', id }],
  ownText: ({ name, desc }) => [name, desc].filter((text) => text !== undefined).join('\n\n'),
  merge: mergeEdits,
  success: ({ image }) => (image === null ? message('Image removed') : message('Workspace saved')),
});
