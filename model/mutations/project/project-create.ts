import * as v from 'valibot';
import { projects } from '../../entities/project.ts';
import { projectScope } from '../../entities/scopes.ts';
import { teamMembers } from '../../entities/team-member.ts';
import { workspaces } from '../../entities/workspace.ts';
import { mayCreateProject, notFound } from '../../permissions/project.ts';
import { isDeleted } from '../../shared/erasure.ts';
import { refuse } from '../../shared/errors.ts';
import { idSchema, memberId, uuidSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { longTextSchema, nameSchema, slugOf } from '../../shared/text.ts';
import { defineMutation, effect } from '../define-mutation.ts';
import { fileParents, gatherFile, rejectForeignFile } from '../context/file-context.ts';
import { fileField, idField, presentFields } from '../rest-fields.ts';

/** Add Project (sessions spec, 2 and 7). The creator of a project is its first team member. */
export const projectCreate = defineMutation({
  name: 'project-create',
  schema: v.strictObject({
    id: uuidSchema,
    workspace: idSchema,
    name: nameSchema,
    description: longTextSchema,
    /** Id of a file whose row was written before, in the scope of the new project. */
    background_image: v.optional(v.nullable(idSchema)),
    /** The creator, for the id of the membership row; the server refuses any other person. */
    creator: idSchema,
  }),
  refs: ({ id, creator }) => [
    { table: 'projects', id },
    { table: 'team_members', id: memberId(id, creator) },
  ],
  parents: ({ workspace, background_image }) => [
    { table: 'workspaces', id: workspace },
    ...fileParents(background_image),
  ],
  gather: async ({ workspace, background_image }, read) => ({
    workspace: await read.get(workspaces, workspace),
    file: await gatherFile(read, background_image),
  }),
  authorise: ({ id, creator, background_image }, { workspace, file }, actor) => {
    if (creator !== actor.orgUserId || workspace === undefined) return notFound();
    if (isDeleted(workspace)) {
      return refuse('parent_gone', /*i18n*/ 'This workspace has been deleted');
    }
    return (
      mayCreateProject(actor) ??
      rejectForeignFile({
        id: background_image,
        file,
        actor,
        scope: projectScope(id),
        needs: 'image',
      })
    );
  },
  effects: (
    { id, workspace, name, description, creator, background_image = null },
    { actor, at },
  ) => [
    effect(projects, id, (row) => ({
      ...row,
      id,
      scope: projectScope(id),
      v: row?.v ?? 0,
      workspace,
      name,
      slug: slugOf(name, id),
      description,
      background_image,
      status: true,
      deleted_at: null,
      created_by: actor.orgUserId,
      created_at: new Date(at).toISOString(),
    })),
    effect(teamMembers, memberId(id, creator), (row) => ({
      ...row,
      id: memberId(id, creator),
      scope: projectScope(id),
      v: row?.v ?? 0,
      project: id,
      organization_user: creator,
      created_at: new Date(at).toISOString(),
    })),
  ],
  rest: {
    method: 'POST',
    path: 'project/create/',
    bodyFields: ['id', 'name', 'workspace', 'status', 'description', 'background_image', 'creator'],
    fileFields: ['background_image'],
    toBody: ({ id, workspace, name, description, creator, background_image }) => ({
      id,
      workspace,
      name,
      status: true,
      description,
      creator,
      ...(background_image !== undefined && { background_image }),
    }),
    fromRest: async ({ body }, { newId, actor }) => ({
      id: body['id'] ?? newId(),
      workspace: idField(body, 'workspace'),
      name: body['name'],
      description: body['description'] ?? '',
      ...presentFields(body, { background_image: fileField }),
      creator: idField(body, 'creator') ?? actor.orgUserId,
    }),
  },
  describe: ({ name }) => message('Create project "{name}"', { name }),
  ownText: ({ name, description }) =>
    [name, description].filter((text) => text !== '').join('\n\n'),
  success: ({ name }) => message('Project "{name}" created', { name }),
});
