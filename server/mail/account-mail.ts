import { message } from '../../model/shared/message.ts';
import { type MailMessage, oneLine } from './mail.ts';

interface Addressee {
  readonly to: string;
  readonly name: string;
}

/** To a person who forgot their password, or whose address somebody else typed. */
export function resetMail({ to, name, link }: Addressee & { readonly link: string }): MailMessage {
  return {
    to,
    name,
    subject: message('Choose a new password on Cairn'),
    above: [
      message('somebody asked for a new password for your account on Cairn. Choose one here:'),
    ],
    link,
    below: [
      message(
        'The link works once and for one hour. Afterwards you are signed out everywhere; work that waits on your devices stays there and is sent when you sign in again.',
      ),
      message('Was it not you? Then you need not do anything: your password is what it was.'),
    ],
  };
}

/** After a password was changed, so that nobody can do it unnoticed. */
export function passwordChangedMail({ to, name }: Addressee): MailMessage {
  return {
    to,
    name,
    subject: message('Your password on Cairn was changed'),
    above: [
      message(
        'the password of your account on Cairn was changed, and you were signed out in other places.',
      ),
      message(
        'Tokens for programs and secret addresses of calendars do not work any more: create new ones on your profile if you use them.',
      ),
      message(
        'Was it not you? Ask for a new password on the sign-in page at once ("Forgot password?"), and tell the administrator of your organisation.',
      ),
    ],
  };
}

/** After a sign-in with a browser in which the account had not signed in before. `at`: UTC. */
export function newBrowserMail({
  to,
  name,
  browser,
  address,
  at,
  link,
}: Addressee & {
  readonly browser: string | null;
  readonly address: string;
  readonly at: string;
  readonly link: string;
}): MailMessage {
  return {
    to,
    name,
    subject: message('New sign-in to your account on Cairn'),
    above: [
      message(
        'a browser that had not been used with your account before has signed in, at {at} (UTC), from the network address {address}. It calls itself: {browser}.',
        { at, address, browser: oneLine(browser ?? '-').slice(0, 200) },
      ),
      message('Was it you? Then you need not do anything. All your sessions are listed here:'),
    ],
    link,
    below: [
      message(
        'Was it not you? End that session there, change your password at once, and tell the administrator of your organisation.',
      ),
    ],
  };
}

/** After a sign-in with a recovery code. */
export function recoveryCodeUsedMail({
  to,
  name,
  left,
  link,
}: Addressee & { readonly left: number; readonly link: string }): MailMessage {
  return {
    to,
    name,
    subject: message('A recovery code was used on Cairn'),
    above: [
      message(
        'a recovery code of your account on Cairn was used in place of your second factor. {left} codes are left. You can make new ones here:',
        { left },
      ),
    ],
    link,
    below: [
      message(
        'Was it not you? Then somebody knows your password and has one of your codes: change both at once, and tell the administrator of your organisation.',
      ),
    ],
  };
}

/** After the two-step sign-in of an account was changed. */
export function factorMail({
  to,
  name,
  change,
  link,
}: Addressee & {
  readonly change: 'added' | 'removed' | 'reset' | 'codes';
  readonly link: string;
}): MailMessage {
  return {
    to,
    name,
    subject: message('The two-step sign-in of your account on Cairn was changed'),
    above: [
      change === 'added'
        ? message('a second factor was added to your account on Cairn.')
        : change === 'removed'
          ? message('a second factor of your account on Cairn was removed.')
          : change === 'codes'
            ? message(
                'new recovery codes were made for your account on Cairn; the old ones no longer work.',
              )
            : message(
                'an administrator has removed the second factors of your account on Cairn. You sign in with your password until you add one again:',
              ),
    ],
    link,
    below: [
      message(
        'Was it not you? Change your password at once, and tell the administrator of your organisation.',
      ),
    ],
  };
}

