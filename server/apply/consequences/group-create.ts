import * as v from 'valibot';
import { groups } from '../../../model/entities/group.ts';
import type { Consequence } from '../consequence.ts';

/** Gives a group the number by which addresses and plain clients name it. */
export const groupCreateConsequence: Consequence = {
  mutation: 'group-create',
  replacesEffects: false,
  apply: async ({ args, actor, tx }) => {
    const { id } = v.parse(v.object({ id: v.string() }), args);
    const place = { orgId: actor.orgId };
    const group = await tx.get(groups, place, id);
    if (group === undefined) return undefined;
    await tx.put(groups, place, { ...group, number: Number(await tx.nextSerial('chat_groups')) });
    return undefined;
  },
};
