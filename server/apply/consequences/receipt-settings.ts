import * as v from 'valibot';
import type { Consequence } from '../consequence.ts';

const organizationArgs = v.object({ work_receipts: v.optional(v.boolean()) });
const profileArgs = v.object({ shares_seen: v.optional(v.boolean()) });

/** RECEIPT-5: what is switched off is deleted in the same write; chat has rows of its own. */
export const RECEIPT_SETTINGS: readonly Consequence[] = [
  {
    mutation: 'organization-edit',
    replacesEffects: false,
    apply: async ({ args, actor, tx }) => {
      if (v.parse(organizationArgs, args).work_receipts !== false) return undefined;
      const sql = await tx.sql();
      await sql.run(`delete from task_seen where org_id = ?`, [actor.orgId]);
      await sql.run(`delete from device_cursors where org_id = ?`, [actor.orgId]);
      return undefined;
    },
  },
  {
    mutation: 'profile-edit',
    replacesEffects: false,
    apply: async ({ args, actor, tx }) => {
      if (v.parse(profileArgs, args).shares_seen !== false) return undefined;
      const sql = await tx.sql();
      const key = [actor.orgId, actor.orgUserId];
      await sql.run(`delete from task_seen where org_id = ? and person = ?`, key);
      return undefined;
    },
  },
];
