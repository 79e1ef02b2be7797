import { digestOfSecret } from '../shared/secrets.ts';
import type { Database } from '../store/database.ts';
import type { Writer } from '../writer/writer-types.ts';
import { noteUse, ORGANIZATION_TOKEN_PREFIX, type TokenIdentity } from './api-token-rows.ts';

export function isOrganizationToken(bearer: string): boolean {
  return bearer.startsWith(ORGANIZATION_TOKEN_PREFIX);
}

/** Finds a token of an organisation and notes its use; undefined when it is unknown or has ended. */
export async function identifyProgram(
  { database, writer }: { readonly database: Database; readonly writer: Writer },
  secret: string,
  now: number,
): Promise<TokenIdentity | undefined> {
  const row = await database.db
    .selectFrom('organization_tokens')
    .select(['digest', 'id', 'org_id', 'user_id', 'access', 'used_at'])
    .where('digest', '=', digestOfSecret(secret))
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  await noteUse(writer, { before: row.used_at, now }, (db) =>
    db
      .updateTable('organization_tokens')
      .set({ used_at: now })
      .where('digest', '=', row.digest)
      .execute(),
  );
  const { user_id: userId, id: tokenId, org_id: orgId, access } = row;
  return { userId, tokenId, orgId, access, isProgram: true };
}
