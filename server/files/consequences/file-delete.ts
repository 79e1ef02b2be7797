import * as v from 'valibot';
import { dropContents, dropParts } from '../file-sql.ts';
import type { Consequence } from '../../apply/consequence.ts';

const argsSchema = v.object({ id: v.string() });

/** What had arrived of a file that is taken back goes with it, and no longer counts against the organisation's room. */
export const fileDeleteConsequence: Consequence = {
  mutation: 'file-delete',
  replacesEffects: false,
  apply: async ({ args, actor, tx }) => {
    const { id } = v.parse(argsSchema, args);
    const key = { orgId: actor.orgId, id };
    const sql = await tx.sql();
    await dropParts(sql, key, tx.at);
    await dropContents(sql, key, tx.at);
    return undefined;
  },
};
