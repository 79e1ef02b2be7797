import { type OrgUser, orgUsers } from '../../model/entities/org-user.ts';
import { organizations } from '../../model/entities/organization.ts';
import { ORGANIZATION_SCOPE, userStream } from '../../model/entities/scopes.ts';
import { alreadyHere, invitationKey, noteAdded } from './invitations.ts';
import type { WriteTx } from '../writer/writer-types.ts';
import { inviteMail, joinedMail } from './invitation-mail.ts';
import { enqueueMail } from '../mail/queue.ts';
import { personOfAccount } from '../auth/account-people.ts';
import { type Account, ensureAccount } from '../auth/accounts.ts';
import { issueInvite } from '../auth/links.ts';
import type { MailSenderDeps } from '../mail/deps.ts';

export interface NewPerson {
  readonly orgId: string;
  /** Organisation user who adds the person. */
  readonly inviter: string;
  readonly displayName: string;
  readonly email: string;
  readonly phoneNumber: string;
  readonly role: string;
}

/**
 * Effects of `person-create` on the server (sessions spec, 7 "org-user/create"): the account, when the address has
 * none, the numbered organisation user with a stream of their own, and the mail, all in the caller's transaction. The
 * row contains the inviter's input, `joined: false` and the next number of the accounts' counter in both cases, so
 * that it does not show whether an address has an account (decision 0010): a new account gets this number, an existing
 * one keeps its own, which the row names after joining. Throws `conflict` when the person is in this organisation
 * already.
 */
export async function addPerson(
  tx: WriteTx,
  deps: MailSenderDeps,
  person: NewPerson,
): Promise<OrgUser> {
  const email = person.email.toLowerCase();
  const number = await tx.nextSerial('users');
  const { account } = await ensureAccount(tx, {
    id: number,
    email,
    displayName: person.displayName,
    phoneNumber: person.phoneNumber,
    passwordHash: null,
  });
  const here = await personOfAccount(await tx.db(), person.orgId, { id: account.id, email });
  if (here !== undefined) throw alreadyHere(here.active === 1);
  const orgUserId = await tx.nextSerial('org_users');
  await tx.createStream(userStream(orgUserId), person.orgId);
  const row: OrgUser = {
    id: orgUserId,
    scope: ORGANIZATION_SCOPE,
    v: 0,
    user: number,
    display_name: person.displayName,
    email,
    phone_number: person.phoneNumber,
    profile_image: null,
    user_role: person.role,
    active: true,
    joined: false,
    shares_seen: true,
    program: false,
    created_at: new Date(tx.at).toISOString(),
  };
  await tx.put(orgUsers, { orgId: person.orgId }, row);
  await writeInvite(tx, deps, { ...person, email, account, orgUserId });
  return row;
}

interface InvitedPerson extends Pick<
  NewPerson,
  'orgId' | 'inviter' | 'email' | 'displayName' | 'role'
> {
  readonly orgUserId: string;
  readonly account: Account;
}

/**
 * Writes the mail to an added person. An account whose mailbox is not proved may belong to somebody who signed up with
 * a foreign address: its owner gets a link to choose a password. The owner of a proved account signs in with their
 * password.
 */
export async function writeInvite(
  tx: WriteTx,
  deps: MailSenderDeps,
  person: InvitedPerson,
): Promise<void> {
  const { account } = person;
  const { orgId } = person;
  const organization = await tx.get(organizations, { orgId }, orgId);
  const inviter = await tx.get(orgUsers, { orgId }, person.inviter);
  const context = {
    to: person.email,
    name: person.displayName,
    inviter: inviter?.display_name ?? 'An administrator',
    organization: organization?.name ?? 'an organisation',
  };
  const db = await tx.db();
  const mail =
    account.mailbox_proved === 0
      ? inviteMail({
          ...context,
          link: await issueInvite(db, deps, { userId: account.id, orgId }),
        })
      : joinedMail({ ...context, link: `${deps.publicUrl}/` });
  const { email, role, inviter: by, orgUserId } = person;
  const id = await noteAdded(tx, deps, { orgId, orgUserId, inviter: by, email, role });
  await enqueueMail(await tx.db(), mail, {
    id: deps.machine.newId(),
    at: deps.machine.now(),
    invitation: invitationKey(orgId, id),
    onBehalfOf: inviter?.user,
  });
}
