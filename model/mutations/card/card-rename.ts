import * as v from 'valibot';
import { cards } from '../../entities/card.ts';
import { mayChangeCard } from '../../permissions/card.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { codePoints, nameSchema } from '../../shared/text.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { gatherProjectRow, withVisibleRow } from '../context/project-context.ts';

const cardNameSchema = v.pipe(
  nameSchema,
  v.check((name) => codePoints(name) > 1, 'needs at least 2 characters'),
);

/** Renames a card: the name is longer than one character (board spec, 5). */
export const cardRename = defineMutation({
  name: 'card-rename',
  schema: v.strictObject({ id: idSchema, name: cardNameSchema }),
  refs: ({ id }) => [{ table: 'cards', id }],
  parents: () => [],
  gather: ({ id }, read, actor) => gatherProjectRow(read, actor, cards, id),
  authorise: (_args, context, actor) => withVisibleRow(context, actor, () => mayChangeCard(actor)),
  effects: ({ id, name }) => [change(cards, id, (row) => ({ ...row, name }))],
  rest: {
    method: 'PATCH',
    path: 'project-card/update-destroy/:id/',
    bodyFields: ['name'],
    toBody: ({ name }) => ({ name }),
    fromRest: async ({ params, body }) => ({ id: params['id'], name: body['name'] }),
  },
  describe: ({ name }) => message('Rename card to "{name}"', { name }),
  ownText: ({ name }) => name,
  merge: (_earlier, later) => later,
});
