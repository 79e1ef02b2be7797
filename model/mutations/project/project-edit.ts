import * as v from 'valibot';
import { projects } from '../../entities/project.ts';
import { mayEditProject, notFound } from '../../permissions/project.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { longTextSchema, nameSchema } from '../../shared/text.ts';
import { called } from '../called.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { editRoute, given, mergeEdits } from '../edit.ts';
import { fileParents, gatherFile, rejectForeignFile } from '../context/file-context.ts';
import { fileField, plainField } from '../rest-fields.ts';

/**
 * Project settings: only the changed fields. The address of its board stays, so that links remain
 * valid.
 */
export const projectEdit = defineMutation({
  name: 'project-edit',
  schema: v.strictObject({
    id: idSchema,
    name: v.optional(nameSchema),
    description: v.optional(longTextSchema),
    background_image: v.optional(v.nullable(idSchema)),
  }),
  refs: ({ id }) => [{ table: 'projects', id }],
  parents: ({ background_image }) => fileParents(background_image),
  gather: async ({ id, background_image }, read) => ({
    project: await read.get(projects, id),
    file: await gatherFile(read, background_image),
  }),
  authorise: ({ background_image }, { project, file }, actor) => {
    const refusal = mayEditProject(actor);
    // Without the right the response is the same for an existing project and a missing one.
    if (refusal !== undefined || project === undefined) return refusal ?? notFound();
    const { scope, background_image: current } = project;
    return rejectForeignFile({
      id: background_image,
      file,
      actor,
      scope,
      current,
      needs: 'image',
    });
  },
  effects: ({ id, ...fields }) => [change(projects, id, (row) => ({ ...row, ...given(fields) }))],
  rest: {
    ...editRoute('project/update-destroy/:id/', {
      name: plainField,
      description: plainField,
      background_image: fileField,
    }),
    fileFields: ['background_image'],
  },
  describe: ({ id, name }, nameOf) =>
    called(
      name ?? nameOf('projects', id),
      message('Edit project "{name}"'),
      message('Edit a project'),
    ),
  named: ({ id }) => [{ table: 'projects', id }],
  ownText: ({ name, description }) =>
    [name, description].filter((text) => text !== undefined).join('\n\n'),
  merge: mergeEdits,
  success: ({ background_image }) =>
    background_image === null ? message('Image removed') : message('Project saved'),
});
