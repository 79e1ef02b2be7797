import type { Kysely } from 'kysely';
import { roleLevels } from '../../model/entities/role-level.ts';
import { roles } from '../../model/entities/role.ts';
import { type Actor, levelNumber } from '../../model/permissions/actor.ts';
import { mayManageSingleSignOn } from '../../model/permissions/single-sign-on.ts';
import { CairnError } from '../../model/shared/errors.ts';
import type { Auth } from '../auth/auth.ts';
import type { RequestOrigin } from '../security/log.ts';
import type { SecretRow } from '../shared/secret-box.ts';
import type { Schema } from '../store/schema.ts';
import { writeAs } from '../writer/write-as.ts';
import type { WriteTx } from '../writer/writer-types.ts';
import { eventOf, listDomains, type ListedDomain } from './domains.ts';
import type { Provider } from './provider-client.ts';
import type { Sso } from './sso.ts';

/** The settings as administrators see them: without the client secret. */
export interface SsoSettings {
  /** Null: there is no provider. */
  readonly provider: {
    readonly issuer: string;
    readonly client_id: string;
    readonly active: boolean;
    readonly required: boolean;
    /** Role of people who join by their first sign-in; null: nobody does. */
    readonly join_role: number | null;
  } | null;
  readonly domains: readonly ListedDomain[];
  /** To be entered at the provider. */
  readonly redirect_uri: string;
  readonly logout_uri: string;
}

export interface ProviderInput {
  readonly issuer: string;
  readonly client_id: string;
  /** Undefined: unchanged. */
  readonly client_secret?: string | undefined;
  readonly active: boolean;
  readonly required: boolean;
  readonly join_role: string | null;
}

export async function readSettings(
  { auth, redirectUri }: Sso,
  orgId: string,
): Promise<SsoSettings> {
  const { db } = auth.database;
  const row = await storedProvider(db, orgId);
  return {
    provider:
      row === undefined
        ? null
        : {
            issuer: row.issuer,
            client_id: row.client_id,
            active: row.active === 1,
            required: row.required === 1,
            join_role: row.join_role === null ? null : Number(row.join_role),
          },
    domains: await listDomains(db, orgId),
    redirect_uri: redirectUri,
    logout_uri: `${auth.publicUrl}/rest/api/sso/logout/`,
  };
}

/**
 * Stores the provider, after it has described itself under its address. Throws `forbidden`, `invalid`, or `conflict`
 * for a provider that cannot be reached.
 */
export async function writeProvider(
  { auth, providers }: Sso,
  actor: Actor,
  { input, from }: { readonly input: ProviderInput; readonly from: RequestOrigin },
): Promise<void> {
  const { orgId } = actor;
  const { writer, machine, security, secrets, database } = auth;
  const { issuer, client_id: clientId } = input;
  // The secret of one provider is never sent to another.
  const secretIn = async (db: Kysely<Schema>) => {
    const stored = await storedProvider(db, orgId);
    const kept =
      stored?.issuer === issuer
        ? secrets.open(stored.client_secret, providerRow(orgId))
        : undefined;
    return input.client_secret ?? kept ?? secretMissing();
  };
  const asked = await secretIn(database.db);
  if (input.active) await providers.check({ issuer, clientId, clientSecret: asked });
  await writeAs(writer, actor, {
    may: mayManageSingleSignOn,
    work: async (tx) => {
      if (input.join_role !== null) await requireJoinable(tx, orgId, input.join_role);
      const db = await tx.db();
      // Read again: another administrator may have stored a new one while the provider described itself.
      const clientSecret = await secretIn(db);
      const values = {
        issuer,
        client_id: clientId,
        client_secret: secrets.seal(clientSecret, providerRow(orgId)),
        active: input.active ? 1 : 0,
        required: input.active && input.required ? 1 : 0,
        join_role: input.join_role,
        changed_at: machine.now(),
      };
      await db
        .insertInto('sso_providers')
        .values({ org_id: orgId, ...values })
        .onConflict((conflict) => conflict.column('org_id').doUpdateSet(values))
        .execute();
      await security.add(db, {
        kind: 'sso_changed',
        ...eventOf(actor),
        subject: new URL(issuer).host,
        from,
        details: {
          active: input.active,
          required: input.required,
          join_role: input.join_role,
        },
      });
    },
  });
}

/** Removes the provider; the domains stay. */
export async function removeProvider(
  { auth: { writer, security } }: Sso,
  actor: Actor,
  from: RequestOrigin,
): Promise<void> {
  await writeAs(writer, actor, {
    may: mayManageSingleSignOn,
    work: async (tx) => {
      const db = await tx.db();
      const row = await storedProvider(db, actor.orgId);
      if (row === undefined) return;
      await db.deleteFrom('sso_providers').where('org_id', '=', actor.orgId).execute();
      await db.deleteFrom('sso_attempts').where('org_id', '=', actor.orgId).execute();
      await security.add(db, {
        kind: 'sso_removed',
        ...eventOf(actor),
        subject: new URL(row.issuer).host,
        from,
      });
    },
  });
}

/** Whose client secret it is, for its encryption. */
export function providerRow(orgId: string): SecretRow {
  return ['sso_providers', orgId];
}

/** A stored provider that is switched on; undefined: there is none. */
export async function activeProvider(
  { secrets }: Pick<Auth, 'secrets'>,
  db: Kysely<Schema>,
  orgId: string,
): Promise<(Provider & { readonly joinRole: string | null }) | undefined> {
  const row = await storedProvider(db, orgId);
  if (row === undefined || row.active !== 1) return undefined;
  return {
    issuer: row.issuer,
    clientId: row.client_id,
    clientSecret: secrets.open(row.client_secret, providerRow(orgId)),
    joinRole: row.join_role,
  };
}

/** Nobody joins at level 1 because a provider says so. */
export async function requireJoinable(tx: WriteTx, orgId: string, roleId: string): Promise<void> {
  const role = await tx.get(roles, { orgId }, roleId);
  const level = role && (await tx.get(roleLevels, { orgId }, role.level));
  if (level !== undefined && levelNumber(level.name) > 1) return;
  throw new CairnError({
    code: 'invalid',
    message: /*i18n*/ 'Choose a role below Level 1',
    details: { field: 'join_role' },
  });
}

function secretMissing(): never {
  throw new CairnError({
    code: 'invalid',
    message: /*i18n*/ 'The client secret is required',
    details: { field: 'client_secret' },
  });
}

async function storedProvider(db: Kysely<Schema>, orgId: string) {
  return db.selectFrom('sso_providers').selectAll().where('org_id', '=', orgId).executeTakeFirst();
}
