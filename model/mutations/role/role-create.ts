import * as v from 'valibot';
import { roleCategories } from '../../entities/role-category.ts';
import { roleLevels } from '../../entities/role-level.ts';
import { roles } from '../../entities/role.ts';
import { ORGANIZATION_SCOPE } from '../../entities/scopes.ts';
import { mayGrantLevel } from '../../permissions/person.ts';
import { mayCreateRole } from '../../permissions/role.ts';
import { refuse } from '../../shared/errors.ts';
import { idSchema, uuidSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { nameSchema } from '../../shared/text.ts';
import { defineMutation, effect } from '../define-mutation.ts';
import { idField } from '../rest-fields.ts';

/** Add Sub-Category: a role of a category, with its level (sessions spec, 2, 5 and 7). */
export const roleCreate = defineMutation({
  name: 'role-create',
  schema: v.strictObject({
    id: uuidSchema,
    name: nameSchema,
    short_name: nameSchema,
    role_category: idSchema,
    level: idSchema,
  }),
  refs: ({ id }) => [{ table: 'roles', id }],
  parents: ({ role_category, level }) => [
    { table: 'role_categories', id: role_category },
    { table: 'role_levels', id: level },
  ],
  gather: async ({ role_category, level }, read) => ({
    category: await read.get(roleCategories, role_category),
    level: await read.get(roleLevels, level),
  }),
  authorise: (_args, { category, level }, actor) => {
    const refusal = mayCreateRole(actor);
    if (refusal !== undefined) return refusal;
    if (category === undefined) return refuse('invalid', /*i18n*/ 'Choose a category');
    if (level === undefined) return refuse('invalid', /*i18n*/ 'Choose a level');
    return mayGrantLevel(actor, level);
  },
  effects: ({ id, name, short_name, role_category, level }, { at }) => [
    effect(roles, id, (row) => ({
      ...row,
      id,
      scope: ORGANIZATION_SCOPE,
      v: row?.v ?? 0,
      name,
      short_name,
      role_category,
      level,
      created_at: new Date(at).toISOString(),
    })),
  ],
  rest: {
    method: 'POST',
    path: 'user-role/create/',
    bodyFields: ['id', 'name', 'short_name', 'organization', 'role_category', 'level'],
    toBody: (args) => args,
    fromRest: async ({ body }, { newId }) => ({
      id: body['id'] ?? newId(),
      name: body['name'],
      short_name: body['short_name'],
      role_category: idField(body, 'role_category'),
      level: idField(body, 'level'),
    }),
  },
  describe: ({ name }) => message('Create role "{name}"', { name }),
  ownText: ({ name, short_name }) => [name, short_name].join('\n'),
  success: message('Role created'),
});
