import type { Kysely } from 'kysely';
import type { Actor } from '../../model/permissions/actor.ts';
import { notFound } from '../../model/permissions/project.ts';
import { mayEndSessionsOf } from '../../model/permissions/sign-in-rules.ts';
import { CairnError } from '../../model/shared/errors.ts';
import type { RequestOrigin } from '../security/log.ts';
import type { Schema } from '../store/schema.ts';
import { writeAs } from '../writer/write-as.ts';
import type { Auth } from './auth.ts';
import { noteEnded } from './ended-sessions.ts';
import { isHereAlone } from './factor-reset.ts';
import { type OwnSession, ownSessions } from './own-sessions.ts';
import { endSession } from './sessions.ts';

/**
 * Sessions of a member, for Level 1, the last used first. Only of somebody who belongs to no other organisation: an
 * account is one for all of them, and everybody who founds an organisation could otherwise add a person, see from where
 * they work and sign them out. What the device holds is for its person alone. Throws `forbidden`, `not_found` or `conflict`.
 */
export async function memberSessions(
  auth: Auth,
  actor: Actor,
  orgUserId: string,
): Promise<readonly Omit<OwnSession, 'current' | 'holds'>[]> {
  const { userId } = await accountOfMember(auth.database.db, actor, orgUserId);
  const sessions = await ownSessions(auth, { userId, sessionId: '' });
  return sessions.map(({ current: _current, holds: _holds, ...session }) => session);
}

/** Ends a session of a member, from the next call on. Throws as `memberSessions`, and `not_found` for any other. */
export async function endMemberSession(
  { writer, machine, security }: Auth,
  actor: Actor,
  {
    orgUserId,
    sessionId,
    from,
  }: { readonly orgUserId: string; readonly sessionId: string; readonly from: RequestOrigin },
): Promise<void> {
  await writeAs(writer, actor, {
    may: (now) => mayEndSessionsOf(now, { isSelf: orgUserId === now.orgUserId }),
    work: async (tx, now) => {
      const db = await tx.db();
      const { userId, name } = await accountOfMember(db, now, orgUserId);
      const session = await db
        .selectFrom('sessions')
        .select(['id', 'browser'])
        .where('id', '=', sessionId)
        .where('user_id', '=', userId)
        .executeTakeFirst();
      if (session === undefined) throw new CairnError(notFound());
      const end = { reason: 'ended_by_organization', now: machine.now() } as const;
      await noteEnded(db, { ids: [sessionId] }, end);
      await endSession(db, sessionId);
      await security.add(db, {
        kind: 'member_session_ended',
        orgId: now.orgId,
        orgUserId: now.orgUserId,
        userId: now.userId,
        subject: name,
        from,
        details: { browser_of_session: session.browser },
      });
    },
  });
}

async function accountOfMember(
  db: Kysely<Schema>,
  actor: Actor,
  orgUserId: string,
): Promise<{ readonly userId: string; readonly name: string }> {
  const refusal = mayEndSessionsOf(actor, { isSelf: orgUserId === actor.orgUserId });
  if (refusal !== undefined) throw new CairnError(refusal);
  const person = await db
    .selectFrom('org_users')
    .select(['user', 'display_name', 'joined'])
    .where('org_id', '=', actor.orgId)
    .where('id', '=', orgUserId)
    .executeTakeFirst();
  if (person === undefined) throw new CairnError(notFound());
  const { user, display_name: name, joined } = person;
  if (joined === 1 && user !== null && (await isHereAlone(db, user, actor.orgId)))
    return { userId: user, name };
  throw new CairnError({
    code: 'conflict',
    message:
      /*i18n*/ 'The sessions of this person cannot be seen from here: they belong to another organisation as well, or have not joined. Deactivate them to end their access.',
  });
}
