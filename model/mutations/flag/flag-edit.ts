import * as v from 'valibot';
import { flags } from '../../entities/flag.ts';
import { mayEditFlag } from '../../permissions/flag.ts';
import { notFound } from '../../permissions/project.ts';
import { idSchema } from '../../shared/ids.ts';
import { nameSchema } from '../../shared/text.ts';
import { called } from '../called.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { flagColourSchema, flagOrderSchema } from './flag-create.ts';
import { flagField, orderField, plainField, presentFields } from '../rest-fields.ts';

/** A priority's name, colour, place, and whether it is offered (`status`); only the fields that were changed. */
export const flagEdit = defineMutation({
  name: 'flag-edit',
  schema: v.strictObject({
    id: idSchema,
    name: v.optional(nameSchema),
    colour_code: v.optional(flagColourSchema),
    order: v.optional(flagOrderSchema),
    status: v.optional(v.boolean()),
  }),
  refs: ({ id }) => [{ table: 'flags', id }],
  parents: () => [],
  gather: ({ id }, read) => read.get(flags, id),
  authorise: (_args, flag, actor) =>
    mayEditFlag(actor) ?? (flag === undefined ? notFound() : undefined),
  effects: ({ id, ...fields }) => [
    change(flags, id, (row) => ({
      ...row,
      name: fields.name ?? row.name,
      colour_code: fields.colour_code ?? row.colour_code,
      order: fields.order ?? row.order,
      status: fields.status ?? row.status,
    })),
  ],
  rest: {
    method: 'PATCH',
    path: 'flag/update/:id/',
    fields: ['name', 'colour_code', 'order', 'status'],
    toBody: ({ id: _id, ...fields }) => fields,
    fromRest: async ({ params, body }) => ({
      id: params['id'],
      ...presentFields(body, {
        name: plainField,
        colour_code: plainField,
        order: (from, name) => orderField(from, name) ?? from[name],
        status: flagField,
      }),
    }),
  },
  describe: ({ id, name }, nameOf) => `Edit ${called('priority', name ?? nameOf('flags', id))}`,
  named: ({ id }) => [{ table: 'flags', id }],
  ownText: ({ name }) => name ?? '',
  merge: (earlier, later) => ({
    id: later.id,
    name: later.name ?? earlier.name,
    colour_code: later.colour_code ?? earlier.colour_code,
    order: later.order ?? earlier.order,
    status: later.status ?? earlier.status,
  }),
});
