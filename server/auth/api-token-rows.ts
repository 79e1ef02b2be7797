import type { Kysely } from 'kysely';
import { digestOfSecret } from '../shared/secrets.ts';
import type { Database } from '../store/database.ts';
import type { Schema } from '../store/schema.ts';
import type { Writer } from '../writer/writer-types.ts';
import {
  endFormerSecrets,
  formerSecret,
  sweepFormerSecrets,
  type TokenTable,
} from './former-secrets.ts';

/** The time of the last use is stored at most once in this time. */
const USED_MS = 60_000;
/** Tells tokens from the bearer tokens of sessions, and lets scanners find one that was published by mistake. */
export const TOKEN_PREFIX = 'cairn_pat_';
/** The same for tokens of organisations. */
export const ORGANIZATION_TOKEN_PREFIX = 'cairn_org_';

export type TokenAccess = 'read' | 'write';

/** A program with a token: it acts in the name of a person or in its own, in one organisation. */
export interface TokenIdentity {
  readonly userId: string;
  readonly tokenId: string;
  readonly orgId: string;
  readonly access: TokenAccess;
  /** True for a token of the organisation: `userId` is the number of a program, not of an account. */
  readonly isProgram: boolean;
}

/** Finds the person, the organisation and the access of a token; undefined when it is unknown or has ended. */
export type AuthenticateToken = (token: string) => Promise<TokenIdentity | undefined>;

export function isApiToken(bearer: string): boolean {
  return bearer.startsWith(TOKEN_PREFIX) || bearer.startsWith(ORGANIZATION_TOKEN_PREFIX);
}

/** Finds a token and notes its use; undefined when it is unknown or has ended. */
export async function identifyToken(
  { database, writer }: { readonly database: Database; readonly writer: Writer },
  secret: string,
  now: number,
): Promise<TokenIdentity | undefined> {
  const isProgram = secret.startsWith(ORGANIZATION_TOKEN_PREFIX);
  const table = isProgram ? 'organization_tokens' : 'api_tokens';
  const row = await rowOf(database.db, table, { digest: digestOfSecret(secret), now });
  if (row === undefined) return undefined;
  await noteUse(writer, { before: row.used_at, now }, (db) =>
    db.updateTable(table).set({ used_at: now }).where('digest', '=', row.digest).execute(),
  );
  const { user_id: userId, id: tokenId, org_id: orgId, access } = row;
  return { userId, tokenId, orgId, access, isProgram };
}

/** The valid token with this secret, or with this former secret in its overlap. */
async function rowOf(
  db: Kysely<Schema>,
  table: TokenTable,
  { digest, now }: { readonly digest: string; readonly now: number },
) {
  const valid = db
    .selectFrom(table)
    .select(['digest', 'id', 'org_id', 'user_id', 'access', 'used_at'])
    .where('expires_at', '>', now);
  const row = await valid.where('digest', '=', digest).executeTakeFirst();
  if (row !== undefined) return row;
  const former = await formerSecret(db, digest, now);
  if (former === undefined) return undefined;
  return valid
    .where('org_id', '=', former.org_id)
    .where('user_id', '=', former.user_id)
    .where('id', '=', former.token)
    .executeTakeFirst();
}

/** Stores the time of a use, unless the one before was less than a minute ago. */
export async function noteUse(
  writer: Writer,
  { before, now }: { readonly before: number | null; readonly now: number },
  store: (db: Kysely<Schema>) => Promise<unknown>,
): Promise<void> {
  if (before !== null && now - before < USED_MS) return;
  const noted = writer.separate(async (tx) => {
    await store(await tx.db());
  });
  // A full disk refuses writes, not reads; the commit itself reports the failure.
  await noted.catch(() => undefined);
}

/** Ends all tokens of a person, or those in one organisation. */
export async function endTokensOf(
  db: Kysely<Schema>,
  { userId, orgId }: { readonly userId: string; readonly orgId?: string },
): Promise<void> {
  const all = db.deleteFrom('api_tokens').where('user_id', '=', userId);
  await (orgId === undefined ? all : all.where('org_id', '=', orgId)).execute();
  await endFormerSecrets(db, { userId, ...(orgId !== undefined && { orgId }) });
}

/** Deletes expired tokens, and replaced secrets whose overlap has ended. */
export async function sweepTokens(db: Kysely<Schema>, now: number): Promise<void> {
  await sweepFormerSecrets(db, now);
  await db.deleteFrom('api_tokens').where('expires_at', '<=', now).execute();
}
