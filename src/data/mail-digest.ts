import { type MailDigest, parseMailDigest } from '../../model/protocol/mail-digest.ts';
import type { Client } from '../../sync/client/index.ts';
import { type Listed, useListed } from './listed.ts';

export type { MailDigest };

/** Mails of the person in the open organisation: a list of one, which the server alone has. */
export function useMailDigest(): Listed<MailDigest> {
  return useListed(readMailDigest);
}

/** Stores the choice with the time zone of this browser. */
export function setMailDigest(
  { own }: Client,
  choice: Pick<MailDigest, 'digest' | 'reminders'>,
): Promise<MailDigest> {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const body = { digest: choice.digest, reminders: choice.reminders, time_zone: timeZone };
  return own.request({ path: 'api/mail-digest/set/', body }, parseMailDigest);
}

async function readMailDigest({ own }: Client): Promise<readonly MailDigest[]> {
  return [await own.request({ method: 'GET', path: 'api/mail-digest/' }, parseMailDigest)];
}
