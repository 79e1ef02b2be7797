import * as v from 'valibot';
import { orgUsers } from '../../entities/org-user.ts';
import { mayManagePeople, maySetActive } from '../../permissions/person.ts';
import { notFound } from '../../permissions/project.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { called } from '../called.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { flagField } from '../rest-fields.ts';
import { gatherPerson } from '../context/role-context.ts';

/**
 * Deactivates or reactivates a person. None of their data is deleted: tasks, comments and teams
 * keep them and show them as deactivated. From the commit on they can neither read nor write in the
 * organisation.
 */
export const personSetActive = defineMutation({
  name: 'person-set-active',
  schema: v.strictObject({ id: idSchema, active: v.boolean() }),
  refs: ({ id }) => [{ table: 'org_users', id }],
  parents: () => [],
  gather: ({ id }, read, actor) => gatherPerson(read, actor, id),
  authorise: ({ active }, person, actor) => {
    const refusal = mayManagePeople(actor);
    if (refusal !== undefined) return refusal;
    if (person === undefined) return notFound();
    return maySetActive(actor, person, active ? person.access : undefined);
  },
  effects: ({ id, active }) => [change(orgUsers, id, (row) => ({ ...row, active }))],
  rest: {
    method: 'PATCH',
    path: 'organization-user/update/:id/',
    bodyFields: ['active'],
    toBody: ({ active }) => ({ active }),
    fromRest: async ({ params, body }) => ({ id: params['id'], active: flagField(body, 'active') }),
  },
  describe: ({ id, active }, nameOf) => {
    const name = nameOf('org_users', id);
    return active
      ? called(name, message('Reactivate {name}'), message('Reactivate a person'))
      : called(name, message('Deactivate {name}'), message('Deactivate a person'));
  },
  named: ({ id }) => [{ table: 'org_users', id }],
  merge: (_earlier, later) => later,
  success: ({ active }, name) =>
    active ? message('{name} is active again', { name }) : message('{name} deactivated', { name }),
});
