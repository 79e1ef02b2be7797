import type { Kysely } from 'kysely';
import { newBrowserMail } from '../mail/account-mail.ts';
import { enqueueMail } from '../mail/queue.ts';
import type { RequestOrigin } from '../security/log.ts';
import type { Schema } from '../store/schema.ts';
import type { Auth } from './auth.ts';
import { claimAttempt } from './buckets.ts';

/** A program that keeps no cookies is a new browser each time: it causes five mails, then one a day. */
const MAILS = { burst: 5, refillMs: 24 * 60 * 60_000 };

/**
 * Tells a person that a browser signed in with their account which had not done so before. Only a proved address gets
 * the mail: any other may belong to somebody else. Runs in the transaction of the sign-in; the caller wakes the mailer.
 */
export async function writeNewBrowserMail(
  { machine, publicUrl }: Auth,
  db: Kysely<Schema>,
  { userId, from }: { readonly userId: string; readonly from: RequestOrigin },
): Promise<void> {
  const account = await db
    .selectFrom('users')
    .select(['email', 'display_name'])
    .where('id', '=', userId)
    .where('mailbox_proved', '=', 1)
    .executeTakeFirst();
  if (account === undefined) return;
  const now = machine.now();
  if ((await claimAttempt(db, { key: `new browser ${userId}`, rule: MAILS }, now)) > 0) return;
  const mail = newBrowserMail({
    to: account.email,
    name: account.display_name,
    browser: from.browser,
    address: from.address,
    at: new Date(now).toISOString().slice(0, 16).replace('T', ' '),
    link: `${publicUrl}/profilepage`,
  });
  await enqueueMail(db, mail, { id: machine.newId(), at: now });
}
