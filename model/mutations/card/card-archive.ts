import * as v from 'valibot';
import { cards } from '../../entities/card.ts';
import { mayChangeCard } from '../../permissions/card.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { gatherProjectRow, withVisibleRow } from '../context/project-context.ts';
import { flagField } from '../rest-fields.ts';

/**
 * Archives (status false) or unarchives (status true) a card (board spec, 4). Its tasks are
 * unchanged.
 */
export const cardArchive = defineMutation({
  name: 'card-archive',
  schema: v.strictObject({ id: idSchema, status: v.boolean() }),
  refs: ({ id }) => [{ table: 'cards', id }],
  parents: () => [],
  gather: ({ id }, read, actor) => gatherProjectRow(read, actor, cards, id),
  authorise: (_args, context, actor) => withVisibleRow(context, actor, () => mayChangeCard(actor)),
  effects: ({ id, status }) => [change(cards, id, (row) => ({ ...row, status }))],
  rest: {
    method: 'PATCH',
    path: 'project-card/update-destroy/:id/',
    bodyFields: ['status'],
    toBody: ({ status }) => ({ status }),
    fromRest: async ({ params, body }) => ({ id: params['id'], status: flagField(body, 'status') }),
  },
  describe: ({ status }) => (status ? message('Unarchive a card') : message('Archive a card')),
  merge: (_earlier, later) => later,
  success: ({ status }, card) =>
    status
      ? message('Card "{card}" is back on the board', { card })
      : message('Card "{card}" archived', { card }),
});
