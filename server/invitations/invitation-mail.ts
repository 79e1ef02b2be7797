import { type Mail, oneLine } from '../mail/mail.ts';

interface InviteContext {
  readonly to: string;
  readonly name: string;
  readonly inviter: string;
  readonly organization: string;
}

/** To somebody who has no password here yet: the link lets them choose one. */
export function inviteMail(context: InviteContext & { readonly link: string }): Mail {
  const { to, link } = context;
  const name = oneLine(context.name);
  const inviter = oneLine(context.inviter);
  const organization = oneLine(context.organization);
  return {
    to,
    subject: 'You have been added to an organisation on Cairn',
    link,
    text: [
      `Hello ${name},`,
      '',
      `${inviter} has added you to ${organization} on Cairn, where you plan and do your work`,
      'together, with or without a network.',
      '',
      'Choose a password to get started:',
      '',
      link,
      '',
      'The link works once and for seven days. If you did not expect this mail, you can ignore it:',
      'nothing happens unless you open the link.',
      '',
    ].join('\n'),
  };
}

/** To somebody who was invited by address: the link leads to joining, with the account they have or a new one. */
export function invitationMail(
  context: Omit<InviteContext, 'name'> & { readonly role: string; readonly link: string },
): Mail {
  const { to, link } = context;
  const inviter = oneLine(context.inviter);
  const organization = oneLine(context.organization);
  return {
    to,
    subject: 'You are invited to an organisation on Cairn',
    link,
    text: [
      'Hello,',
      '',
      `${inviter} has invited you to ${organization} on Cairn, as ${oneLine(context.role)}. There you plan`,
      'and do your work together, with or without a network.',
      '',
      'Accept the invitation here:',
      '',
      link,
      '',
      'The link works once and for seven days. If you did not expect this mail, you can ignore it:',
      'nothing happens unless you open the link.',
      '',
    ].join('\n'),
  };
}

/** To somebody who has a password here already: the new organisation awaits them after signing in. */
export function joinedMail(context: InviteContext & { readonly link: string }): Mail {
  const { to, link } = context;
  const name = oneLine(context.name);
  const inviter = oneLine(context.inviter);
  const organization = oneLine(context.organization);
  return {
    to,
    subject: 'You have been added to an organisation on Cairn',
    link,
    text: [
      `Hello ${name},`,
      '',
      `${inviter} has added you to ${organization} on Cairn.`,
      '',
      'You have an account already. Sign in with the password you know, and choose the new',
      'organisation at the left:',
      '',
      link,
      '',
    ].join('\n'),
  };
}
