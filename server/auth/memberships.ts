import type { Kysely } from 'kysely';
import type { PasswordContext } from '../../model/shared/password-names.ts';
import type { Schema } from '../store/schema.ts';
import { erasedOrganizationsOf, type FormerMembership } from './erased-memberships.ts';

/** An organisation as a signed-in person sees it: the "selected organization" of the sessions spec, 3. */
export interface Membership {
  readonly organization_id: number;
  readonly organization_name: string;
  readonly organization_user_id: number;
  readonly user_level: string;
  readonly organization_special_role: boolean;
  readonly role_access: {
    readonly get_access: boolean;
    readonly post_access: boolean;
    readonly patch_access: boolean;
    readonly delete_access: boolean;
  };
}

/** Every organisation the person is an active member of, in the order in which they joined. */
export async function membershipsOf(
  db: Kysely<Schema>,
  userId: string,
): Promise<readonly Membership[]> {
  const rows = await db
    .selectFrom('org_users as person')
    .innerJoin('organizations as org', (join) =>
      join.onRef('org.org_id', '=', 'person.org_id').onRef('org.id', '=', 'person.org_id'),
    )
    .innerJoin('roles as role', (join) =>
      join.onRef('role.org_id', '=', 'person.org_id').onRef('role.id', '=', 'person.user_role'),
    )
    .innerJoin('role_levels as level', (join) =>
      join.onRef('level.org_id', '=', 'person.org_id').onRef('level.id', '=', 'role.level'),
    )
    .innerJoin('users as account', (join) => join.on('account.id', '=', userId))
    .select([
      'org.id as orgId',
      'org.name as orgName',
      'org.special_role as special',
      'person.id as personId',
      'level.name as level',
      'level.get_access as get',
      'level.post_access as post',
      'level.patch_access as patch',
      'level.delete_access as del',
    ])
    .where('person.active', '=', 1)
    // As in `loadActor`: an address belongs to the account only after the mailbox is proved.
    .where((where) =>
      where.or([
        where.and([where('person.user', '=', userId), where('person.joined', '=', 1)]),
        where.and([
          where('person.email', '=', where.ref('account.email')),
          where('person.joined', '=', 0),
          where('account.mailbox_proved', '=', 1),
        ]),
      ]),
    )
    .execute();
  return rows
    .map((row) => ({
      organization_id: Number(row.orgId),
      organization_name: row.orgName,
      organization_user_id: Number(row.personId),
      user_level: row.level,
      organization_special_role: row.special === 1,
      role_access: {
        get_access: row.get === 1,
        post_access: row.post === 1,
        patch_access: row.patch === 1,
        delete_access: row.del === 1,
      },
    }))
    .toSorted((left, right) => left.organization_user_id - right.organization_user_id);
}

/** Those of these organisations that allow places of photos. */
export async function allowingPlaces(
  db: Kysely<Schema>,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('organizations')
    .select('id')
    .where('id', 'in', ids.map(String))
    .where('shot_places', '=', 1)
    .execute();
  return new Set(rows.map(({ id }) => Number(id)));
}

/**
 * Organisations that have deactivated the person after they had joined, in the order of joining, then those that were
 * erased or from which the person was, unless they are a member again.
 */
export async function formerOrganizationsOf(
  db: Kysely<Schema>,
  userId: string,
): Promise<readonly FormerMembership[]> {
  const rows = await db
    .selectFrom('org_users as person')
    .innerJoin('organizations as org', (join) =>
      join.onRef('org.org_id', '=', 'person.org_id').onRef('org.id', '=', 'person.org_id'),
    )
    .select(['org.id as orgId', 'org.name as orgName', 'person.id as personId'])
    .where('person.user', '=', userId)
    .where('person.active', '=', 0)
    .where('person.joined', '=', 1)
    .execute();
  const deactivated = rows
    .toSorted((left, right) => Number(left.personId) - Number(right.personId))
    .map((row) => ({ organization_id: Number(row.orgId), organization_name: row.orgName }));
  const erased = await erasedOrganizationsOf(db, userId);
  if (erased.length === 0) return deactivated;
  const known = [...deactivated, ...(await membershipsOf(db, userId))];
  const ids = new Set(known.map((one) => one.organization_id));
  return [...deactivated, ...erased.filter((one) => !ids.has(one.organization_id))];
}

/** What is known about a person who chooses a password: their names, and those of their organisations and of `orgId`. */
export async function passwordContext(
  { database: { db } }: { readonly database: { readonly db: Kysely<Schema> } },
  userId: string,
  orgId?: string,
): Promise<PasswordContext> {
  const profile = await profileOf(db, userId);
  const organizations = (await membershipsOf(db, userId)).map((one) => one.organization_name);
  const named =
    orgId === undefined
      ? undefined
      : await db
          .selectFrom('organizations')
          .select('name')
          .where('id', '=', orgId)
          .executeTakeFirst();
  return {
    names: [profile?.display_name ?? '', ...organizations, named?.name ?? ''],
    email: profile?.email ?? '',
  };
}

/** The person's own account, as the sign-in and `api/me/` return it. */
export interface Profile {
  readonly id: number;
  readonly display_name: string;
  readonly email: string;
  readonly phone_number: string;
  readonly profile_image: string | null;
}

export async function profileOf(db: Kysely<Schema>, userId: string): Promise<Profile | undefined> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'display_name', 'email', 'phone_number', 'profile_image'])
    .where('id', '=', userId)
    .executeTakeFirst();
  return row && { ...row, id: Number(row.id) };
}
