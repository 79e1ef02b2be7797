import * as v from 'valibot';
import { workspaceScope } from '../../entities/scopes.ts';
import { workspaces } from '../../entities/workspace.ts';
import { mayCreateWorkspace } from '../../permissions/workspace.ts';
import { idSchema, uuidSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { longTextSchema, nameSchema } from '../../shared/text.ts';
import { defineMutation, effect } from '../define-mutation.ts';
import { fileParents, gatherFile, rejectForeignFile } from '../context/file-context.ts';
import { fileField, presentFields } from '../rest-fields.ts';

/** "Let's build a Workspace" (sessions spec, 2 and 7). */
export const workspaceCreate = defineMutation({
  name: 'workspace-create',
  schema: v.strictObject({
    id: uuidSchema,
    name: nameSchema,
    desc: longTextSchema,
    /** Id of a file whose row was written before, in the scope of the new workspace. */
    image: v.optional(v.nullable(idSchema)),
  }),
  refs: ({ id }) => [{ table: 'workspaces', id }],
  parents: ({ image }) => fileParents(image),
  gather: ({ image }, read) => gatherFile(read, image),
  authorise: ({ id, image }, file, actor) =>
    mayCreateWorkspace(actor) ??
    rejectForeignFile({ id: image, file, actor, scope: workspaceScope(id), needs: 'image' }),
  effects: ({ id, name, desc, image = null }, { actor, at }) => [
    effect(workspaces, id, (row) => ({
      ...row,
      id,
      scope: workspaceScope(id),
      v: row?.v ?? 0,
      name,
      desc,
      image,
      status: true,
      deleted_at: null,
      created_by: actor.orgUserId,
      created_at: new Date(at).toISOString(),
    })),
  ],
  rest: {
    method: 'POST',
    path: 'workspace/create/',
    bodyFields: ['id', 'organization', 'name', 'desc', 'image'],
    fileFields: ['image'],
    toBody: ({ id, name, desc, image }) => ({
      id,
      name,
      desc,
      ...(image !== undefined && { image }),
    }),
    fromRest: async ({ body }, { newId }) => ({
      id: body['id'] ?? newId(),
      name: body['name'],
      desc: body['desc'] ?? '',
      ...presentFields(body, { image: fileField }),
    }),
  },
  describe: ({ name }) => message('Create workspace "{name}"', { name }),
  ownText: ({ name, desc }) => [name, desc].filter((text) => text !== '').join('\n\n'),
  success: ({ name }) => message('Workspace "{name}" created', { name }),
});
