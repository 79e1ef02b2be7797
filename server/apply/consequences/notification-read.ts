import { notifications } from '../../../model/entities/notification.ts';
import { inboxScope } from '../../../model/entities/scopes.ts';
import { textOf } from '../../store/sql.ts';
import type { Consequence } from '../consequence.ts';

/** Read notifications that a person keeps. */
const KEPT = 300;
/** Rows removed by one call at most. */
const AT_ONCE = 500;

/** Removes the oldest read notifications of a person beyond those that are kept. */
export const notificationReadConsequence: Consequence = {
  mutation: 'notification-read',
  replacesEffects: false,
  apply: async ({ actor, tx }) => {
    const place = { orgId: actor.orgId };
    const sql = await tx.sql();
    const old = await sql.all(
      `select id from notifications where org_id = ? and scope = ? and read_at is not null
       order by at desc, id limit ${AT_ONCE} offset ${KEPT}`,
      [actor.orgId, inboxScope(actor.orgUserId)],
    );
    for (const row of old) await tx.remove(notifications, place, textOf(row, 'id'));
    return undefined;
  },
};
