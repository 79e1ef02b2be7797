import type { Kysely } from 'kysely';
import { MAIL_TRIED_MS } from '../../model/entities/invitation.ts';
import type { Schema } from '../store/schema.ts';
import type { Envelope } from './sender.ts';
import { composeMail, type Mail, type MailMessage } from './mail.ts';
import { languageOfPeople } from './mail-language.ts';

/** First pause after a failed attempt, then doubled up to an hour. */
const FIRST_PAUSE_MS = 10_000;
const LONGEST_PAUSE_MS = 60 * 60_000;
/** Time for which one process claims a mail while it sends it: longer than all steps of SMTP at their time limits. */
const LEASE_MS = 300_000;
/** Mails that are tried for a claim, because other processes may claim the first ones at the same time. */
const CANDIDATES = 20;
/** An abandoned mail stays this long, with its reason, for the operator. */
const ABANDONED_MS = 14 * 24 * 60 * 60_000;

interface MailContext {
  readonly id: string;
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
  /** `<organisation>/<invitation>` when the mail is about one. */
  readonly invitation?: string | null;
  /** Account whose language the mail has when the address has no account that chose one. */
  readonly onBehalfOf?: string | undefined;
}

/**
 * Writes a mail in the transaction of its subject: neither exists without the other. It has the language of the account
 * of its address. The caller wakes the mailer after the commit.
 */
export async function enqueueMail(
  db: Kysely<Schema>,
  message: MailMessage,
  { id, at, invitation = null, onBehalfOf }: MailContext,
): Promise<void> {
  const language = await languageOfPeople(db, { email: message.to, userId: onBehalfOf });
  await enqueueComposed(db, composeMail(message, language), { id, at, invitation });
}

/** The same for a mail that is written: `stop` is the address that stops mails of its kind. */
export async function enqueueComposed(
  db: Kysely<Schema>,
  mail: Mail & Pick<Envelope, 'html' | 'stop'>,
  { id, at, invitation = null }: Omit<MailContext, 'onBehalfOf'>,
): Promise<void> {
  await db
    .insertInto('mail_queue')
    .values({
      id,
      recipient: mail.to,
      subject: mail.subject,
      body: mail.text,
      link: mail.link,
      written_at: at,
      attempts: 0,
      next_at: at,
      last_error: null,
      invitation,
      html: mail.html ?? null,
      stop: mail.stop ?? null,
    })
    .execute();
}

/**
 * Claims one due mail for a while, so that no other process sends it; undefined when none is left. A mail that is given
 * up keeps its row with the reason, for the operator, until `sweepMail` deletes it. Runs in a write transaction.
 */
export async function claimMail(db: Kysely<Schema>, now: number): Promise<Envelope | undefined> {
  const due = await db
    .selectFrom('mail_queue')
    .select(['id', 'next_at'])
    .where('next_at', '<=', now)
    .where('written_at', '>', now - MAIL_TRIED_MS)
    .orderBy('next_at')
    .limit(CANDIDATES)
    .execute();
  for (const { id, next_at } of due) {
    const row = await db
      .updateTable('mail_queue')
      .set({ next_at: now + LEASE_MS })
      .where('id', '=', id)
      .where('next_at', '=', next_at)
      .returningAll()
      .executeTakeFirst();
    if (row !== undefined) {
      return {
        id: row.id,
        to: row.recipient,
        subject: row.subject,
        text: row.body,
        link: row.link,
        writtenAt: row.written_at,
        invitation: row.invitation,
        html: row.html,
        stop: row.stop,
      };
    }
  }
  return undefined;
}

/** Deletes a sent mail; false when it was dropped meanwhile. */
export async function mailSent(db: Kysely<Schema>, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('mail_queue')
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Schedules the next attempt; the pause doubles with each one. False when the mail was dropped meanwhile. */
export async function mailFailed(
  db: Kysely<Schema>,
  id: string,
  { reason, now }: { readonly reason: string; readonly now: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('mail_queue')
    .select('attempts')
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return false;
  const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(row.attempts, 20));
  await db
    .updateTable('mail_queue')
    .set({ attempts: row.attempts + 1, next_at: now + pause, last_error: reason.slice(0, 500) })
    .where('id', '=', id)
    .execute();
  return true;
}

/** Deletes mails that were abandoned long ago. */
export async function sweepMail(db: Kysely<Schema>, now: number): Promise<void> {
  await db
    .deleteFrom('mail_queue')
    .where('written_at', '<=', now - MAIL_TRIED_MS - ABANDONED_MS)
    .execute();
}

/** Deletes unsent mails about an invitation: their links are invalid. */
export async function dropMail(db: Kysely<Schema>, invitation: string): Promise<void> {
  await db.deleteFrom('mail_queue').where('invitation', '=', invitation).execute();
}

/** Time of the next due mail, if there is one. */
export async function nextMailAt(db: Kysely<Schema>, now: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('mail_queue')
    .select('next_at')
    .where('written_at', '>', now - MAIL_TRIED_MS)
    .orderBy('next_at')
    .limit(1)
    .executeTakeFirst();
  return row?.next_at;
}
