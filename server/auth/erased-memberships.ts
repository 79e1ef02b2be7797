import type { Kysely } from 'kysely';
import type { Schema } from '../store/schema.ts';
import type { Sql } from '../store/sql.ts';

/**
 * Memberships that were erased, alone or with their organisation (decisions 0094 and 0100). The devices of their people
 * learn of it at the next renewal or sign-in, and remove the data (CLIENT-10). Numbers only.
 */

/** A cookie is valid at most this long after its last renewal: afterwards no browser can ask about its session. */
const KEPT_MS = 60 * 24 * 60 * 60_000;

/** An organisation that the person was a member of (`formerOrganizationSchema`). */
export interface FormerMembership {
  readonly organization_id: number;
  readonly organization_name: string;
  readonly erased?: boolean;
}

/** Notes every account that is or was a member of the organisation, at an instant in milliseconds. */
export async function noteErasedOrganization(sql: Sql, orgId: string, at: number): Promise<void> {
  await sql.run(
    `insert into erased_memberships (org_id, user_id, with_organization, erased_at)
     select distinct p.org_id, u.id, 1, ${String(at)} from org_users p
     join users u on (p.joined = 1 and u.id = p."user")
       or (p.joined = 0 and u.mailbox_proved = 1 and u.email = p.email)
     where p.org_id = ?
     on conflict (org_id, user_id) do update set with_organization = 1, erased_at = excluded.erased_at`,
    [orgId],
  );
}

/** Notes one person who was erased from an organisation that stays. */
export async function noteErasedPerson(
  sql: Sql,
  { orgId, userId, at }: { readonly orgId: string; readonly userId: string; readonly at: number },
): Promise<void> {
  await sql.run(
    `insert into erased_memberships (org_id, user_id, with_organization, erased_at) values (?, ?, 0, ?)
     on conflict (org_id, user_id) do update set erased_at = excluded.erased_at`,
    [orgId, userId, at],
  );
}

/** The organisations of these memberships, without a name: nothing of an erased organisation is stored. */
export async function erasedOrganizationsOf(
  db: Kysely<Schema>,
  userId: string,
): Promise<readonly FormerMembership[]> {
  const rows = await db
    .selectFrom('erased_memberships')
    .select(['org_id', 'with_organization'])
    .where('user_id', '=', userId)
    .orderBy('org_id')
    .execute();
  return rows.map((row) => ({
    organization_id: Number(row.org_id),
    organization_name: '',
    erased: row.with_organization === 1,
  }));
}

/** Deletes those of accounts that do not exist any more, once no browser can ask about them. */
export async function sweepErasedMemberships(db: Kysely<Schema>, now: number): Promise<void> {
  await db
    .deleteFrom('erased_memberships')
    .where('erased_at', '<=', now - KEPT_MS)
    .where('user_id', 'not in', (users) => users.selectFrom('users').select('id'))
    .execute();
}
