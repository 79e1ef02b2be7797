import * as v from 'valibot';
import { flags } from '../../entities/flag.ts';
import { ORGANIZATION_SCOPE } from '../../entities/scopes.ts';
import { mayCreateFlag } from '../../permissions/flag.ts';
import { uuidSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { nameSchema } from '../../shared/text.ts';
import { defineMutation, effect } from '../define-mutation.ts';
import { orderField } from '../rest-fields.ts';

export const flagColourSchema = v.pipe(
  v.string(),
  v.regex(/^#[0-9a-f]{6}$/i, 'is not a colour like #1864ab'),
  v.toLowerCase(),
);

/** Position of a priority in the list, 0 the most urgent. */
export const flagOrderSchema = v.pipe(
  v.number('is not a whole number'),
  v.integer('is not a whole number'),
  v.minValue(0, 'is less than 0'),
  v.maxValue(999, 'is more than 999'),
);

/** Default position of a priority: after the others. */
export const LAST_PLACE = 999;
/** Default colour of a priority (board spec, 9). */
const BLACK = '#000000';

/** A new priority for all projects of the organisation. */
export const flagCreate = defineMutation({
  name: 'flag-create',
  schema: v.strictObject({
    id: uuidSchema,
    name: nameSchema,
    colour_code: flagColourSchema,
    order: flagOrderSchema,
  }),
  refs: ({ id }) => [{ table: 'flags', id }],
  parents: () => [],
  gather: () => Promise.resolve(undefined),
  authorise: (_args, _context, actor) => mayCreateFlag(actor),
  effects: (flag) => [
    effect(flags, flag.id, (row) => ({
      ...row,
      ...flag,
      scope: ORGANIZATION_SCOPE,
      v: row?.v ?? 0,
      status: true,
    })),
  ],
  rest: {
    method: 'POST',
    path: 'flag/create/',
    bodyFields: ['id', 'name', 'colour_code', 'order', 'organization'],
    toBody: (args) => args,
    fromRest: async ({ body }, { newId }) => ({
      id: body['id'] ?? newId(),
      name: body['name'],
      colour_code: body['colour_code'] ?? BLACK,
      order: 'order' in body ? (orderField(body, 'order') ?? body['order']) : LAST_PLACE,
    }),
  },
  describe: ({ name }) => message('Add priority "{name}"', { name }),
  ownText: ({ name }) => name,
});
