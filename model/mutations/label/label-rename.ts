import * as v from 'valibot';
import { labels } from '../../entities/label.ts';
import { mayChangeLabel } from '../../permissions/label.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { nameSchema } from '../../shared/text.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { gatherProjectRow, withVisibleRow } from '../context/project-context.ts';

/** Renames a task label. */
export const labelRename = defineMutation({
  name: 'label-rename',
  schema: v.strictObject({ id: idSchema, name: nameSchema }),
  refs: ({ id }) => [{ table: 'labels', id }],
  parents: () => [],
  gather: ({ id }, read, actor) => gatherProjectRow(read, actor, labels, id),
  authorise: (_args, context, actor) =>
    withVisibleRow(context, actor, (label) => mayChangeLabel(actor, label)),
  effects: ({ id, name }) => [change(labels, id, (row) => ({ ...row, name }))],
  rest: {
    method: 'PATCH',
    path: 'task-label/update-destroy/:id/',
    bodyFields: ['name'],
    toBody: ({ name }) => ({ name }),
    fromRest: async ({ params, body }) => ({ id: params['id'], name: body['name'] }),
  },
  describe: ({ name }) => message('Rename label to "{name}"', { name }),
  ownText: ({ name }) => name,
  merge: (_earlier, later) => later,
});
