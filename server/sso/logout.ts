import type { Kysely } from 'kysely';
import { CairnError } from '../../model/shared/errors.ts';
import { noteEnded } from '../auth/ended-sessions.ts';
import { endSession } from '../auth/sessions.ts';
import { digestOfSecret } from '../shared/secrets.ts';
import type { Schema } from '../store/schema.ts';
import type { Logout } from './logout-token.ts';
import { claimedProvider } from './logout-token.ts';
import { providerRow } from './settings.ts';
import type { Sso } from './sso.ts';

/** A used token is remembered for so long: providers make it valid for minutes. */
const REMEMBERED_MS = 24 * 60 * 60_000;

/**
 * Ends the sessions that a logout token of an identity provider names (OpenID Connect Back-Channel Logout 1.0): those of
 * its subject, or of one session at the provider, which that provider opened. A token that was used before ends nothing.
 * Returns the ids of the ended sessions. Throws `invalid` for a token that is not right.
 */
export async function logOutByProvider(sso: Sso, token: string): Promise<readonly string[]> {
  const { writer } = sso.auth;
  const named = await checkedLogouts(sso, token);
  // In one transaction: a token that comes again, because the first response failed, counts as used.
  return writer.write([], async (tx) => {
    const db = await tx.db();
    const ended: string[] = [];
    for (const one of named) ended.push(...(await endSessions(sso, db, one)));
    return ended;
  });
}

interface NamedLogout {
  readonly orgId: string;
  readonly issuer: string;
  readonly logout: Logout;
}

/**
 * What the token says to each organisation that it is for: several of a server may have the same registration at one
 * provider. One whose provider cannot be asked, or whose secret cannot be read, keeps no other from ending its sessions.
 */
async function checkedLogouts(
  { auth: { database, secrets }, providers }: Sso,
  token: string,
): Promise<readonly NamedLogout[]> {
  const claimed = claimedProvider(token);
  if (claimed === undefined) throw unknownToken();
  const rows = await database.db
    .selectFrom('sso_providers')
    .select(['org_id', 'issuer', 'client_id', 'client_secret'])
    .where('issuer', '=', claimed.issuer)
    .where('client_id', 'in', [...claimed.audience])
    .where('active', '=', 1)
    .orderBy('org_id')
    .execute();
  const named: NamedLogout[] = [];
  const failures: unknown[] = [];
  for (const { org_id: orgId, issuer, client_id: clientId, client_secret: sealed } of rows) {
    try {
      const clientSecret = secrets.open(sealed, providerRow(orgId));
      const logout = await providers.logoutOf({ issuer, clientId, clientSecret }, token);
      if (logout !== undefined) named.push({ orgId, issuer, logout });
    } catch (error) {
      failures.push(error);
    }
  }
  if (named.length > 0) return named;
  throw failures[0] ?? unknownToken();
}

/** Returns the ids of the sessions that it ends in one organisation. */
async function endSessions(
  { auth: { machine, security } }: Sso,
  db: Kysely<Schema>,
  { orgId, issuer, logout }: NamedLogout,
): Promise<readonly string[]> {
  if (!(await isNew(db, { orgId, jti: logout.jti, now: machine.now() }))) return [];
  const sessions = await sessionsOf(db, orgId, logout);
  const end = { reason: 'ended_by_organization', now: machine.now() } as const;
  await noteEnded(db, { ids: sessions.map(({ id }) => id) }, end);
  for (const { id } of sessions) await endSession(db, id);
  for (const userId of new Set(sessions.map((one) => one.user_id))) {
    await security.add(db, {
      kind: 'provider_logout',
      orgId,
      userId,
      subject: new URL(issuer).host,
      details: { sessions: sessions.filter((one) => one.user_id === userId).length },
    });
  }
  return sessions.map(({ id }) => id);
}

/** Of one session at the provider where the token names it; a session whose provider named none counts by its subject. */
function sessionsOf(db: Kysely<Schema>, orgId: string, { subject, sid }: Logout) {
  const opened = db
    .selectFrom('sessions')
    .select(['id', 'user_id'])
    .where('sso_org', '=', orgId)
    .$if(subject !== undefined, (query) => query.where('sso_subject', '=', subject ?? ''));
  if (sid === undefined) return opened.execute();
  return opened
    .where((where) =>
      subject === undefined
        ? where('sso_sid', '=', sid)
        : where.or([where('sso_sid', '=', sid), where('sso_sid', 'is', null)]),
    )
    .execute();
}

async function isNew(
  db: Kysely<Schema>,
  { orgId, jti, now }: { readonly orgId: string; readonly jti: string; readonly now: number },
): Promise<boolean> {
  await db
    .deleteFrom('sso_logouts')
    .where('org_id', '=', orgId)
    .where('expires_at', '<=', now)
    .execute();
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('sso_logouts')
    .values({ org_id: orgId, digest: digestOfSecret(jti), expires_at: now + REMEMBERED_MS })
    .onConflict((conflict) => conflict.columns(['org_id', 'digest']).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

function unknownToken(): CairnError {
  return new CairnError({ code: 'invalid', message: 'The logout token is not right' });
}
