/**
 * One mail: plain text to one address. A subject never holds words that people chose, or anybody could write to anybody
 * in our name. `link` is the one thing to click in it, if there is one.
 */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly link: string | null;
}

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

/** To somebody whose address was used to sign up again with another password. */
export function knownAddressMail(context: {
  readonly to: string;
  readonly name: string;
  readonly link: string;
}): Mail {
  const { to, link } = context;
  return {
    to,
    subject: 'You already have an account on Cairn',
    link,
    text: [
      `Hello ${oneLine(context.name)},`,
      '',
      'somebody signed up on Cairn with your address. There is an account with this address already,',
      'so nothing was created or changed.',
      '',
      'Was it you? Sign in with the password you know. To found another organisation with this',
      'account, sign up again and give that password:',
      '',
      link,
      '',
      'Was it not you? Then you need not do anything.',
      '',
    ].join('\n'),
  };
}

/** To somebody who was invited, has not chosen a password yet, and has now signed up with the same address. */
export function pendingAddressMail(context: {
  readonly to: string;
  readonly name: string;
  readonly link: string;
}): Mail {
  const { to, link } = context;
  return {
    to,
    subject: 'Choose your password on Cairn first',
    link,
    text: [
      `Hello ${oneLine(context.name)},`,
      '',
      'somebody signed up on Cairn with your address. You have been invited before and have not',
      'chosen a password yet, so nothing was created. Choose one here:',
      '',
      link,
      '',
      'Afterwards you can sign up again with that password to found an organisation of your own.',
      'The link works once and for seven days. If it was not you, you can ignore this mail.',
      '',
    ].join('\n'),
  };
}

/** Names come from people: a line break in one must not become a header or a paragraph of its own. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}
