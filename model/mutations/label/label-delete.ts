import * as v from 'valibot';
import { labels } from '../../entities/label.ts';
import { mayChangeLabel } from '../../permissions/label.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { defineMutation, effect } from '../define-mutation.ts';
import { gatherProjectRow, withVisibleRow } from '../context/project-context.ts';

/**
 * Deletes a task label. Its tasks are unchanged and show no label from then on; deleting a missing
 * one succeeds.
 */
export const labelDelete = defineMutation({
  name: 'label-delete',
  schema: v.strictObject({ id: idSchema }),
  refs: ({ id }) => [{ table: 'labels', id }],
  parents: () => [],
  gather: ({ id }, read, actor) => gatherProjectRow(read, actor, labels, id),
  authorise: (_args, context, actor) =>
    context.row === undefined
      ? undefined
      : withVisibleRow(context, actor, (label) => mayChangeLabel(actor, label)),
  effects: ({ id }) => [effect(labels, id, () => undefined)],
  rest: {
    method: 'DELETE',
    path: 'task-label/update-destroy/:id/',
    bodyFields: [],
    toBody: () => ({}),
    fromRest: async ({ params }) => ({ id: params['id'] }),
  },
  describe: () => message('Delete a label'),
});
