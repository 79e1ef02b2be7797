import { type Invitation, isExpired, isGivenUp } from '../../../../model/entities/invitation.ts';

interface InvitationNotice {
  readonly text: string;
  /** Somebody has to do something, or to know that it takes longer. */
  readonly warns: boolean;
}

/** What became of an invitation's mail. `unsent`: the server does not know of it yet; `now` in milliseconds. */
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
  if (isGivenUp(invitation, now)) {
    return { text: 'The mail could not be sent for three days: send it again', warns: true };
  }
  if (invitation.mail === 'delayed') {
    return { text: 'The mail server is down: queued, will be sent', warns: true };
  }
  return { text: invitation.mail === 'sent' ? 'Mail sent' : 'Mail queued', warns: false };
}
