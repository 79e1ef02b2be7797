import type { Kysely } from 'kysely';
import { LIMITS } from '../../model/protocol/version.ts';
import type { Schema } from '../store/schema.ts';

/** A person of an organisation, with an open socket in this process. */
export interface Present {
  readonly orgId: string;
  readonly orgUserId: string;
}

/** One missed heartbeat of a busy process does not hide a person. */
const PRESENT_FOR = 2.5 * LIMITS.heartbeat;
/** People in one statement: SQLite binds a limited number of values. */
const AT_ONCE = 500;

/** Stores that these people have an open socket now. */
export async function rememberPresent(
  db: Kysely<Schema>,
  people: readonly Present[],
  now: number,
): Promise<void> {
  const rows = [...new Map(people.map((one) => [`${one.orgId} ${one.orgUserId}`, one])).values()];
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const values = rows
      .slice(from, from + AT_ONCE)
      .map(({ orgId, orgUserId }) => ({ org_id: orgId, org_user: orgUserId, at: now }));
    await db
      .insertInto('presence')
      .values(values)
      .onConflict((conflict) => conflict.columns(['org_id', 'org_user']).doUpdateSet({ at: now }))
      .execute();
  }
}

/** Removes a person whose last socket in this process has closed; another process adds them again by its heartbeat. */
export async function forgetPresent(
  db: Kysely<Schema>,
  { orgId, orgUserId }: Present,
): Promise<void> {
  await db
    .deleteFrom('presence')
    .where('org_id', '=', orgId)
    .where('org_user', '=', orgUserId)
    .execute();
}

/** Ids (`organization_user`) of the people of an organisation who have Cairn open, in no order. */
export async function readPresent(
  db: Kysely<Schema>,
  orgId: string,
  now: number,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('presence')
    .select('org_user')
    .where('org_id', '=', orgId)
    .where('at', '>', now - PRESENT_FOR)
    .execute();
  return rows.map((row) => row.org_user);
}
