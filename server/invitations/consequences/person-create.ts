import * as v from 'valibot';
import type { Auth } from '../../auth/auth.ts';
import { requireMayInvite } from '../limits.ts';
import { addPerson } from '../add-person.ts';
import type { Consequence } from '../../apply/consequence.ts';

const argsSchema = v.object({
  display_name: v.string(),
  phone_number: v.string(),
  email: v.string(),
  user_role: v.string(),
});

/**
 * Gives an added person their numbers and their mail; the row under the id that the device chose is never stored. The
 * mailer is notified by the commit.
 */
export const personCreate = (auth: Auth): Consequence => ({
  mutation: 'person-create',
  usesLimits: true,
  replacesEffects: true,
  apply: async ({ args, actor, tx }) => {
    const person = v.parse(argsSchema, args);
    const { orgId, userId } = actor;
    await requireMayInvite(auth, tx, { orgId, userId, email: person.email });
    const row = await addPerson(tx, auth, {
      orgId: actor.orgId,
      inviter: actor.orgUserId,
      displayName: person.display_name,
      email: person.email,
      phoneNumber: person.phone_number,
      role: person.user_role,
    });
    return { table: 'org_users', id: row.id };
  },
});