/**
 * To the address of a sign-up or of a request for it: proves that the address belongs to the account. It may be
 * anybody's address, so the mail contains no text of the person who typed it.
 */
export function verifyMail({
  to,
  link,
}: Pick<Addressee, 'to'> & { readonly link: string }): MailMessage {
  return {
    to,
    subject: message('Confirm your e-mail address on Cairn'),
    above: [
      message(
        'confirm that this is your address, so that you can invite others, and be added with it:',
      ),
    ],
    link,
    below: [
      message(
        'The link works once and for two days, where you are signed in. If you did not sign up on Cairn, you can ignore this mail: do not open the link.',
      ),
    ],
  };
}

/** To the address to which an account is to change. */
export function addressMail({
  to,
  name,
  link,
}: Addressee & { readonly link: string }): MailMessage {
  return {
    to,
    name,
    subject: message('Confirm your new e-mail address on Cairn'),
    above: [message('you asked to use this address for your account on Cairn. Confirm it here:')],
    link,
    below: [
      message(
        'The link works once and for two days, where you are signed in. Until then your old address stays. If this was not you, you can ignore this mail.',
      ),
    ],
  };
}

/** To the owner of an address that was requested for another account. */
export function addressTakenMail({ to, name }: Addressee): MailMessage {
  return {
    to,
    name,
    subject: message('You already have an account on Cairn'),
    above: [
      message(
        'somebody asked to use your address for another account on Cairn. There is an account with this address already, so nothing was changed.',
      ),
      message(
        'Was it you? Sign in with this address instead. Was it not you? Then you need not do anything.',
      ),
    ],
  };
}

/** To the former address of an account. */
export function addressChangedMail({
  to,
  name,
  email,
}: Addressee & { readonly email: string }): MailMessage {
  return {
    to,
    name,
    subject: message('Your e-mail address on Cairn was changed'),
    above: [
      message('from now on you sign in to Cairn with {email}, and mails go there.', {
        email: oneLine(email),
      }),
      message('Was it not you? Tell the administrator of your organisation at once.'),
    ],
  };
}

/** To the owner of an address with which somebody signed up again, with another password. */
export function knownAddressMail({
  to,
  name,
  link,
}: Addressee & { readonly link: string }): MailMessage {
  return {
    to,
    name,
    subject: message('You already have an account on Cairn'),
    above: [
      message(
        'somebody signed up on Cairn with your address. There is an account with this address already, so nothing was created or changed.',
      ),
      message(
        'Was it you? Sign in with the password you know. To found another organisation with this account, sign up again and give that password:',
      ),
    ],
    link,
    below: [message('Was it not you? Then you need not do anything.')],
  };
}

/** To an added person without a password, after a sign-up with their address. */
export function pendingAddressMail({
  to,
  name,
  link,
}: Addressee & { readonly link: string }): MailMessage {
  return {
    to,
    name,
    subject: message('Choose your password on Cairn first'),
    above: [
      message(
        'somebody signed up on Cairn with your address. You have been invited before and have not chosen a password yet, so nothing was created. Choose one here:',
      ),
    ],
    link,
    below: [
      message(
        'Afterwards you can sign up again with that password to found an organisation of your own. The link works once and for seven days. If it was not you, you can ignore this mail.',
      ),
    ],
  };
}

/** To the administrators of an organisation, about passwords that were guessed. */
export function guessesMail({
  to,
  name,
  link,
  count,
}: Addressee & { readonly link: string; readonly count: number }): MailMessage {
  return {
    to,
    name,
    subject: message('Many wrong passwords on Cairn'),
    above: [
      message(
        'in the last hour {count} wrong passwords were entered for one account of your organisation, or from one network address. Nobody is locked out, and guessing is limited. The security log has the accounts and addresses:',
        { count },
      ),
    ],
    link,
    below: [
      message(
        'If the person did not do it, ask them to choose a new password. You get this mail once an hour at most.',
      ),
    ],
  };
}
