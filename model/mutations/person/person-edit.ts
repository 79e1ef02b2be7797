import * as v from 'valibot';
import { orgUsers } from '../../entities/org-user.ts';
import { mayEditPerson } from '../../permissions/person.ts';
import { notFound } from '../../permissions/project.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { nameSchema, phoneSchema } from '../../shared/text.ts';
import { called } from '../called.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { editRoute, given, mergeEdits } from '../edit.ts';
import { plainField } from '../rest-fields.ts';
import { gatherPerson } from '../context/role-context.ts';

/** A person's name and phone number in this organisation; only the changed fields. */
export const personEdit = defineMutation({
  name: 'person-edit',
  schema: v.strictObject({
    id: idSchema,
    display_name: v.optional(nameSchema),
    phone_number: v.optional(phoneSchema),
  }),
  refs: ({ id }) => [{ table: 'org_users', id }],
  parents: () => [],
  gather: ({ id }, read, actor) => gatherPerson(read, actor, id),
  authorise: (_args, person, actor) =>
    person === undefined ? notFound() : mayEditPerson(actor, person),
  effects: ({ id, ...fields }) => [change(orgUsers, id, (row) => ({ ...row, ...given(fields) }))],
  rest: editRoute('organization-user/update/:id/', {
    display_name: plainField,
    phone_number: plainField,
  }),
  describe: ({ id, display_name }, nameOf) => {
    const before = nameOf('org_users', id);
    if (display_name === undefined || before === undefined || before === display_name) {
      return called(display_name ?? before, message('Edit {name}'), message('Edit a person'));
    }
    return message('Rename {before} to {name}', { before, name: display_name });
  },
  named: ({ id }) => [{ table: 'org_users', id }],
  ownText: ({ display_name, phone_number }) =>
    [display_name, phone_number].filter((text) => text !== undefined).join('\n'),
  merge: mergeEdits,
});
