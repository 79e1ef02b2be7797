import type { Kysely } from 'kysely';
import { digestOfSecret } from '../shared/secrets.ts';
import type { Database } from '../store/database.ts';
import type { Schema } from '../store/schema.ts';
import type { Writer } from '../writer/writer-types.ts';

/** The time of the last use is stored at most once in this time. */
const USED_MS = 60_000;
/** Tells tokens from the bearer tokens of sessions, and lets scanners find one that was published by mistake. */
export const TOKEN_PREFIX = 'cairn_pat_';

export type TokenAccess = 'read' | 'write';

/** A program with a person's token: it acts in their name, in one organisation. */
export interface TokenIdentity {
  readonly userId: string;
  readonly tokenId: string;
  readonly orgId: string;
  readonly access: TokenAccess;
}

/** Finds the person, the organisation and the access of a token; undefined when it is unknown or has ended. */
export type AuthenticateToken = (token: string) => Promise<TokenIdentity | undefined>;

export function isApiToken(bearer: string): boolean {
  return bearer.startsWith(TOKEN_PREFIX);
}

/** Finds a token and notes its use; undefined when it is unknown or has ended. */
export async function identifyToken(
  { database, writer }: { readonly database: Database; readonly writer: Writer },
  secret: string,
  now: number,
): Promise<TokenIdentity | undefined> {
  const row = await database.db
    .selectFrom('api_tokens')
    .select(['digest', 'id', 'org_id', 'user_id', 'access', 'used_at'])
    .where('digest', '=', digestOfSecret(secret))
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  if (row.used_at === null || now - row.used_at >= USED_MS) {
    const noted = writer.separate(async (tx) => {
      const db = await tx.db();
      const one = db.updateTable('api_tokens').set({ used_at: now });
      await one.where('digest', '=', row.digest).execute();
    });
    // A full disk refuses writes, not reads; the commit itself reports the failure.
    await noted.catch(() => undefined);
  }
  return { userId: row.user_id, tokenId: row.id, orgId: row.org_id, access: row.access };
}

/** Ends all tokens of a person, or those in one organisation. */
export async function endTokensOf(
  db: Kysely<Schema>,
  { userId, orgId }: { readonly userId: string; readonly orgId?: string },
): Promise<void> {
  const all = db.deleteFrom('api_tokens').where('user_id', '=', userId);
  await (orgId === undefined ? all : all.where('org_id', '=', orgId)).execute();
}

/** Deletes expired tokens. */
export async function sweepTokens(db: Kysely<Schema>, now: number): Promise<void> {
  await db.deleteFrom('api_tokens').where('expires_at', '<=', now).execute();
}
