import type { Kysely } from 'kysely';
import { levelNumber } from '../../model/permissions/actor.ts';
import { CairnError } from '../../model/shared/errors.ts';
import type { Schema } from '../store/schema.ts';
import { domainOf } from '../shared/email-domain.ts';

/**
 * The organisation whose identity provider a person has to use: one that requires it, has verified the domain of their
 * address, and of which they are an active member, except at level 1. Undefined: any way in. A domain is verified by one
 * organisation at a time, so there is at most one.
 */
export async function requiredProvider(
  db: Kysely<Schema>,
  userId: string,
): Promise<string | undefined> {
  const account = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirst();
  if (account === undefined) return undefined;
  const row = await db
    .selectFrom('sso_domains as domain')
    .innerJoin('sso_providers as provider', 'provider.org_id', 'domain.org_id')
    .innerJoin('org_users as person', 'person.org_id', 'domain.org_id')
    .innerJoin('roles as role', (join) =>
      join.onRef('role.org_id', '=', 'person.org_id').onRef('role.id', '=', 'person.user_role'),
    )
    .innerJoin('role_levels as level', (join) =>
      join.onRef('level.org_id', '=', 'person.org_id').onRef('level.id', '=', 'role.level'),
    )
    .select(['domain.org_id as orgId', 'level.name as level'])
    .where('domain.domain', '=', domainOf(account.email))
    .where('domain.verified_at', 'is not', null)
    .where('provider.active', '=', 1)
    .where('provider.required', '=', 1)
    .where('person.active', '=', 1)
    .where((where) =>
      where.or([
        where.and([where('person.user', '=', userId), where('person.joined', '=', 1)]),
        where.and([where('person.email', '=', account.email), where('person.joined', '=', 0)]),
      ]),
    )
    .executeTakeFirst();
  return row === undefined || levelNumber(row.level) === 1 ? undefined : row.orgId;
}

/** Throws `forbidden` for a person whose provider names their address: another one would evade it. */
export async function requireOwnAddress(db: Kysely<Schema>, userId: string): Promise<void> {
  if ((await requiredProvider(db, userId)) === undefined) return;
  throw new CairnError({
    code: 'forbidden',
    message:
      /*i18n*/ 'Your organisation requires single sign-on, so your e-mail address cannot be changed here.',
  });
}

/** Throws `forbidden` for a person who has to use another way in. */
export async function requireProvider(
  db: Kysely<Schema>,
  userId: string,
  used: string | undefined,
): Promise<void> {
  const required = await requiredProvider(db, userId);
  if (required === undefined || required === used) return;
  throw new CairnError({
    code: 'forbidden',
    message: /*i18n*/ 'Your organisation requires single sign-on. Choose “Single sign-on”.',
    details: { single_sign_on: true },
  });
}
