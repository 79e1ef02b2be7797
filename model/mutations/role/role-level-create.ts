import * as v from 'valibot';
import { roleLevels } from '../../entities/role-level.ts';
import { ORGANIZATION_SCOPE } from '../../entities/scopes.ts';
import { mayMakeLevel } from '../../permissions/role.ts';
import { uuidSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { nameSchema } from '../../shared/text.ts';
import { defineMutation, effect } from '../define-mutation.ts';
import { flagField, orderField, presentFields } from '../rest-fields.ts';

/** Position of a level in the list; it grants no rights. */
export const levelOrderSchema = v.pipe(
  v.number('is not a whole number'),
  v.integer('is not a whole number'),
  v.minValue(1, 'is less than 1'),
  v.maxValue(999, 'is more than 999'),
);

/** Default position of a level: after those that every organisation starts with. */
const LAST_PLACE = 5;

/**
 * Add Role Level (sessions spec, 2, 3, 5 and 9): get access is on by default, the others are off.
 */
export const roleLevelCreate = defineMutation({
  name: 'role-level-create',
  schema: v.strictObject({
    id: uuidSchema,
    name: nameSchema,
    order: levelOrderSchema,
    get_access: v.boolean(),
    post_access: v.boolean(),
    patch_access: v.boolean(),
    delete_access: v.boolean(),
  }),
  refs: ({ id }) => [{ table: 'role_levels', id }],
  parents: () => [],
  gather: () => Promise.resolve(undefined),
  authorise: (level, _context, actor) => mayMakeLevel(actor, level),
  effects: (level, { at }) => [
    effect(roleLevels, level.id, (row) => ({
      ...row,
      ...level,
      scope: ORGANIZATION_SCOPE,
      v: row?.v ?? 0,
      created_at: new Date(at).toISOString(),
    })),
  ],
  rest: {
    method: 'POST',
    path: 'role-level/create/',
    bodyFields: [
      'id',
      'name',
      'organization',
      'order',
      'get_access',
      'post_access',
      'patch_access',
      'delete_access',
    ],
    toBody: (args) => args,
    fromRest: async ({ body }, { newId }) => ({
      id: body['id'] ?? newId(),
      name: body['name'],
      order: 'order' in body ? (orderField(body, 'order') ?? body['order']) : LAST_PLACE,
      get_access: true,
      post_access: false,
      patch_access: false,
      delete_access: false,
      ...presentFields(body, {
        get_access: flagField,
        post_access: flagField,
        patch_access: flagField,
        delete_access: flagField,
      }),
    }),
  },
  describe: ({ name }) => message('Create level "{name}"', { name }),
  ownText: ({ name }) => name,
  success: message('Role level created'),
});
