import * as v from 'valibot';
import { workspaceScope } from '../entities/scopes.ts';
import { workspaces } from '../entities/workspace.ts';
import { mayCreateWorkspace } from '../permissions/workspace.ts';
import { uuidSchema } from '../shared/ids.ts';
import { longTextSchema, nameSchema } from '../shared/text.ts';
import { defineMutation, effect } from './define-mutation.ts';

/** "Let's build a Workspace" (sessions spec, 2 and 7). */
export const workspaceCreate = defineMutation({
  name: 'workspace-create',
  schema: v.strictObject({ id: uuidSchema, name: nameSchema, desc: longTextSchema }),
  refs: ({ id }) => [{ table: 'workspaces', id }],
  parents: () => [],
  gather: () => Promise.resolve(undefined),
  authorise: (_args, _facts, actor) => mayCreateWorkspace(actor),
  effects: ({ id, name, desc }, { actor, at }) => [
    effect(workspaces, id, (row) => ({
      ...row,
      id,
      scope: workspaceScope(id),
      v: row?.v ?? 0,
      name,
      desc,
      image: null,
      status: true,
      created_by: actor.orgUserId,
      created_at: new Date(at).toISOString(),
    })),
  ],
  rest: {
    method: 'POST',
    path: 'workspace/create/',
    fields: ['id', 'organization', 'name', 'desc', 'image'],
    toBody: ({ id, name, desc }) => ({ id, name, desc }),
    fromRest: async ({ body }, { newId }) => ({
      id: body['id'] ?? newId(),
      name: body['name'],
      desc: body['desc'] ?? '',
    }),
  },
  describe: ({ name }) => `Create workspace "${name}"`,
  ownText: ({ name, desc }) => [name, desc].filter((text) => text !== '').join('\n\n'),
});
