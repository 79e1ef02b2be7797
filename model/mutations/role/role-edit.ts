import * as v from 'valibot';
import { orgUsers } from '../../entities/org-user.ts';
import { roleCategories } from '../../entities/role-category.ts';
import { roleLevels } from '../../entities/role-level.ts';
import { roles } from '../../entities/role.ts';
import { notFound } from '../../permissions/project.ts';
import { mayChangeRoles, mayMoveRole } from '../../permissions/role.ts';
import { refuse } from '../../shared/errors.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { nameSchema } from '../../shared/text.ts';
import { called } from '../called.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { editRoute, given, mergeEdits } from '../edit.ts';
import { idField, plainField } from '../rest-fields.ts';
import { gatherRole } from '../context/role-context.ts';

/** A role's names, category and level; only the changed fields. */
export const roleEdit = defineMutation({
  name: 'role-edit',
  schema: v.strictObject({
    id: idSchema,
    name: v.optional(nameSchema),
    short_name: v.optional(nameSchema),
    role_category: v.optional(idSchema),
    level: v.optional(idSchema),
  }),
  refs: ({ id }) => [{ table: 'roles', id }],
  parents: ({ role_category, level }) => [
    ...(role_category === undefined ? [] : [{ table: 'role_categories', id: role_category }]),
    ...(level === undefined ? [] : [{ table: 'role_levels', id: level }]),
  ],
  gather: async ({ id, role_category, level }, read, actor) => ({
    ...(await gatherRole(read, id)),
    self: await read.get(orgUsers, actor.orgUserId),
    next: level === undefined ? undefined : await read.get(roleLevels, level),
    hasCategory:
      role_category === undefined || (await read.get(roleCategories, role_category)) !== undefined,
  }),
  authorise: (args, { role, level: from, self, next, hasCategory }, actor) => {
    const refusal = mayChangeRoles(actor);
    if (refusal !== undefined) return refusal;
    if (role === undefined) return notFound();
    if (!hasCategory) return refuse('invalid', /*i18n*/ 'Choose a category');
    if (args.level === undefined || args.level === role.level) return undefined;
    if (next === undefined) return refuse('invalid', /*i18n*/ 'Choose a level');
    return mayMoveRole(actor, { isOwn: self?.user_role === role.id, from, to: next });
  },
  effects: ({ id, ...fields }) => [change(roles, id, (row) => ({ ...row, ...given(fields) }))],
  rest: editRoute('user-role/update/:id/', {
    name: plainField,
    short_name: plainField,
    role_category: idField,
    level: idField,
  }),
  describe: ({ id, name }, nameOf) =>
    called(name ?? nameOf('roles', id), message('Edit role "{name}"'), message('Edit a role')),
  named: ({ id }) => [{ table: 'roles', id }],
  merge: mergeEdits,
});
