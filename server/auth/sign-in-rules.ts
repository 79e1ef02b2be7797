import type { Kysely } from 'kysely';
import type { Actor } from '../../model/permissions/actor.ts';
import { levelNumber } from '../../model/permissions/actor.ts';
import { mayManageSignInRules } from '../../model/permissions/sign-in-rules.ts';
import type { FactorLevels } from '../../model/protocol/sign-in-rules.ts';
import { CairnError } from '../../model/shared/errors.ts';
import type { RequestOrigin } from '../security/log.ts';
import { domainOf } from '../shared/email-domain.ts';
import type { Schema } from '../store/schema.ts';
import { hasFactor } from '../writer/demanded-factor.ts';
import { writeAs } from '../writer/write-as.ts';
import { membersWithLevel } from './administrators.ts';
import type { Auth } from './auth.ts';

const DAY_MS = 24 * 60 * 60_000;

export interface RulesInput {
  readonly factor_levels: FactorLevels;
  readonly factor_grace_days: number;
  readonly offline_days: number | null;
  /** Ordinary computers of the members encrypt what they store (decision 0099); missing: unchanged. */
  readonly encrypt_devices?: boolean | undefined;
}

/** The rules as Level 1 sees them, with the members whose password alone opens a session. */
export interface ReadRules extends RulesInput {
  readonly encrypt_devices: boolean;
  readonly factor_until: number | null;
  readonly has_factor: boolean;
  readonly without_factor: readonly number[];
}

export async function readRules({ database }: Auth, actor: Actor): Promise<ReadRules> {
  const { orgId } = actor;
  const row = await storedRules(database.db, orgId);
  const levels = row?.factor_levels ?? 0;
  return {
    factor_levels: levelsOf(levels),
    factor_grace_days:
      row === undefined ? 0 : Math.round((row.factor_until - row.factor_since) / DAY_MS),
    factor_until: row === undefined || levels === 0 ? null : row.factor_until,
    offline_days: row?.offline_days ?? null,
    encrypt_devices: row?.encrypt_devices === 1,
    has_factor: await hasFactor(database.read, actor.userId),
    without_factor: await withoutFactor(database.db, orgId),
  };
}

/**
 * Stores the rules. Throws `forbidden`, and `conflict` for a person who demands a second factor and has none: the
 * demand begins with level 1. A new or a wider demand starts a new grace period; any other change keeps its beginning.
 */
export async function writeRules(
  { writer, machine, security }: Auth,
  actor: Actor,
  { input, from }: { readonly input: RulesInput; readonly from: RequestOrigin },
): Promise<void> {
  const { orgId, userId, orgUserId } = actor;
  await writeAs(writer, actor, {
    may: mayManageSignInRules,
    work: async (tx) => {
      if (input.factor_levels > 0 && !(await hasFactor(await tx.sql(), userId))) throw ownFirst();
      const db = await tx.db();
      const before = await storedRules(db, orgId);
      const now = machine.now();
      const isWider = input.factor_levels > (before?.factor_levels ?? 0);
      const encrypts = input.encrypt_devices ?? before?.encrypt_devices === 1;
      const since = isWider ? now : (before?.factor_since ?? now);
      const values = {
        factor_levels: input.factor_levels,
        factor_since: since,
        factor_until: since + input.factor_grace_days * DAY_MS,
        offline_days: input.offline_days,
        encrypt_devices: encrypts ? 1 : 0,
        changed_at: now,
      };
      await db
        .insertInto('sign_in_rules')
        .values({ org_id: orgId, ...values })
        .onConflict((conflict) => conflict.column('org_id').doUpdateSet(values))
        .execute();
      await security.add(db, {
        kind: 'sign_in_rules_changed',
        orgId,
        orgUserId,
        userId,
        from,
        details: { ...input, encrypt_devices: encrypts },
      });
    },
  });
}

/** What an organisation demands of its members. */
interface DemandedRules {
  readonly levels: number;
  readonly offlineDays: number | null;
  readonly encryptDevices: boolean;
}

/** The rules of these organisations that demand something, by organisation. */
export async function rulesOf(
  db: Kysely<Schema>,
  orgIds: readonly string[],
): Promise<ReadonlyMap<string, DemandedRules>> {
  if (orgIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('sign_in_rules')
    .select(['org_id', 'factor_levels', 'offline_days', 'encrypt_devices'])
    .where('org_id', 'in', [...orgIds])
    .execute();
  return new Map(
    rows.map((row) => [
      row.org_id,
      {
        levels: row.factor_levels,
        offlineDays: row.offline_days,
        encryptDevices: row.encrypt_devices === 1,
      },
    ]),
  );
}

/** Active members who have joined, whose password alone opens a session. */
async function withoutFactor(db: Kysely<Schema>, orgId: string): Promise<readonly number[]> {
  const people = await membersWithLevel(db, orgId)
    .select(['person.id as id', 'account.email as email', 'level.name as level'])
    .where('account.id', 'not in', (sub) =>
      sub.selectFrom('totp_factors').select('user_id').where('confirmed_at', 'is not', null),
    )
    .where('account.id', 'not in', (sub) => sub.selectFrom('passkeys').select('user_id'))
    .execute();
  const domains = await db
    .selectFrom('sso_domains as domain')
    .innerJoin('sso_providers as provider', 'provider.org_id', 'domain.org_id')
    .select('domain.domain as domain')
    .where('domain.org_id', '=', orgId)
    .where('domain.verified_at', 'is not', null)
    .where('provider.active', '=', 1)
    .where('provider.required', '=', 1)
    .execute();
  const required = new Set(domains.map(({ domain }) => domain));
  return people
    .filter(({ email, level }) => levelNumber(level) === 1 || !required.has(domainOf(email)))
    .map(({ id }) => Number(id));
}

function storedRules(db: Kysely<Schema>, orgId: string) {
  return db.selectFrom('sign_in_rules').selectAll().where('org_id', '=', orgId).executeTakeFirst();
}

function levelsOf(stored: number): FactorLevels {
  return stored === 1 || stored === 2 || stored === 3 || stored === 4 ? stored : 0;
}

function ownFirst(): CairnError {
  return new CairnError({
    code: 'conflict',
    message:
      /*i18n*/ 'Set up a second factor for yourself first, on your profile under “Two-step sign-in”.',
    details: { field: 'factor_levels' },
  });
}
