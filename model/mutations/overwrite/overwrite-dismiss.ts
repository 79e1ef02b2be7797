import * as v from 'valibot';
import { overwrites } from '../../entities/overwrite.ts';
import { mayDismissOverwrite } from '../../permissions/overwrite.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { gatherProjectRow, withVisibleRow } from '../context/project-context.ts';
import { defineMutation, effect } from '../define-mutation.ts';

/**
 * Dismisses the note about a value that was replaced unseen: one of the two people has looked. The
 * value stays as it is; dismissing a missing note succeeds (WRITE-4.4).
 */
export const overwriteDismiss = defineMutation({
  name: 'overwrite-dismiss',
  schema: v.strictObject({ id: idSchema }),
  refs: ({ id }) => [{ table: 'overwrites', id }],
  parents: () => [],
  gather: ({ id }, read, actor) => gatherProjectRow(read, actor, overwrites, id),
  authorise: (_args, context, actor) =>
    context.row === undefined
      ? undefined
      : withVisibleRow(context, actor, (row) => mayDismissOverwrite(actor, row)),
  effects: ({ id }) => [effect(overwrites, id, () => undefined)],
  rest: {
    method: 'DELETE',
    path: 'overwrite/delete/:id/',
    bodyFields: [],
    toBody: () => ({}),
    fromRest: async ({ params }) => ({ id: params['id'] }),
  },
  describe: () => message('Dismiss a replaced value'),
});
