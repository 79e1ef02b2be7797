import { notFound } from '../../model/permissions/project.ts';
import { CairnError } from '../../model/shared/errors.ts';
import type { Auth } from './auth.ts';
import type { Self } from './password-change.ts';
import type { Holdings } from '../../model/protocol/device-holdings.ts';
import type { Removal } from '../../model/protocol/session-end.ts';
import { noteEnded, type RequestedRemoval, requestedRemovals } from './ended-sessions.ts';
import { ownHoldings } from './own-holdings.ts';
import { endOtherSessions, endSession, lastEndOf } from './sessions.ts';

/** One session of the person. Instants are milliseconds since 1970, UTC. */
export interface OwnSession {
  readonly id: string;
  /** The browser's own name; null when it gave none. */
  readonly browser: string | null;
  readonly created_at: number;
  readonly used_at: number;
  /** End, unless the session is used before; never later than `ends_at`. */
  readonly expires_at: number;
  /** End however often the session is used. */
  readonly ends_at: number;
  /** Network address of the last sign-in or renewal; null when it is not known. */
  readonly address: string | null;
  readonly shared: boolean;
  /** What its device holds, by its own report; null: it has reported nothing. */
  readonly holds: Holdings | null;
  /** True for the session of the request. */
  readonly current: boolean;
}

/** All sessions of the person, the last used first. */
export async function ownSessions(
  auth: Auth,
  { userId, sessionId }: Self,
): Promise<readonly OwnSession[]> {
  const rows = await auth.database.db
    .selectFrom('sessions')
    .select(['id', 'browser', 'created_at', 'used_at', 'expires_at', 'shared', 'address'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', auth.machine.now())
    .execute();
  const holdings = await ownHoldings(
    auth.database.db,
    rows.map(({ id }) => id),
  );
  return rows
    .map((row) => ({
      ...row,
      holds: holdings.get(row.id) ?? null,
      used_at: row.used_at ?? row.created_at,
      shared: row.shared === 1,
      ends_at: lastEndOf(row),
      current: row.id === sessionId,
    }))
    .toSorted((left, right) => right.used_at - left.used_at || left.id.localeCompare(right.id));
}

/** The devices whose data the person has asked to be removed, with the progress. */
export function ownRemovals(
  { database, machine }: Auth,
  { userId }: Self,
): Promise<readonly RequestedRemoval[]> {
  return requestedRemovals(database.db, userId, machine.now());
}

/**
 * Ends one of the person's own sessions, from the next call on; throws `not_found` for any other. With `remove` its
 * device is instructed to remove its data with its next request.
 */
export async function endOwnSession(
  auth: Auth,
  { userId }: Self,
  { id, remove }: { readonly id: string; readonly remove?: Removal | undefined },
): Promise<void> {
  await auth.writer.write([], async (tx) => {
    const db = await tx.db();
    const row = await db
      .selectFrom('sessions')
      .select('id')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (row === undefined) throw new CairnError(notFound());
    const now = auth.machine.now();
    await noteEnded(db, { ids: [id] }, { reason: 'ended_elsewhere', remove, now });
    await endSession(db, id);
    await auth.security.addForAccount(db, {
      kind: 'session_ended',
      userId,
      details: { elsewhere: true, remove_data: remove ?? null },
    });
  });
}

/** Ends all of them except the session of the request; returns their ids. */
export async function endOthers(
  auth: Auth,
  self: Self,
  remove?: Removal,
): Promise<readonly string[]> {
  const end = { reason: 'ended_elsewhere', remove, now: auth.machine.now() } as const;
  return auth.writer.write([], async (tx) => {
    const db = await tx.db();
    const ended = await endOtherSessions(db, self, end);
    if (ended.length > 0) {
      await auth.security.addForAccount(db, {
        kind: 'other_sessions_ended',
        userId: self.userId,
        details: { sessions: ended.length, remove_data: remove ?? null },
      });
    }
    return ended;
  });
}
