import type { Kysely } from 'kysely';
import type { Schema } from '../store/schema.ts';
import { digestOfSecret } from '../shared/secrets.ts';

/**
 * An answer can be lost on its way. Who sends the call again with the key it made for the first time gets what that one
 * made, instead of a second organisation, or a session beside one that nobody holds. A key is 256 random bits of the
 * caller, stored as a digest together with what the call was about, so it opens nothing elsewhere; it stands beside the
 * password and never instead of it, and is forgotten after an hour, with the session, or as soon as the session has been
 * renewed: then the answer has arrived.
 */
export const RETRY_MS = 60 * 60_000;

/** A call that may come again: its digest, and the organisation its answer names. */
export interface RetryKey {
  readonly digest: string;
  readonly orgId?: string;
}

/** `about`: what has to be the same the second time. Undefined when the caller sent no key. */
export function retryDigest(
  key: string | undefined,
  call: 'sign-in' | 'sign-up' | 'accept',
  ...about: readonly string[]
): string | undefined {
  return key === undefined ? undefined : digestOfSecret(JSON.stringify([call, key, ...about]));
}

/** The session that a call with this key has opened, while it is there. */
export async function openedBefore(db: Kysely<Schema>, digest: string, now: number) {
  return db
    .selectFrom('retry_keys as key')
    .innerJoin('sessions', 'sessions.id', 'key.session_id')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.id as sessionId',
      'users.id as userId',
      'users.email as email',
      'users.password_hash as passwordHash',
      'key.org_id as orgId',
    ])
    .where('key.digest', '=', digest)
    .where('key.expires_at', '>', now)
    .where('sessions.expires_at', '>', now)
    .executeTakeFirst();
}

/**
 * Takes a key for this call. False when one with the key has been here before; of two at the same moment the second
 * waits here for the first, so what that one made can be seen afterwards.
 */
export async function claimKey(
  db: Kysely<Schema>,
  now: number,
  call: { readonly digest: string; readonly userId: string },
): Promise<boolean> {
  await db.deleteFrom('retry_keys').where('expires_at', '<=', now).execute();
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('retry_keys')
    .values({
      digest: call.digest,
      user_id: call.userId,
      session_id: null,
      org_id: null,
      expires_at: now + RETRY_MS,
    })
    .onConflict((conflict) => conflict.column('digest').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** What the call that took the key has opened. */
export async function noteOpened(
  db: Kysely<Schema>,
  { digest, orgId }: RetryKey,
  sessionId: string,
): Promise<void> {
  await db
    .updateTable('retry_keys')
    .set({ session_id: sessionId, org_id: orgId ?? null })
    .where('digest', '=', digest)
    .execute();
}

/** The answer has arrived: nobody has a reason to ask for it again. */
export async function answerArrived(db: Kysely<Schema>, sessionId: string): Promise<void> {
  await db.deleteFrom('retry_keys').where('session_id', '=', sessionId).execute();
}
