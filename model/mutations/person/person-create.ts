import * as v from 'valibot';
import { orgUsers } from '../../entities/org-user.ts';
import { roleLevels } from '../../entities/role-level.ts';
import { roles } from '../../entities/role.ts';
import { ORGANIZATION_SCOPE } from '../../entities/scopes.ts';
import { mayCreatePerson, mayGrantLevel } from '../../permissions/person.ts';
import { refuse } from '../../shared/errors.ts';
import { idSchema, uuidSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { emailSchema, nameSchema, phoneSchema } from '../../shared/text.ts';
import { defineMutation, effect } from '../define-mutation.ts';
import { idField } from '../rest-fields.ts';

/**
 * Add User (sessions spec, 2, 5 and 7). Only the server assigns numbers to organisation users: the
 * device shows a provisional row under its own id, which is removed when the numbered row arrives.
 */
export const personCreate = defineMutation({
  name: 'person-create',
  schema: v.strictObject({
    id: uuidSchema,
    display_name: nameSchema,
    phone_number: phoneSchema,
    email: emailSchema,
    user_role: idSchema,
    role_category: idSchema,
  }),
  refs: ({ id }) => [{ table: 'org_users', id }],
  parents: ({ user_role }) => [{ table: 'roles', id: user_role }],
  gather: async ({ user_role }, read) => {
    const role = await read.get(roles, user_role);
    return { role, level: role && (await read.get(roleLevels, role.level)) };
  },
  authorise: ({ role_category }, { role, level }, actor) => {
    const refusal = mayCreatePerson(actor);
    if (refusal !== undefined) return refusal;
    if (role === undefined || level === undefined || role.role_category !== role_category) {
      return refuse('invalid', /*i18n*/ 'Choose a role of the chosen category');
    }
    return mayGrantLevel(actor, level);
  },
  effects: ({ id, display_name, phone_number, email, user_role }, { at }) => [
    effect(orgUsers, id, () => ({
      id,
      scope: ORGANIZATION_SCOPE,
      v: 0,
      user: '',
      display_name,
      email,
      phone_number,
      profile_image: null,
      user_role,
      active: true,
      joined: false,
      shares_seen: true,
      program: false,
      created_at: new Date(at).toISOString(),
    })),
  ],
  rest: {
    method: 'POST',
    path: 'api/org-user/create/',
    bodyFields: ['id', 'user', 'organization', 'user_role', 'role_category'],
    toBody: ({ id, display_name, phone_number, email, user_role, role_category }) => ({
      id,
      user: { display_name, phone_number, email },
      user_role,
      role_category,
    }),
    fromRest: async ({ body }, { newId }) => ({
      ...v.parse(v.fallback(v.record(v.string(), v.unknown()), {}), body['user']),
      id: body['id'] ?? newId(),
      user_role: idField(body, 'user_role'),
      role_category: idField(body, 'role_category'),
    }),
  },
  describe: ({ display_name }) => message('Add {name} to the organisation', { name: display_name }),
  ownText: ({ display_name, email, phone_number }) =>
    [display_name, email, phone_number].join('\n'),
  success: ({ display_name }) =>
    message('{name} added; an invitation goes out by mail', { name: display_name.trim() }),
});
