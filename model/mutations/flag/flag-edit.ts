import * as v from 'valibot';
import { flags } from '../../entities/flag.ts';
import { mayEditFlag } from '../../permissions/flag.ts';
import { notFound } from '../../permissions/project.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { nameSchema } from '../../shared/text.ts';
import { called } from '../called.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { editRoute, given, mergeEdits } from '../edit.ts';
import { flagColourSchema, flagOrderSchema } from './flag-create.ts';
import { flagField, orderField, plainField } from '../rest-fields.ts';

/** A priority's name, colour, position and availability (`status`); only the changed fields. */
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
  effects: ({ id, ...fields }) => [change(flags, id, (row) => ({ ...row, ...given(fields) }))],
  rest: editRoute('flag/update/:id/', {
    name: plainField,
    colour_code: plainField,
    order: (from, name) => orderField(from, name) ?? from[name],
    status: flagField,
  }),
  describe: ({ id, name }, nameOf) =>
    called(
      name ?? nameOf('flags', id),
      message('Edit priority "{name}"'),
      message('Edit a priority'),
    ),
  named: ({ id }) => [{ table: 'flags', id }],
  ownText: ({ name }) => name ?? '',
  merge: mergeEdits,
  success: (_args, name) => message('Priority "{name}" is no longer offered', { name }),
});
