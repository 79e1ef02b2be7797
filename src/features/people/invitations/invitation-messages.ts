import { type Invitation, isExpired, isAbandoned } from '../../../../model/entities/invitation.ts';

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
    return { text: 'Saved on this device; the mail goes out when you are online', warns: false };
  }
  if (isExpired(invitation, now)) {
    return { text: 'The link has expired: send it again', warns: true };
  }
  if (isAbandoned(invitation, now)) {
    return { text: 'The mail could not be sent for three days: send it again', warns: true };
  }
  if (invitation.mail === 'delayed') {
    return { text: 'The mail server is down: queued, will be sent', warns: true };
  }
  return { text: invitation.mail === 'sent' ? 'Mail sent' : 'Mail queued', warns: false };
}
