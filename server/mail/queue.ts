import type { Kysely } from 'kysely';
import type { Schema } from '../store/schema.ts';
import type { Envelope } from './sender.ts';
import type { Letter } from './letter.ts';

/** First pause after a failed attempt, then doubled up to an hour. */
const FIRST_PAUSE_MS = 10_000;
const LONGEST_PAUSE_MS = 60 * 60_000;
/** How long one process keeps a letter to itself while it sends it. */
const LEASE_MS = 120_000;
/** After three days of failures a letter is given up: its row stays with the reason, for the operator. */
const GIVE_UP_MS = 3 * 24 * 60 * 60_000;
const BATCH = 20;

/**
 * Writes a letter in the transaction of what it is about: neither exists without the other. The caller wakes the
 * mailer after the commit.
 */
export async function enqueueLetter(
  db: Kysely<Schema>,
  letter: Letter,
  { id, at }: { readonly id: string; readonly at: number },
): Promise<void> {
  await db
    .insertInto('mail_queue')
    .values({
      id,
      recipient: letter.to,
      subject: letter.subject,
      body: letter.text,
      link: letter.link,
      written_at: at,
      attempts: 0,
      next_at: at,
      last_error: null,
    })
    .execute();
}

/** Takes the letters that are due and keeps them from other processes for a while. Runs in a write transaction. */
export async function claimLetters(db: Kysely<Schema>, now: number): Promise<readonly Envelope[]> {
  const due = await db
    .selectFrom('mail_queue')
    .selectAll()
    .where('next_at', '<=', now)
    .where('written_at', '>', now - GIVE_UP_MS)
    .orderBy('next_at')
    .limit(BATCH)
    .execute();
  const claimed: Envelope[] = [];
  for (const row of due) {
    const { numUpdatedRows } = await db
      .updateTable('mail_queue')
      .set({ next_at: now + LEASE_MS })
      .where('id', '=', row.id)
      .where('next_at', '=', row.next_at)
      .executeTakeFirst();
    if (numUpdatedRows === 1n) {
      claimed.push({
        id: row.id,
        to: row.recipient,
        subject: row.subject,
        text: row.body,
        link: row.link,
        writtenAt: row.written_at,
      });
    }
  }
  return claimed;
}

export async function letterSent(db: Kysely<Schema>, id: string): Promise<void> {
  await db.deleteFrom('mail_queue').where('id', '=', id).execute();
}

/** Puts a letter back for later; the pause doubles with each attempt. */
export async function letterFailed(
  db: Kysely<Schema>,
  id: string,
  { reason, now }: { readonly reason: string; readonly now: number },
): Promise<void> {
  const row = await db
    .selectFrom('mail_queue')
    .select('attempts')
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return;
  const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(row.attempts, 20));
  await db
    .updateTable('mail_queue')
    .set({ attempts: row.attempts + 1, next_at: now + pause, last_error: reason.slice(0, 500) })
    .where('id', '=', id)
    .execute();
}

/** When the next letter is due, if any is left to send. */
export async function nextLetterAt(db: Kysely<Schema>, now: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('mail_queue')
    .select('next_at')
    .where('written_at', '>', now - GIVE_UP_MS)
    .orderBy('next_at')
    .limit(1)
    .executeTakeFirst();
  return row?.next_at;
}
