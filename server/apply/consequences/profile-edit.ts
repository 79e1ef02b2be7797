import * as v from 'valibot';
import type { Consequence } from '../consequence.ts';

const argsSchema = v.object({
  display_name: v.optional(v.string()),
  phone_number: v.optional(v.string()),
});

/** Copies name and number to the account: mails and the next organisation use them. */
export const profileEditConsequence: Consequence = {
  mutation: 'profile-edit',
  replacesEffects: false,
  apply: async ({ args, actor, tx }) => {
    const { display_name, phone_number } = v.parse(argsSchema, args);
    if (display_name === undefined && phone_number === undefined) return undefined;
    const db = await tx.db();
    await db
      .updateTable('users')
      .set({
        ...(display_name !== undefined && { display_name }),
        ...(phone_number !== undefined && { phone_number }),
      })
      .where('id', '=', actor.userId)
      .execute();
    return undefined;
  },
};
