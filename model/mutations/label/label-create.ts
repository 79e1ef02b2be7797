import * as v from 'valibot';
import { labels } from '../../entities/label.ts';
import { projects } from '../../entities/project.ts';
import { projectScope } from '../../entities/scopes.ts';
import { mayCreateLabel } from '../../permissions/label.ts';
import { needsProject, notFound } from '../../permissions/project.ts';
import { idSchema, uuidSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { nameSchema } from '../../shared/text.ts';
import { defineMutation, effect } from '../define-mutation.ts';
import { isMemberOf } from '../context/project-context.ts';
import { idField } from '../rest-fields.ts';

/** A new task label of a project (sessions spec, 3 "Task label"). */
export const labelCreate = defineMutation({
  name: 'label-create',
  schema: v.strictObject({ id: uuidSchema, project: idSchema, name: nameSchema }),
  refs: ({ id }) => [{ table: 'labels', id }],
  parents: ({ project }) => [{ table: 'projects', id: project }],
  gather: async ({ project }, read, actor) => ({
    project: await read.get(projects, project),
    isMember: await isMemberOf(read, actor, project),
  }),
  authorise: (_args, { project, isMember }, actor) =>
    project === undefined ? notFound() : (needsProject(actor, isMember) ?? mayCreateLabel(actor)),
  effects: ({ id, project, name }, { actor, at }) => [
    effect(labels, id, (row) => ({
      ...row,
      id,
      scope: projectScope(project),
      v: row?.v ?? 0,
      project,
      name,
      created_by: actor.orgUserId,
      created_at: new Date(at).toISOString(),
    })),
  ],
  rest: {
    method: 'POST',
    path: 'task-label/create/',
    bodyFields: ['id', 'project', 'name'],
    toBody: (args) => args,
    fromRest: async ({ body }, { newId }) => ({
      id: body['id'] ?? newId(),
      project: idField(body, 'project'),
      name: body['name'],
    }),
  },
  describe: ({ name }) => message('Add label "{name}"', { name }),
  ownText: ({ name }) => name,
});
