import type { ExpressionBuilder, Kysely } from 'kysely';
import { formerOrganizationsOf, membershipsOf } from './memberships.ts';
import { CairnError } from '../../model/shared/errors.ts';
import type { Removal, SessionEndReason } from '../../model/protocol/session-end.ts';
import type { Schema } from '../store/schema.ts';
import { digestOfSecret } from '../shared/secrets.ts';

/** A cookie lasts at most this long after its last renewal: afterwards no browser can ask about its session. */
const KEPT_MS = 60 * 24 * 60 * 60_000;

/** How a session ends. */
export interface End {
  readonly reason: SessionEndReason;
  readonly remove?: Removal | undefined;
  /** Milliseconds since 1970, UTC. */
  readonly now: number;
}

/**
 * Keeps why sessions end, for their browsers to ask. Call it in the transaction that deletes them, before it does. What
 * is kept is the digest of the cookie, so that only the browser that holds the cookie can find it.
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

/** Forgets what nobody can ask about any more, and notes the sessions that have run out. */
export async function sweepEnded(db: Kysely<Schema>, now: number): Promise<void> {
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
 * The refusal for a cookie that opens nothing. The browser of a session that has ended is told why, in `details`
 * (`SessionEnd`), and from now on counts as told to remove its data where that was asked for; everybody else reads the
 * same sentence as ever and no details.
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
  // Asked now, whatever was true when the session ended: somebody may have been deactivated or taken back since.
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
 * The browser of an ended session says that it has removed its data as it was asked to. Gives the person; nothing happens
 * for any other cookie.
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
  /** How the browser names itself; null when it did not. */
  readonly browser: string | null;
  readonly remove: Removal;
  readonly ended_at: number;
  /** When the device asked and was told; null as long as it has not been in touch. */
  readonly told_at: number | null;
  /** When the device said that its data is removed. */
  readonly removed_at: number | null;
}

/** What the person has asked for of their other devices, the newest first. */
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
  return new CairnError({ code: 'unauthenticated', message: 'Please sign in again' });
}

const SENTENCES: Readonly<Record<SessionEndReason, string>> = {
  ended_elsewhere: 'You were signed out on another device. Please sign in again',
  password_changed: 'Your password was changed. Please sign in again',
  expired: 'Your session has expired. Please sign in again',
  deactivated: 'Your access has ended',
};
