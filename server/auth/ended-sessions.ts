import type { ExpressionBuilder, Kysely } from 'kysely';
import { sweepErasedMemberships } from './erased-memberships.ts';
import { formerOrganizationsOf, membershipsOf } from './memberships.ts';
import { CairnError } from '../../model/shared/errors.ts';
import type { SessionEndReason } from '../../model/protocol/ended-session.ts';
import type { Removal } from '../../model/protocol/session-end.ts';
import type { Schema } from '../store/schema.ts';
import { digestOfSecret } from '../shared/secrets.ts';

/** A cookie is valid at most this long after its last renewal: afterwards no browser can ask about its session. */
const KEPT_MS = 60 * 24 * 60 * 60_000;

/** Reason and time of a session's end. */
export interface End {
  readonly reason: SessionEndReason;
  readonly remove?: Removal | undefined;
  /** Milliseconds since 1970, UTC. */
  readonly now: number;
}

/**
 * Stores why sessions end, for their browsers to ask. To be called in the transaction that deletes them, before it
 * does. The key is the digest of the cookie, so that only the browser with the cookie can find the reason.
 */
export async function noteEnded(
  db: Kysely<Schema>,
  sessions: { readonly ids: readonly string[] } | { readonly userId: string },
  { reason, remove, now }: End,
): Promise<void> {
  if ('ids' in sessions && sessions.ids.length === 0) return;
  const rows = await db
    .selectFrom('sessions')
    .select(['cookie_digest', 'next_digest', 'id', 'user_id', 'browser'])
    .where((where) =>
      'ids' in sessions
        ? where('id', 'in', [...sessions.ids])
        : where('user_id', '=', sessions.userId),
    )
    .execute();
  for (const { id, ...row } of rows) {
    await db
      .insertInto('ended_sessions')
      .values({
        ...row,
        session_id: id,
        reason,
        remove_data: remove ?? null,
        ended_at: now,
        told_at: null,
        removed_at: null,
        expires_at: now + KEPT_MS,
      })
      .onConflict((conflict) => conflict.column('cookie_digest').doNothing())
      .execute();
  }
}

/** Deletes the reasons that no browser can ask for any more, and stores those of expired sessions. */
export async function sweepEnded(db: Kysely<Schema>, now: number): Promise<void> {
  await sweepErasedMemberships(db, now);
  await db.deleteFrom('ended_sessions').where('expires_at', '<=', now).execute();
  const over = await db
    .selectFrom('sessions')
    .select('id')
    .where('expires_at', '<=', now)
    .execute();
  const ids = over.map(({ id }) => id);
  await noteEnded(db, { ids }, { reason: 'expired', now });
}

/**
 * The error for an invalid cookie. The browser of an ended session receives the reason in `details` (`SessionEnd`) and
 * counts from now on as instructed to remove its data where that was requested; all others receive the same message
 * without details.
 */
export async function refusalForCookie(
  db: Kysely<Schema>,
  cookie: string | undefined,
  now: number,
): Promise<CairnError> {
  const ended = cookie === undefined ? undefined : await endedSessionOf(db, cookie, now);
  if (ended === undefined) return signInAgain();
  const { cookie_digest, user_id, remove_data } = ended;
  if (remove_data !== null && ended.told_at === null) {
    await db
      .updateTable('ended_sessions')
      .set({ told_at: now })
      .where('cookie_digest', '=', cookie_digest)
      .execute();
  }
  const former = await formerOrganizationsOf(db, user_id);
  // Read now, not when the session ended: the person may have been deactivated or activated since.
  const isOut = former.length > 0 && (await membershipsOf(db, user_id)).length === 0;
  const stored = ended.reason === 'deactivated' ? 'ended_elsewhere' : ended.reason;
  const reason = isOut ? 'deactivated' : stored;
  return new CairnError({
    code: 'unauthenticated',
    message: SENTENCES[reason],
    details: {
      reason,
      user_id: Number(user_id),
      remove: remove_data,
      former_organizations: former,
    },
  });
}

/**
 * Stores that the browser of an ended session has removed its data as instructed. Returns the person; does nothing for
 * any other cookie.
 */
export async function noteRemoved(
  db: Kysely<Schema>,
  cookie: string,
  now: number,
): Promise<string | undefined> {
  await db
    .updateTable('ended_sessions')
    .set({ removed_at: now })
    .where(isOf(digestOfSecret(cookie)))
    .where('remove_data', 'is not', null)
    .where('removed_at', 'is', null)
    .execute();
  const ended = await db
    .selectFrom('ended_sessions')
    .select('user_id')
    .where(isOf(digestOfSecret(cookie)))
    .where('remove_data', 'is not', null)
    .executeTakeFirst();
  return ended?.user_id;
}

/** A device whose data the person wants removed. Instants are milliseconds since 1970, UTC. */
export interface RequestedRemoval {
  readonly id: string;
  /** The browser's own name; null when it gave none. */
  readonly browser: string | null;
  readonly remove: Removal;
  readonly ended_at: number;
  /** Time of the instruction; null until the device has made a request. */
  readonly told_at: number | null;
  /** Time at which the device reported the removal. */
  readonly removed_at: number | null;
}

/** Removals that the person has requested of their other devices, the newest first. */
export async function requestedRemovals(
  db: Kysely<Schema>,
  userId: string,
  now: number,
): Promise<readonly RequestedRemoval[]> {
  const rows = await db
    .selectFrom('ended_sessions')
    .select(['session_id', 'browser', 'remove_data', 'ended_at', 'told_at', 'removed_at'])
    .where('user_id', '=', userId)
    .where('remove_data', 'is not', null)
    .where('expires_at', '>', now)
    .orderBy('ended_at', 'desc')
    .orderBy('session_id')
    .execute();
  return rows.map(({ session_id, remove_data, ...row }) => ({
    id: session_id,
    remove: remove_data === 'all' ? 'all' : 'keep_unsent',
    ...row,
  }));
}

async function endedSessionOf(db: Kysely<Schema>, cookie: string, now: number) {
  const digest = digestOfSecret(cookie);
  const find = () =>
    db
      .selectFrom('ended_sessions')
      .selectAll()
      .where(isOf(digest))
      .where('expires_at', '>', now)
      .executeTakeFirst();
  const known = await find();
  if (known !== undefined) return known;
  const over = await db
    .selectFrom('sessions')
    .select('id')
    .where(({ or, eb }) => or([eb('cookie_digest', '=', digest), eb('next_digest', '=', digest)]))
    .where('expires_at', '<=', now)
    .executeTakeFirst();
  if (over === undefined) return undefined;
  await noteEnded(db, { ids: [over.id] }, { reason: 'expired', now });
  return find();
}

function isOf(digest: string) {
  return ({ or, eb }: ExpressionBuilder<Schema, 'ended_sessions'>) =>
    or([eb('cookie_digest', '=', digest), eb('next_digest', '=', digest)]);
}

function signInAgain(): CairnError {
  return new CairnError({ code: 'unauthenticated', message: /*i18n*/ 'Please sign in again' });
}

const SENTENCES: Readonly<Record<SessionEndReason, string>> = {
  ended_elsewhere: 'You were signed out on another device. Please sign in again',
  ended_by_organization: 'Your organisation has ended this session. Please sign in again',
  password_changed: 'Your password was changed. Please sign in again',
  factor_changed: 'The two-step sign-in of your account was changed. Please sign in again',
  expired: 'Your session has expired. Please sign in again',
  deactivated: 'Your access has ended',
};
