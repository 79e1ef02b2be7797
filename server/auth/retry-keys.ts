import type { Kysely } from 'kysely';
import type { Schema } from '../store/schema.ts';
import { digestOfSecret } from '../shared/secrets.ts';

/**
 * Makes a call repeatable whose response was lost. The caller repeats it with the same key and gets the first result,
 * instead of a second organisation or a second session. A key is 256 random bits of the caller, stored as a digest
 * together with the arguments of the call, so that it is valid for no other call. It supplements the password and
 * never replaces it. It is deleted after an hour, with the session, or when the session is renewed, because the
 * response has arrived then.
 */
export const RETRY_MS = 60 * 60_000;

/** A repeatable call: its digest, and the organisation in its response. */
export interface RetryKey {
  readonly digest: string;
  readonly orgId?: string;
}

/** `about`: the arguments that must be the same in the repetition. Undefined when the caller sent no key. */
export function retryDigest(
  key: string | undefined,
  call: 'sign-in' | 'sign-up' | 'accept' | 'single-sign-on',
  ...about: readonly string[]
): string | undefined {
  return key === undefined ? undefined : digestOfSecret(JSON.stringify([call, key, ...about]));
}

/** The session that a call with this key has opened, while it exists. */
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
 * Claims a key for this call. False when an earlier call has claimed it; of two concurrent calls the second waits here
 * for the first, so that it can read the result.
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

/** Stores the session that the call with the key has opened. */
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

/** Deletes the keys of a session whose response has arrived. */
export async function answerArrived(db: Kysely<Schema>, sessionId: string): Promise<void> {
  await db.deleteFrom('retry_keys').where('session_id', '=', sessionId).execute();
}
