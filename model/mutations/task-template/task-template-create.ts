import * as v from 'valibot';
import { projects } from '../../entities/project.ts';
import { projectScope } from '../../entities/scopes.ts';
import { MOST_TEMPLATE_SUBTASKS, taskTemplates } from '../../entities/task-template.ts';
import { needsProject, notFound } from '../../permissions/project.ts';
import { mayCreateTemplate } from '../../permissions/task-template.ts';
import { idSchema, uuidSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { longTextSchema, subtaskNameSchema, taskNameSchema } from '../../shared/text.ts';
import { isMemberOf } from '../context/project-context.ts';
import { defineMutation, effect } from '../define-mutation.ts';
import { idField, listField, nullableField } from '../rest-fields.ts';

/** A new template for tasks of a project. */
export const taskTemplateCreate = defineMutation({
  name: 'task-template-create',
  schema: v.strictObject({
    id: uuidSchema,
    project: idSchema,
    name: taskNameSchema,
    description: longTextSchema,
    flag: v.nullable(idSchema),
    label: v.nullable(idSchema),
    subtasks: v.pipe(
      v.array(subtaskNameSchema),
      v.maxLength(MOST_TEMPLATE_SUBTASKS, 'are too many'),
    ),
  }),
  refs: ({ id }) => [{ table: 'task_templates', id }],
  parents: ({ project, label }) => [
    { table: 'projects', id: project },
    ...(label === null ? [] : [{ table: 'labels', id: label }]),
  ],
  gather: async ({ project }, read, actor) => ({
    project: await read.get(projects, project),
    isMember: await isMemberOf(read, actor, project),
  }),
  authorise: (_args, { project, isMember }, actor) =>
    project === undefined
      ? notFound()
      : (needsProject(actor, isMember) ?? mayCreateTemplate(actor)),
  effects: ({ id, project, ...fields }, { actor, at }) => [
    effect(taskTemplates, id, (row) => ({
      ...row,
      id,
      scope: projectScope(project),
      v: row?.v ?? 0,
      project,
      ...fields,
      created_by: actor.orgUserId,
      created_at: new Date(at).toISOString(),
    })),
  ],
  rest: {
    method: 'POST',
    path: 'task-template/create/',
    bodyFields: ['id', 'project', 'name', 'description', 'flag', 'label', 'subtasks'],
    toBody: (args) => args,
    fromRest: async ({ body }, { newId }) => ({
      id: body['id'] ?? newId(),
      project: idField(body, 'project'),
      name: body['name'],
      description: body['description'] ?? '',
      flag: nullableField(body, 'flag'),
      label: nullableField(body, 'label'),
      subtasks: listField(body, 'subtasks'),
    }),
  },
  describe: ({ name }) => message('Save template "{name}"', { name }),
  ownText: ({ name, description }) =>
    [name, description].filter((text) => text !== '').join('\n\n'),
});
