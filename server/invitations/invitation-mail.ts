import { message } from '../../model/shared/message.ts';
import { type MailMessage, oneLine } from '../mail/mail.ts';

interface InvitationContext {
  readonly to: string;
  readonly inviter: string;
  readonly organization: string;
  readonly link: string;
}

interface AddedContext extends InvitationContext {
  readonly name: string;
}

const ADDED = message('You have been added to an organisation on Cairn');

const EXPIRES = [
  message(
    'The link works once and for seven days. If you did not expect this mail, you can ignore it: nothing happens unless you open the link.',
  ),
];

/** To an added person who has no password yet: the link lets them choose one. */
export function inviteMail({ to, name, inviter, organization, link }: AddedContext): MailMessage {
  return {
    to,
    name,
    subject: ADDED,
    above: [
      message(
        '{inviter} has added you to {organization} on Cairn, where you plan and do your work together, with or without a network.',
        { inviter: oneLine(inviter), organization: oneLine(organization) },
      ),
      message('Choose a password to get started:'),
    ],
    link,
    below: EXPIRES,
  };
}

/** To an invited address: the link leads to joining, with the account of the address or a new one. */
export function invitationMail(
  context: InvitationContext & { readonly role: string },
): MailMessage {
  const { to, inviter, organization, role, link } = context;
  return {
    to,
    subject: message('You are invited to an organisation on Cairn'),
    above: [
      message(
        '{inviter} has invited you to {organization} on Cairn, as {role}. There you plan and do your work together, with or without a network.',
        { inviter: oneLine(inviter), organization: oneLine(organization), role: oneLine(role) },
      ),
      message('Accept the invitation here:'),
    ],
    link,
    below: EXPIRES,
  };
}

/** To an added person who has a password already: the new organisation is there after signing in. */
export function joinedMail({ to, name, inviter, organization, link }: AddedContext): MailMessage {
  return {
    to,
    name,
    subject: ADDED,
    above: [
      message('{inviter} has added you to {organization} on Cairn.', {
        inviter: oneLine(inviter),
        organization: oneLine(organization),
      }),
      message(
        'You have an account already. Sign in with the password you know, and choose the new organisation at the left:',
      ),
    ],
    link,
  };
}
