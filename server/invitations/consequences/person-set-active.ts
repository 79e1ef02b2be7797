import * as v from 'valibot';
import { invitations } from '../../../model/entities/invitation.ts';
import { type OrgUser, orgUsers } from '../../../model/entities/org-user.ts';
import { endInvitation, invitationOfPerson } from '../invitations.ts';
import { accountIdOf, accountOfAdded } from '../../auth/account-people.ts';
import { requireMayInvite } from '../limits.ts';
import { writeInvite } from '../add-person.ts';
import { machineOf } from '../../shared/machine.ts';
import { membershipsOf } from '../../auth/memberships.ts';
import { endSessionsOf } from '../../auth/sessions.ts';
import type { Consequence, ConsequenceContext } from '../../apply/consequence.ts';
import { endAddedLinks } from './invitation.ts';

const argsSchema = v.object({ id: v.string(), active: v.boolean() });

/**
 * A deactivated person is out from this commit on: the organisation answers them nothing, its sockets close, links in
 * letters about it end. When they belong to no other organisation their sessions end as well, everywhere; else these
 * stay, because what one organisation decides is no matter of another. Their devices are told why (CLIENT-10). Whoever comes back and was never here gets a new
 * letter: the link of the one before has ended.
 */
export const personSetActiveConsequence: Consequence = {
  mutation: 'person-set-active',
  takesLimits: true,
  replacesEffects: false,
  apply: async (context) => {
    const { args, actor, tx } = context;
    const { id, active } = v.parse(argsSchema, args);
    const { orgId } = actor;
    const person = await tx.get(orgUsers, { orgId }, id);
    if (person === undefined) return undefined;
    if (active) {
      await inviteAgain(context, person);
      return undefined;
    }
    await revokeInvitation(context, id);
    const db = await tx.db();
    await endAddedLinks(db, orgId, person.email);
    const userId = await accountIdOf(db, person);
    if (userId === undefined || (await membershipsOf(db, userId)).length > 0) return undefined;
    const open = await db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', userId)
      .execute();
    const now = machineOf(context.services).now();
    await endSessionsOf(db, userId, { reason: 'deactivated', now });
    context.afterCommit(() => {
      for (const session of open) context.services.sessions.ended(session.id);
    });
    return undefined;
  },
};

async function inviteAgain(
  { tx, actor, services }: ConsequenceContext,
  person: OrgUser,
): Promise<void> {
  if (person.joined) return;
  const { orgId } = actor;
  const db = await tx.db();
  const id = await invitationOfPerson(db, orgId, person.id);
  const before = id === undefined ? undefined : await tx.get(invitations, { orgId }, id);
  if (before?.state === 'pending') return;
  const { email } = person;
  await requireMayInvite(services.auth, tx, { orgId, userId: actor.userId, email });
  const deps = { machine: machineOf(services), publicUrl: services.publicUrl };
  await writeInvite(tx, deps, {
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
