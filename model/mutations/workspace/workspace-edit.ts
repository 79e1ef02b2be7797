import * as v from 'valibot';
import { workspaces } from '../../entities/workspace.ts';
import { notFound } from '../../permissions/project.ts';
import { mayEditWorkspace } from '../../permissions/workspace.ts';
import { idSchema } from '../../shared/ids.ts';
import { longTextSchema, nameSchema } from '../../shared/text.ts';
import { called } from '../called.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { fileParents, gatherFile, rejectForeignFile } from '../context/file-context.ts';
import { fileField, plainField, presentFields } from '../rest-fields.ts';

/** Workspace settings: only the fields that were changed. */
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
    // Who may not is told the same of a workspace that exists and of one that does not.
    if (refusal !== undefined || workspace === undefined) return refusal ?? notFound();
    const { scope, image: current } = workspace;
    return rejectForeignFile({ id: image, file, actor, scope, current, needs: 'image' });
  },
  effects: ({ id, name, desc, image }) => [
    change(workspaces, id, (row) => ({
      ...row,
      name: name ?? row.name,
      desc: desc ?? row.desc,
      image: image === undefined ? row.image : image,
    })),
  ],
  rest: {
    method: 'PATCH',
    path: 'workspace/update-destroy/:id/',
    fields: ['name', 'desc', 'image'],
    fileFields: ['image'],
    toBody: ({ id: _id, ...fields }) => fields,
    fromRest: async ({ params, body }) => ({
      id: params['id'],
      ...presentFields(body, { name: plainField, desc: plainField, image: fileField }),
    }),
  },
  describe: ({ id, name }, nameOf) =>
    `Edit ${called('workspace', name ?? nameOf('workspaces', id))}`,
  named: ({ id }) => [{ table: 'workspaces', id }],
  ownText: ({ name, desc }) => [name, desc].filter((text) => text !== undefined).join('\n\n'),
  // Field by field: a field the later edit leaves open must not take the earlier one's away.
  merge: (earlier, later) => ({
    id: later.id,
    name: later.name ?? earlier.name,
    desc: later.desc ?? earlier.desc,
    image: later.image === undefined ? earlier.image : later.image,
  }),
});
