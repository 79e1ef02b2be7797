import * as v from 'valibot';
import { roleLevels } from '../../entities/role-level.ts';
import { notFound } from '../../permissions/project.ts';
import { mayChangeRoles, mayEditLevel } from '../../permissions/role.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { nameSchema } from '../../shared/text.ts';
import { called } from '../called.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { editRoute, given, mergeEdits } from '../edit.ts';
import { flagField, orderField, plainField } from '../rest-fields.ts';
import { levelOrderSchema } from './role-level-create.ts';

/** A level's name, position and flags; only the changed fields. */
export const roleLevelEdit = defineMutation({
  name: 'role-level-edit',
  schema: v.strictObject({
    id: idSchema,
    name: v.optional(nameSchema),
    order: v.optional(levelOrderSchema),
    get_access: v.optional(v.boolean()),
    post_access: v.optional(v.boolean()),
    patch_access: v.optional(v.boolean()),
    delete_access: v.optional(v.boolean()),
  }),
  refs: ({ id }) => [{ table: 'role_levels', id }],
  parents: () => [],
  gather: ({ id }, read) => read.get(roleLevels, id),
  authorise: ({ id: _id, ...fields }, level, actor) =>
    mayChangeRoles(actor) ??
    (level === undefined ? notFound() : mayEditLevel(actor, level, fields)),
  effects: ({ id, ...fields }) => [change(roleLevels, id, (row) => ({ ...row, ...given(fields) }))],
  rest: editRoute('role-level/update/:id/', {
    name: plainField,
    order: (from, name) => orderField(from, name) ?? from[name],
    get_access: flagField,
    post_access: flagField,
    patch_access: flagField,
    delete_access: flagField,
  }),
  describe: ({ id, name }, nameOf) =>
    called(
      name ?? nameOf('role_levels', id),
      message('Edit level "{name}"'),
      message('Edit a level'),
    ),
  named: ({ id }) => [{ table: 'role_levels', id }],
  merge: mergeEdits,
});
