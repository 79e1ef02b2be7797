import * as v from 'valibot';
import { invitations } from '../../../model/entities/invitation.ts';
import { type OrgUser, orgUsers } from '../../../model/entities/org-user.ts';
import { endInvitation, invitationOfPerson } from '../invitations.ts';
import { accountIdOf, accountOfAdded } from '../../auth/account-people.ts';
import { endTokensOf } from '../../auth/api-token-rows.ts';
import { endDigestsOf } from '../../mail/digests.ts';
import { endFeedsOf } from '../../auth/calendar-feed-rows.ts';
import type { Auth, SessionEnds } from '../../auth/auth.ts';
import { requireMayInvite } from '../limits.ts';
import { writeInvite } from '../add-person.ts';
import { membershipsOf } from '../../auth/memberships.ts';
import { endSessionsOf } from '../../auth/sessions.ts';
import type { Consequence, ConsequenceContext } from '../../apply/consequence.ts';
import { endAddedLinks } from './invitation.ts';

const argsSchema = v.object({ id: v.string(), active: v.boolean() });

interface PersonSetActiveDeps {
  readonly auth: Auth;
  readonly sessions: SessionEnds;
}

/**
 * Deactivation takes effect with this commit: the organisation answers the person nothing, their sockets close, and the
 * links in mails about it end, and their tokens and calendars of it end. A person who belongs to no other organisation is signed out everywhere; otherwise their
 * sessions stay, because one organisation does not decide for another. Their devices show the reason (CLIENT-10). A
 * person who is activated again before having joined gets a new mail, because the link of the one before has ended.
 */
export const personSetActive = (deps: PersonSetActiveDeps): Consequence => ({
  mutation: 'person-set-active',
  usesLimits: true,
  replacesEffects: false,
  apply: async (context) => {
    const { args, actor, tx } = context;
    const { id, active } = v.parse(argsSchema, args);
    const { orgId } = actor;
    const person = await tx.get(orgUsers, { orgId }, id);
    if (person === undefined) return undefined;
    if (active) {
      await inviteAgain(deps.auth, context, person);
      return undefined;
    }
    await revokeInvitation(context, id);
    const db = await tx.db();
    await endAddedLinks(db, orgId, person.email);
    const userId = await accountIdOf(db, person);
    if (userId === undefined) return undefined;
    await endTokensOf(db, { userId, orgId });
    await endFeedsOf(db, { userId, orgId });
    await endDigestsOf(db, { userId, orgId });
    if ((await membershipsOf(db, userId)).length > 0) return undefined;
    const open = await db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', userId)
      .execute();
    const now = deps.auth.machine.now();
    await endSessionsOf(db, userId, { reason: 'deactivated', now });
    context.afterCommit(() => {
      for (const session of open) deps.sessions.ended(session.id);
    });
    return undefined;
  },
});

async function inviteAgain(
  auth: Auth,
  { tx, actor }: ConsequenceContext,
  person: OrgUser,
): Promise<void> {
  if (person.joined) return;
  const { orgId } = actor;
  const db = await tx.db();
  const id = await invitationOfPerson(db, orgId, person.id);
  const before = id === undefined ? undefined : await tx.get(invitations, { orgId }, id);
  if (before?.state === 'pending') return;
  const { email } = person;
  await requireMayInvite(auth, tx, { orgId, userId: actor.userId, email });
  await writeInvite(tx, auth, {
    account: await accountOfAdded(tx, person),
    orgId,
    orgUserId: person.id,
    inviter: actor.orgUserId,
    email: person.email,
    displayName: person.display_name,
    role: person.user_role,
  });
}

async function revokeInvitation({ tx, actor }: ConsequenceContext, person: string): Promise<void> {
  const { orgId } = actor;
  const id = await invitationOfPerson(await tx.db(), orgId, person);
  const invitation = id === undefined ? undefined : await tx.get(invitations, { orgId }, id);
  if (invitation?.state !== 'pending') return;
  await endInvitation(tx, orgId, invitation.id);
  await tx.put(invitations, { orgId }, { ...invitation, state: 'revoked' });
}
