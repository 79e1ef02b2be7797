import * as v from 'valibot';
import { taskTemplates } from '../../entities/task-template.ts';
import { mayDeleteTemplate } from '../../permissions/task-template.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { gatherProjectRow, withVisibleRow } from '../context/project-context.ts';
import { defineMutation, effect } from '../define-mutation.ts';

/** Deletes a template; the tasks made from it stay. Deleting a missing one succeeds. */
export const taskTemplateDelete = defineMutation({
  name: 'task-template-delete',
  schema: v.strictObject({ id: idSchema }),
  refs: ({ id }) => [{ table: 'task_templates', id }],
  parents: () => [],
  gather: ({ id }, read, actor) => gatherProjectRow(read, actor, taskTemplates, id),
  authorise: (_args, context, actor) =>
    context.row === undefined
      ? undefined
      : withVisibleRow(context, actor, (template) => mayDeleteTemplate(actor, template)),
  effects: ({ id }) => [effect(taskTemplates, id, () => undefined)],
  rest: {
    method: 'DELETE',
    path: 'task-template/destroy/:id/',
    bodyFields: [],
    toBody: () => ({}),
    fromRest: async ({ params }) => ({ id: params['id'] }),
  },
  describe: () => message('Delete a template'),
});
