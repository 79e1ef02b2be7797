import { levelNumber } from '../../model/permissions/actor.ts';
import { CairnError } from '../../model/shared/errors.ts';
import { domainOf } from '../shared/email-domain.ts';
import { noOrganization } from '../shared/no-organization.ts';
import { numberOf, type Sql, type SqlRow, textOf } from '../store/sql.ts';

/** A member, and what their organisation demands of sign-ins. Instants are milliseconds since 1970, UTC. */
export interface Demand {
  readonly orgId: string;
  readonly userId: string;
  /** Name of the level. */
  readonly level: string;
  /** Time at which the person was added to the organisation. */
  readonly memberSince: number;
  /** As in the table `sign_in_rules`. */
  readonly levels: number;
  readonly since: number;
  readonly until: number;
}

/** Columns of `demandOf`, for a statement that joins `sign_in_rules` as `sr` and `org_users` as `ou`. */
export const DEMAND_COLUMNS =
  'ou.created_at as member_since, coalesce(sr.factor_levels, 0) as factor_levels, coalesce(sr.factor_since, 0) as factor_since, coalesce(sr.factor_until, 0) as factor_until';

export function demandOf(row: SqlRow, who: Pick<Demand, 'orgId' | 'userId' | 'level'>): Demand {
  const { orgId, userId, level } = who;
  return {
    orgId,
    userId,
    level,
    memberSince: Date.parse(textOf(row, 'member_since')),
    levels: numberOf(row, 'factor_levels'),
    since: numberOf(row, 'factor_since'),
    until: numberOf(row, 'factor_until'),
  };
}

/**
 * Time from which the organisation refuses a person because they have no second factor; undefined when it demands none
 * of them, or they have one. People who were members before the demand have until the end of its grace period, others
 * have none. Single sign-on counts where it is the person's only way in: otherwise their password alone opens a
 * session.
 */
export async function factorDue(sql: Sql, demand: Demand): Promise<number | undefined> {
  const { orgId, userId, level, levels, memberSince, since, until } = demand;
  if (levelNumber(level) > levels) return undefined;
  if (await hasFactor(sql, userId)) return undefined;
  if (levelNumber(level) > 1 && (await mustUseProvider(sql, orgId, userId))) return undefined;
  return memberSince >= since ? since : until;
}

/** True for an organisation that demands a second factor of anybody. */
export async function demandsFactors(sql: Sql, orgId: string): Promise<boolean> {
  const rows = await sql.all(
    'select org_id from sign_in_rules where org_id = ? and factor_levels > 0',
    [orgId],
  );
  return rows.length > 0;
}

/** True for an account with an authenticator app that has proved itself, or a passkey. */
export async function hasFactor(sql: Sql, userId: string): Promise<boolean> {
  const rows = await sql.all(
    `select 1 as found from totp_factors where user_id = ? and confirmed_at is not null
     union all select 1 as found from passkeys where user_id = ? limit 1`,
    [userId, userId],
  );
  return rows.length > 0;
}

/** As `requiredProvider`, for one member below level 1. */
async function mustUseProvider(sql: Sql, orgId: string, userId: string): Promise<boolean> {
  const rows = await sql.all(
    `select d.domain, u.email from sso_domains d
     join sso_providers p on p.org_id = d.org_id
     join users u on u.id = ?
     where d.org_id = ? and d.verified_at is not null and p.active = 1 and p.required = 1`,
    [userId, orgId],
  );
  return rows.some((row) => domainOf(textOf(row, 'email')) === textOf(row, 'domain'));
}

/** The refusal for a member without the factor that their organisation demands. */
export function factorMissing(): CairnError {
  return new CairnError({
    code: 'factor_missing',
    message:
      /*i18n*/ 'Your organisation demands a second factor. Set one up on your profile, under “Two-step sign-in”.',
  });
}

/** The refusal for a person who has no rights now: not found, unless they are a member without a demanded factor. */
export function noRights(isMember: boolean): CairnError {
  return isMember ? factorMissing() : noOrganization();
}
