import { type Invitation, isExpired, isAbandoned } from '../../../../model/entities/invitation.ts';
import { i18n } from '../../../i18n/i18n.ts';

interface InvitationNotice {
  readonly text: string;
  /** True when somebody has to act, or should expect a delay. */
  readonly warns: boolean;
}

/**
 * State of an invitation's mail as text. `unsent`: the server does not have the invitation yet; `now` in
 * milliseconds.
 */
export function mailMessage(
  invitation: Invitation,
  { now, unsent }: { readonly now: number; readonly unsent: boolean },
): InvitationNotice {
  if (unsent) {
    return {
      text: i18n.t('Saved on this device; the mail goes out when you are online'),
      warns: false,
    };
  }
  if (isExpired(invitation, now)) {
    return { text: i18n.t('The link has expired: send it again'), warns: true };
  }
  if (isAbandoned(invitation, now)) {
    return {
      text: i18n.t('The mail could not be sent for three days: send it again'),
      warns: true,
    };
  }
  if (invitation.mail === 'delayed') {
    return { text: i18n.t('The mail server is down: queued, will be sent'), warns: true };
  }
  return {
    text: invitation.mail === 'sent' ? i18n.t('Mail sent') : i18n.t('Mail queued'),
    warns: false,
  };
}
