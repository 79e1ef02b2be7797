import * as v from 'valibot';
import { requireFewPictures } from '../picture-limit.ts';
import type { Consequence } from '../../apply/consequence.ts';

const argsSchema = v.object({ id: v.string(), scope: v.string() });

/** Everybody in the organisation is told of a picture, so those of one person are limited. */
export const fileAddConsequence: Consequence = {
  mutation: 'file-add',
  replacesEffects: false,
  apply: async ({ args, actor, tx }) => {
    const { id, scope } = v.parse(argsSchema, args);
    const { orgId, orgUserId: uploadedBy } = actor;
    await requireFewPictures(tx.sql, { orgId, uploadedBy, id, scope });
    return undefined;
  },
};
