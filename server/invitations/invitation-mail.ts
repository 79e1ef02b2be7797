import { composeMail, type Mail, oneLine } from '../mail/mail.ts';

interface InvitationContext {
  readonly to: string;
  readonly inviter: string;
  readonly organization: string;
  readonly link: string;
}

interface AddedContext extends InvitationContext {
  readonly name: string;
}

const ADDED = 'You have been added to an organisation on Cairn';

const EXPIRES = [
  'The link works once and for seven days. If you did not expect this mail, you can ignore it:',
  'nothing happens unless you open the link.',
];

/** To an added person who has no password yet: the link lets them choose one. */
export function inviteMail({ to, name, inviter, organization, link }: AddedContext): Mail {
  return composeMail({
    to,
    name,
    subject: ADDED,
    above: [
      `${oneLine(inviter)} has added you to ${oneLine(organization)} on Cairn, where you plan and do your work`,
      'together, with or without a network.',
      '',
      'Choose a password to get started:',
    ],
    link,
    below: EXPIRES,
  });
}

/** To an invited address: the link leads to joining, with the account of the address or a new one. */
export function invitationMail(context: InvitationContext & { readonly role: string }): Mail {
  const { to, inviter, organization, role, link } = context;
  return composeMail({
    to,
    subject: 'You are invited to an organisation on Cairn',
    above: [
      `${oneLine(inviter)} has invited you to ${oneLine(organization)} on Cairn, as ${oneLine(role)}. There you plan`,
      'and do your work together, with or without a network.',
      '',
      'Accept the invitation here:',
    ],
    link,
    below: EXPIRES,
  });
}

/** To an added person who has a password already: the new organisation is there after signing in. */
export function joinedMail({ to, name, inviter, organization, link }: AddedContext): Mail {
  return composeMail({
    to,
    name,
    subject: ADDED,
    above: [
      `${oneLine(inviter)} has added you to ${oneLine(organization)} on Cairn.`,
      '',
      'You have an account already. Sign in with the password you know, and choose the new',
      'organisation at the left:',
    ],
    link,
  });
}
