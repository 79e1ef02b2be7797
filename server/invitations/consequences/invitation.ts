import type { Kysely } from 'kysely';
import * as v from 'valibot';
import { type Invitation, invitations } from '../../../model/entities/invitation.ts';
import { orgUsers } from '../../../model/entities/org-user.ts';
import { refuse, CairnError } from '../../../model/shared/errors.ts';
import { alreadyHere, endInvitation, pendingFor, sendInvitation } from '../invitations.ts';
import { accountOfAdded } from '../../auth/account-people.ts';
import { accountOf } from '../../auth/accounts.ts';
import type { Auth } from '../../auth/auth.ts';
import { requireMayInvite } from '../limits.ts';
import { writeInvite } from '../add-person.ts';
import type { Schema } from '../../store/schema.ts';
import type { Consequence, ConsequenceContext } from '../../apply/consequence.ts';

const argsSchema = v.object({ id: v.string() });

/** Creates the link and the mail; rejects an address that is a member's or has a pending invitation. */
export const invitationCreate = (auth: Auth): Consequence => ({
  mutation: 'invitation-create',
  usesLimits: true,
  replacesEffects: false,
  apply: async (context) => {
    const { tx, actor } = context;
    const invitation = await invitationOf(context);
    const { email } = invitation;
    const { orgId } = actor;
    const db = await tx.db();
    const here = await personOf(db, orgId, email);
    if (here !== undefined) throw alreadyHere(here.active === 1);
    if ((await pendingFor(db, { orgId, email, except: invitation.id })) !== undefined) {
      throw new CairnError(
        refuse(
          'conflict',
          /*i18n*/ 'This address has been invited already: send that invitation again',
        ),
      );
    }
    await requireMayInvite(auth, tx, { orgId, userId: actor.userId, email });
    await sendInvitation(tx, auth, { orgId, invitation });
    return undefined;
  },
});

/** Creates a new link and a new mail and ends the link before. */
export const invitationResend = (auth: Auth): Consequence => ({
  mutation: 'invitation-resend',
  usesLimits: true,
  replacesEffects: false,
  apply: async (context) => {
    const { tx, actor } = context;
    const { orgId } = actor;
    const invitation = await invitationOf(context);
    const { organization_user: orgUserId, email } = invitation;
    await requireMayInvite(auth, tx, { orgId, userId: actor.userId, email });
    if (orgUserId === null) {
      await sendInvitation(tx, auth, { orgId, invitation });
      return undefined;
    }
    const person = await tx.get(orgUsers, { orgId }, orgUserId);
    if (person === undefined) return undefined;
    await writeInvite(tx, auth, {
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
});

/** Ends the link, and deactivates a person who was added and has not joined. */
export const invitationRevoke: Consequence = {
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

/** Deletes the links for choosing a password from mails about this organisation. */
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
  if (invitation === undefined) throw new Error('The invitation is missing after its mutation');
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
