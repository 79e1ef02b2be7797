import type { Kysely } from 'kysely';
import { type Invitation, INVITATION_MS, invitations } from '../../model/entities/invitation.ts';
import { orgUsers } from '../../model/entities/org-user.ts';
import { organizations } from '../../model/entities/organization.ts';
import { roles } from '../../model/entities/role.ts';
import { ADMIN_SCOPE } from '../../model/entities/scopes.ts';
import { CairnError, refuse } from '../../model/shared/errors.ts';
import type { WriteTx } from '../writer/writer-types.ts';
import type { MailSenderDeps } from '../mail/deps.ts';
import { digestOfSecret, newSecret } from '../shared/secrets.ts';
import { invitationMail } from './invitation-mail.ts';
import { dropMail, enqueueMail } from '../mail/queue.ts';
import type { Schema } from '../store/schema.ts';

/** The error for inviting or adding a person who is in the organisation already. */
export function alreadyHere(isActive: boolean): CairnError {
  return new CairnError(
    refuse(
      'conflict',
      isActive
        ? 'Somebody with this e-mail address is in the organisation already'
        : 'Somebody with this e-mail address was deactivated here: reactivate them instead',
    ),
  );
}

/** Key of an invitation in the mail queue. */
export function invitationKey(orgId: string, id: string): string {
  return `${orgId}/${id}`;
}

/**
 * Creates the link and the mail of an invitation, in the transaction that creates it or sends it again. Earlier links
 * and mails end: only the newest link is valid.
 */
export async function sendInvitation(
  tx: WriteTx,
  deps: MailSenderDeps,
  { orgId, invitation }: { readonly orgId: string; readonly invitation: Invitation },
): Promise<void> {
  const { machine, publicUrl } = deps;
  await endInvitation(tx, orgId, invitation.id);
  const secret = newSecret(machine.random);
  const organization = await tx.get(organizations, { orgId }, orgId);
  const inviter = await tx.get(orgUsers, { orgId }, invitation.invited_by);
  const role = await tx.get(roles, { orgId }, invitation.role);
  const mail = invitationMail({
    to: invitation.email,
    inviter: inviter?.display_name ?? 'An administrator',
    organization: organization?.name ?? 'an organisation',
    role: role?.name ?? 'member',
    link: `${publicUrl}/organizationinvite/${secret}`,
  });
  const db = await tx.db();
  await db
    .insertInto('invitation_links')
    .values({
      digest: digestOfSecret(secret),
      org_id: orgId,
      invitation: invitation.id,
      expires_at: machine.now() + INVITATION_MS,
    })
    .execute();
  await enqueueMail(db, mail, {
    id: machine.newId(),
    at: machine.now(),
    invitation: invitationKey(orgId, invitation.id),
    onBehalfOf: inviter?.user,
  });
}

/** Deletes the links of an invitation and its unsent mails. */
export async function endInvitation(tx: WriteTx, orgId: string, id: string): Promise<void> {
  const db = await tx.db();
  await db
    .deleteFrom('invitation_links')
    .where('org_id', '=', orgId)
    .where('invitation', '=', id)
    .execute();
  await dropMail(db, invitationKey(orgId, id));
}

/** An added person, for the invitation that accompanies their mail. */
interface Added {
  readonly orgId: string;
  readonly orgUserId: string;
  readonly inviter: string;
  readonly email: string;
  readonly role: string;
}

/**
 * Creates the pending invitation of a person who was added with Add User. A pending invitation of their address
 * becomes theirs and its link ends: of two invitations one could never be accepted. Returns the invitation's id.
 */
export async function noteAdded(
  tx: WriteTx,
  { machine }: MailSenderDeps,
  { orgId, orgUserId, inviter, email, role }: Added,
): Promise<string> {
  const db = await tx.db();
  const known =
    (await invitationOfPerson(db, orgId, orgUserId)) ?? (await pendingFor(db, { orgId, email }));
  const before = known === undefined ? undefined : await tx.get(invitations, { orgId }, known);
  const at = new Date(tx.at).toISOString();
  const id = before?.id ?? machine.newId();
  await endInvitation(tx, orgId, id);
  await tx.put(
    invitations,
    { orgId },
    {
      id,
      scope: ADMIN_SCOPE,
      v: 0,
      email,
      role,
      organization_user: orgUserId,
      invited_by: inviter,
      sent_at: at,
      expires_at: new Date(tx.at + INVITATION_MS).toISOString(),
      state: 'pending',
      mail: 'queued',
      created_at: before?.created_at ?? at,
    },
  );
  return id;
}

/** Accepts the pending invitation of a person who has joined. */
export async function noteJoined(tx: WriteTx, orgId: string, orgUserId: string): Promise<void> {
  const id = await invitationOfPerson(await tx.db(), orgId, orgUserId);
  const invitation = id === undefined ? undefined : await tx.get(invitations, { orgId }, id);
  if (invitation?.state !== 'pending') return;
  await endInvitation(tx, orgId, invitation.id);
  await tx.put(invitations, { orgId }, { ...invitation, state: 'accepted' });
}

/** Stores the outcome of the newest mail. `key` is `<organisation>/<invitation>`. */
export async function noteMail(
  tx: WriteTx,
  key: string | null | undefined,
  mail: 'sent' | 'delayed',
): Promise<void> {
  const [orgId, id] = key?.split('/') ?? [];
  if (orgId === undefined || id === undefined) return;
  const invitation = await tx.get(invitations, { orgId }, id);
  if (invitation === undefined || invitation.mail === mail) return;
  tx.setAuthor({ orgUserId: invitation.invited_by });
  await tx.put(invitations, { orgId }, { ...invitation, mail });
}

/** The newest invitation of a person who was added. */
export async function invitationOfPerson(
  db: Kysely<Schema>,
  orgId: string,
  orgUserId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('invitations')
    .select('id')
    .where('org_id', '=', orgId)
    .where('organization_user', '=', orgUserId)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  return row?.id;
}

/** A pending invitation of an address, other than the one named. */
export async function pendingFor(
  db: Kysely<Schema>,
  {
    orgId,
    email,
    except = '',
  }: { readonly orgId: string; readonly email: string; readonly except?: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('invitations')
    .select('id')
    .where('org_id', '=', orgId)
    .where('email', '=', email)
    .where('state', '=', 'pending')
    .where('id', '<>', except)
    .executeTakeFirst();
  return row?.id;
}
