import { type Invitation, invitations } from '../../model/entities/invitation.ts';
import type { WriteTx } from '../writer/writer-types.ts';
import { endInvitation } from '../invitations/invitations.ts';

/** The newest invitation of an address that is open and has not expired. */
export async function invitationOf(
  tx: WriteTx,
  { orgId, email }: { readonly orgId: string; readonly email: string },
): Promise<Invitation | undefined> {
  const db = await tx.db();
  const row = await db
    .selectFrom('invitations')
    .select('id')
    .where('org_id', '=', orgId)
    .where('email', '=', email)
    .where('state', '=', 'pending')
    .where('expires_at', '>', new Date(tx.at).toISOString())
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && tx.get(invitations, { orgId }, row.id);
}

/** Accepts an invitation as its link does. */
export async function acceptInvited(
  tx: WriteTx,
  {
    orgId,
    invitation,
    person,
  }: { readonly orgId: string; readonly invitation: Invitation; readonly person: string },
): Promise<void> {
  await endInvitation(tx, orgId, invitation.id);
  const accepted = { ...invitation, state: 'accepted', organization_user: person } as const;
  await tx.put(invitations, { orgId }, accepted);
}
