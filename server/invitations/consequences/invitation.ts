import type { Kysely } from 'kysely';
import * as v from 'valibot';
import { type Invitation, invitations } from '../../../model/entities/invitation.ts';
import { orgUsers } from '../../../model/entities/org-user.ts';
import { refuse, CairnError } from '../../../model/shared/errors.ts';
import { alreadyHere, endInvitation, pendingFor, sendInvitation } from '../invitations.ts';
import { accountOfAdded } from '../../auth/account-people.ts';
import { accountOf } from '../../auth/accounts.ts';
import { requireMayInvite } from '../limits.ts';
import { writeInvite } from '../add-person.ts';
import { machineOf } from '../../shared/machine.ts';
import type { Schema } from '../../store/schema.ts';
import type { Consequence, ConsequenceContext } from '../../apply/consequence.ts';

const argsSchema = v.object({ id: v.string() });

/** The link and the letter; nobody is invited who is here or has been invited already. */
export const invitationCreateConsequence: Consequence = {
  mutation: 'invitation-create',
  takesLimits: true,
  replacesEffects: false,
  apply: async (context) => {
    const { tx, actor, services } = context;
    const invitation = await invitationOf(context);
    const { email } = invitation;
    const { orgId } = actor;
    const db = await tx.db();
    const here = await personOf(db, orgId, email);
    if (here !== undefined) throw alreadyHere(here.active === 1);
    if ((await pendingFor(db, { orgId, email, except: invitation.id })) !== undefined) {
      throw new CairnError(
        refuse('conflict', 'This address has been invited already: send that invitation again'),
      );
    }
    await requireMayInvite(services.auth, tx, { orgId, userId: actor.userId, email });
    const deps = { machine: machineOf(services), publicUrl: services.publicUrl };
    await sendInvitation(tx, deps, { orgId, invitation });
    return undefined;
  },
};

/** A new link and a new letter; the one before ends. */
export const invitationResendConsequence: Consequence = {
  mutation: 'invitation-resend',
  takesLimits: true,
  replacesEffects: false,
  apply: async (context) => {
    const { tx, actor, services } = context;
    const { orgId } = actor;
    const invitation = await invitationOf(context);
    const deps = { machine: machineOf(services), publicUrl: services.publicUrl };
    const { organization_user: orgUserId, email } = invitation;
    await requireMayInvite(services.auth, tx, { orgId, userId: actor.userId, email });
    if (orgUserId === null) {
      await sendInvitation(tx, deps, { orgId, invitation });
      return undefined;
    }
    const person = await tx.get(orgUsers, { orgId }, orgUserId);
    if (person === undefined) return undefined;
    await writeInvite(tx, deps, {
      account: await accountOfAdded(tx, person),
      orgId,
      orgUserId,
      inviter: actor.orgUserId,
      email: invitation.email,
      displayName: person.display_name,
      role: person.user_role,
    });
    return undefined;
  },
};

/** The link ends; somebody who was added beforehand and never came is deactivated. */
export const invitationRevokeConsequence: Consequence = {
  mutation: 'invitation-revoke',
  replacesEffects: false,
  apply: async (context) => {
    const { tx, actor } = context;
    const { orgId } = actor;
    const { id, organization_user: orgUserId, email } = await invitationOf(context);
    await endInvitation(tx, orgId, id);
    const person = orgUserId === null ? undefined : await tx.get(orgUsers, { orgId }, orgUserId);
    if (person === undefined || person.joined) return undefined;
    await tx.put(orgUsers, { orgId }, { ...person, active: false });
    await endAddedLinks(await tx.db(), orgId, email);
    return undefined;
  },
};

/** Links for choosing a password that letters about this organisation carried. */
export async function endAddedLinks(
  db: Kysely<Schema>,
  orgId: string,
  email: string,
): Promise<void> {
  const account = await accountOf(db, email);
  if (account === undefined) return;
  await db
    .deleteFrom('one_time_tokens')
    .where('user_id', '=', account.id)
    .where('org_id', '=', orgId)
    .where('purpose', '=', 'invite')
    .execute();
}

async function invitationOf({ args, tx, actor }: ConsequenceContext): Promise<Invitation> {
  const { id } = v.parse(argsSchema, args);
  const invitation = await tx.get(invitations, { orgId: actor.orgId }, id);
  if (invitation === undefined) throw new Error('The invitation has just been there');
  return invitation;
}

async function personOf(db: Kysely<Schema>, orgId: string, email: string) {
  return db
    .selectFrom('org_users')
    .select(['id', 'active'])
    .where('org_id', '=', orgId)
    .where('email', '=', email)
    .orderBy('active', 'desc')
    .executeTakeFirst();
}
