import * as v from 'valibot';
import { requireMayInvite } from '../limits.ts';
import { addPerson } from '../add-person.ts';
import { machineOf } from '../../shared/machine.ts';
import type { Consequence } from '../../apply/consequence.ts';

const argsSchema = v.object({
  display_name: v.string(),
  phone_number: v.string(),
  email: v.string(),
  user_role: v.string(),
});

/**
 * A person who is added gets their numbers and their letter here; the row under the device's own id is never stored.
 * The mailer hears of the commit by itself.
 */
export const personCreateConsequence: Consequence = {
  mutation: 'person-create',
  takesLimits: true,
  replacesEffects: true,
  apply: async ({ args, actor, tx, services }) => {
    const person = v.parse(argsSchema, args);
    const { orgId, userId } = actor;
    await requireMayInvite(services.auth, tx, { orgId, userId, email: person.email });
    const deps = { machine: machineOf(services), publicUrl: services.publicUrl };
    const row = await addPerson(tx, deps, {
      orgId: actor.orgId,
      inviter: actor.orgUserId,
      displayName: person.display_name,
      email: person.email,
      phoneNumber: person.phone_number,
      role: person.user_role,
    });
    return { table: 'org_users', id: row.id };
  },
};
