import { message } from '../../model/shared/message.ts';
import { type MailMessage, oneLine } from './mail.ts';

interface Addressee {
  readonly to: string;
  readonly name: string;
  /** Page of the organisation with its erasures. */
  readonly link: string;
}

/** To every Level 1, when one of them has planned the erasure of the organisation. `day`: UTC. */
export function organizationErasureMail({
  to,
  name,
  link,
  by,
  organization,
  day,
}: Addressee & {
  readonly by: string;
  readonly organization: string;
  readonly day: string;
}): MailMessage {
  return {
    to,
    name,
    subject: message('Your organisation on Cairn will be erased'),
    above: [
      message(
        '{by} has planned the erasure of {organization}. On {day} (UTC) everything of it is erased for good: people, boards, messages, files, history and the accounts that belong to no other organisation.',
        { by: oneLine(by), organization: oneLine(organization), day },
      ),
      message(
        'Until then every Level 1 can cancel it, and download an archive that another Cairn can import:',
      ),
    ],
    link,
    below: [
      message(
        'Backups of this server contain the organisation until they expire; its operator knows for how long they are kept.',
      ),
    ],
  };
}

/** To every Level 1, when the erasure was cancelled. */
export function organizationKeptMail({
  to,
  name,
  link,
  by,
  organization,
}: Addressee & { readonly by: string; readonly organization: string }): MailMessage {
  return {
    to,
    name,
    subject: message('Your organisation on Cairn will not be erased'),
    above: [
      message('{by} has cancelled the erasure of {organization}. Nothing of it was erased.', {
        by: oneLine(by),
        organization: oneLine(organization),
      }),
    ],
    link,
  };
}

/** To every Level 1, when a person asks to be erased. */
export function erasureRequestMail({
  to,
  name,
  link,
  person,
}: Addressee & { readonly person: string }): MailMessage {
  return {
    to,
    name,
    subject: message('Somebody asks to be erased on Cairn'),
    above: [
      message(
        '{person} asks to be erased from your organisation. The law of many countries sets a time for the answer, often one month. You see the request here; deactivate them first, then plan their erasure:',
        { person: oneLine(person) },
      ),
    ],
    link,
  };
}
