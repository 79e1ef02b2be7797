import * as v from 'valibot';
import { roleCategories } from '../../entities/role-category.ts';
import { ORGANIZATION_SCOPE } from '../../entities/scopes.ts';
import { mayCreateCategory } from '../../permissions/role.ts';
import { uuidSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { nameSchema } from '../../shared/text.ts';
import { defineMutation, effect } from '../define-mutation.ts';

/** Add Category (sessions spec, 2, 5 and 7). */
export const roleCategoryCreate = defineMutation({
  name: 'role-category-create',
  schema: v.strictObject({ id: uuidSchema, name: nameSchema, short_name: nameSchema }),
  refs: ({ id }) => [{ table: 'role_categories', id }],
  parents: () => [],
  gather: () => Promise.resolve(undefined),
  authorise: (_args, _context, actor) => mayCreateCategory(actor),
  effects: ({ id, name, short_name }, { at }) => [
    effect(roleCategories, id, (row) => ({
      ...row,
      id,
      scope: ORGANIZATION_SCOPE,
      v: row?.v ?? 0,
      name,
      short_name,
      created_at: new Date(at).toISOString(),
    })),
  ],
  rest: {
    method: 'POST',
    path: 'role-category/create/',
    bodyFields: ['id', 'name', 'short_name', 'organization'],
    toBody: (args) => args,
    fromRest: async ({ body }, { newId }) => ({
      id: body['id'] ?? newId(),
      name: body['name'],
      short_name: body['short_name'],
    }),
  },
  describe: ({ name }) => message('Create category "{name}"', { name }),
  ownText: ({ name, short_name }) => [name, short_name].join('\n'),
  failure: /*i18n*/ 'Failed to create category.',
  success: message('Category created'),
});
