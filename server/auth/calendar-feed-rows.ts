import type { Kysely } from 'kysely';
import type { Schema } from '../store/schema.ts';

/**
 * Ends all calendars of a person, or those in one organisation. Where sessions end too, call it after them: a calendar
 * that one of them creates meanwhile is then either ended or refused.
 */
export async function endFeedsOf(
  db: Kysely<Schema>,
  { userId, orgId }: { readonly userId: string; readonly orgId?: string },
): Promise<void> {
  const all = db.deleteFrom('calendar_feeds').where('user_id', '=', userId);
  await (orgId === undefined ? all : all.where('org_id', '=', orgId)).execute();
}
