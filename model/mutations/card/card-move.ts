import * as v from 'valibot';
import { cards } from '../../entities/card.ts';
import { mayChangeCard } from '../../permissions/card.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { rankSchema } from '../../shared/rank.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { gatherProjectRow, withVisibleRow } from '../context/project-context.ts';
import { orderField } from '../rest-fields.ts';

/** Moves a card within its board: one row gets a new rank (product.md, 2). */
export const cardMove = defineMutation({
  name: 'card-move',
  schema: v.strictObject({ id: idSchema, rank: rankSchema }),
  refs: ({ id }) => [{ table: 'cards', id }],
  parents: () => [],
  gather: ({ id }, read, actor) => gatherProjectRow(read, actor, cards, id),
  authorise: (_args, context, actor) => withVisibleRow(context, actor, () => mayChangeCard(actor)),
  effects: ({ id, rank }) => [change(cards, id, (row) => ({ ...row, rank }))],
  rest: {
    method: 'PATCH',
    path: 'project-card/update-destroy/:id/',
    bodyFields: ['order', 'rank'],
    toBody: ({ rank }) => ({ rank }),
    fromRest: async ({ params, body }, { reader, rankAt }) => {
      const id = params['id'] ?? '';
      if ('rank' in body) return { id, rank: body['rank'] };
      const card = await reader.get(cards, id);
      // The rule refuses a missing card, so any legal rank may be passed for it.
      if (card === undefined) return { id, rank: 'V' };
      return { id, rank: await rankAt('cards', card.project, orderField(body, 'order'), id) };
    },
  },
  describe: () => message('Move a card'),
  merge: (_earlier, later) => later,
  success: (_args, card) => message('Card "{card}" moved', { card }),
});
