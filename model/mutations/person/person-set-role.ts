import * as v from 'valibot';
import { orgUsers } from '../../entities/org-user.ts';
import { mayManagePeople, maySetRole } from '../../permissions/person.ts';
import { notFound } from '../../permissions/project.ts';
import { refuse } from '../../shared/errors.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { called } from '../called.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { idField } from '../rest-fields.ts';
import { gatherPerson, gatherRole } from '../context/role-context.ts';

/** Changes a person's role, and with it their level. */
export const personSetRole = defineMutation({
  name: 'person-set-role',
  schema: v.strictObject({ id: idSchema, user_role: idSchema }),
  refs: ({ id }) => [{ table: 'org_users', id }],
  parents: ({ user_role }) => [{ table: 'roles', id: user_role }],
  gather: async ({ id, user_role }, read, actor) => ({
    person: await gatherPerson(read, actor, id),
    next: await gatherRole(read, user_role),
  }),
  authorise: (_args, { person, next }, actor) => {
    const refusal = mayManagePeople(actor);
    if (refusal !== undefined) return refusal;
    if (person === undefined) return notFound();
    if (next.level === undefined) return refuse('invalid', /*i18n*/ 'Choose a role');
    return maySetRole(actor, person, next.level);
  },
  effects: ({ id, user_role }) => [change(orgUsers, id, (row) => ({ ...row, user_role }))],
  rest: {
    method: 'PATCH',
    path: 'organization-user/update/:id/',
    bodyFields: ['user_role'],
    toBody: ({ user_role }) => ({ user_role }),
    fromRest: async ({ params, body }) => ({
      id: params['id'],
      user_role: idField(body, 'user_role'),
    }),
  },
  describe: ({ id, user_role }, nameOf) => {
    const [person, role] = [nameOf('org_users', id), nameOf('roles', user_role)];
    if (role === undefined) {
      return called(person, message('Change the role of {name}'), message('Change a role'));
    }
    return called(
      person,
      message('Change the role of {name} to "{role}"', { role }),
      message('Change a role to "{role}"', { role }),
    );
  },
  named: ({ id, user_role }) => [
    { table: 'org_users', id },
    { table: 'roles', id: user_role },
  ],
  merge: (_earlier, later) => later,
});
