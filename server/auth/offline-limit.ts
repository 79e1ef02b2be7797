import type { Kysely } from 'kysely';
import type { Schema } from '../store/schema.ts';

const DAY_MS = 24 * 60 * 60_000;

/** True when an organisation of the person asks that ordinary computers encrypt what they store (decision 0099). */
export async function encryptsDevices(db: Kysely<Schema>, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('sign_in_rules as rules')
    .innerJoin('org_users as person', 'person.org_id', 'rules.org_id')
    .select('rules.org_id')
    .where('person.user', '=', userId)
    .where('person.joined', '=', 1)
    .where('person.active', '=', 1)
    .where('rules.encrypt_devices', '=', 1)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Longest time without a renewal that a person's organisations accept, in milliseconds; undefined: any. */
export async function offlineLimit(
  db: Kysely<Schema>,
  userId: string,
): Promise<number | undefined> {
  const rows = await db
    .selectFrom('sign_in_rules as rules')
    .innerJoin('org_users as person', 'person.org_id', 'rules.org_id')
    .select('rules.offline_days as days')
    .where('person.user', '=', userId)
    .where('person.joined', '=', 1)
    .where('person.active', '=', 1)
    .where('rules.offline_days', 'is not', null)
    .execute();
  const days = rows.flatMap((row) => row.days ?? []);
  return days.length === 0 ? undefined : Math.min(...days) * DAY_MS;
}
