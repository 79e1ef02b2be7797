import type { Kysely } from 'kysely';
import type { Schema } from '../store/schema.ts';

const HOUR_MS = 60 * 60_000;
/** Hours for which a replaced secret can stay valid beside the new one; 0: it ends at once. */
export const OVERLAP_HOURS = [0, 1, 24] as const;
export type OverlapHours = (typeof OVERLAP_HOURS)[number];

/** Tables of tokens; both have the columns that are read here. */
export type TokenTable = 'api_tokens' | 'organization_tokens';

/** A token that is valid now. Instants are milliseconds since 1970, UTC. */
interface ReplacedToken {
  readonly id: string;
  readonly org_id: string;
  readonly user_id: string;
  readonly digest: string;
  readonly expires_at: number;
}

/**
 * Gives a token a new secret. The one before stays valid for the overlap, at most until the end of the token; those
 * before it until the end of their own overlap, so that a replacement whose response was lost can be repeated. Without
 * an overlap all of them end at once. Returns the end of the former secret; null: there is none any more.
 */
export async function replaceSecret(
  db: Kysely<Schema>,
  table: TokenTable,
  {
    token,
    digest,
    hours,
    now,
  }: {
    readonly token: ReplacedToken;
    /** Digest of the new secret. */
    readonly digest: string;
    readonly hours: OverlapHours;
    readonly now: number;
  },
): Promise<number | null> {
  const { id, org_id, user_id } = token;
  const isReplaced = { digest };
  await (
    table === 'api_tokens'
      ? db.updateTable('api_tokens').set(isReplaced).where('digest', '=', token.digest)
      : db.updateTable('organization_tokens').set(isReplaced).where('digest', '=', token.digest)
  ).execute();
  if (hours === 0) {
    await endFormerSecrets(db, { userId: user_id, orgId: org_id, token: id });
    return null;
  }
  const valid_until = Math.min(now + hours * HOUR_MS, token.expires_at);
  const former = { digest: token.digest, org_id, user_id, token: id, valid_until };
  await db.insertInto('former_token_secrets').values(former).execute();
  return valid_until;
}

/** The token of a replaced secret that is still valid. */
export function formerSecret(
  db: Kysely<Schema>,
  digest: string,
  now: number,
): Promise<
  { readonly org_id: string; readonly user_id: string; readonly token: string } | undefined
> {
  return db
    .selectFrom('former_token_secrets')
    .select(['org_id', 'user_id', 'token'])
    .where('digest', '=', digest)
    .where('valid_until', '>', now)
    .executeTakeFirst();
}

/** The latest end of a replaced secret of each token in an organisation, by the token's id. */
export async function formerUntil(
  db: Kysely<Schema>,
  { orgId, userId }: { readonly orgId: string; readonly userId?: string },
  now: number,
): Promise<ReadonlyMap<string, number>> {
  const all = db
    .selectFrom('former_token_secrets')
    .select(({ fn }) => ['token', fn.max('valid_until').as('until')])
    .where('org_id', '=', orgId)
    .where('valid_until', '>', now)
    .groupBy('token');
  const rows = await (userId === undefined ? all : all.where('user_id', '=', userId)).execute();
  return new Map(rows.map(({ token, until }) => [token, Number(until)]));
}

/** Ends the replaced secrets of a person or program, those in one organisation, or those of one token. */
export async function endFormerSecrets(
  db: Kysely<Schema>,
  {
    userId,
    orgId,
    token,
  }: { readonly userId: string; readonly orgId?: string; readonly token?: string },
): Promise<void> {
  let all = db.deleteFrom('former_token_secrets').where('user_id', '=', userId);
  if (orgId !== undefined) all = all.where('org_id', '=', orgId);
  if (token !== undefined) all = all.where('token', '=', token);
  await all.execute();
}

/** Deletes replaced secrets whose overlap has ended. */
export async function sweepFormerSecrets(db: Kysely<Schema>, now: number): Promise<void> {
  await db.deleteFrom('former_token_secrets').where('valid_until', '<=', now).execute();
}
