import type { Kysely } from 'kysely';
import { digestOfSecret } from '../shared/secrets.ts';
import type { Schema } from '../store/schema.ts';

/** A proof by a passkey or the identity provider permits actions for this time. */
export const PROOF_MS = 5 * 60_000;

/**
 * True when the person has proved themselves in the session of this cookie a short time ago, with a passkey or at their
 * identity provider.
 */
export async function hasRecentProof(
  db: Kysely<Schema>,
  {
    userId,
    cookie,
    now,
  }: { readonly userId: string; readonly cookie: string; readonly now: number },
): Promise<boolean> {
  const digest = digestOfSecret(cookie);
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where(({ or, eb }) => or([eb('cookie_digest', '=', digest), eb('next_digest', '=', digest)]))
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .where('proved_at', '>', now - PROOF_MS)
    .executeTakeFirst();
  return row !== undefined;
}
