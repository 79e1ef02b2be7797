import * as v from 'valibot';
import { roleCategories } from '../../entities/role-category.ts';
import { mayChangeRoles } from '../../permissions/role.ts';
import { notFound } from '../../permissions/project.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { nameSchema } from '../../shared/text.ts';
import { called } from '../called.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { editRoute, given, mergeEdits } from '../edit.ts';
import { plainField } from '../rest-fields.ts';

/** A category's names; only the changed fields. */
export const roleCategoryEdit = defineMutation({
  name: 'role-category-edit',
  schema: v.strictObject({
    id: idSchema,
    name: v.optional(nameSchema),
    short_name: v.optional(nameSchema),
  }),
  refs: ({ id }) => [{ table: 'role_categories', id }],
  parents: () => [],
  gather: ({ id }, read) => read.get(roleCategories, id),
  authorise: (_args, category, actor) =>
    mayChangeRoles(actor) ?? (category === undefined ? notFound() : undefined),
  effects: ({ id, ...fields }) => [
    change(roleCategories, id, (row) => ({ ...row, ...given(fields) })),
  ],
  rest: editRoute('role-category/update/:id/', { name: plainField, short_name: plainField }),
  describe: ({ id, name }, nameOf) =>
    called(
      name ?? nameOf('role_categories', id),
      message('Edit category "{name}"'),
      message('Edit a category'),
    ),
  named: ({ id }) => [{ table: 'role_categories', id }],
  merge: mergeEdits,
});
