import type { Kysely } from 'kysely';
import type { Schema } from '../store/schema.ts';
import { type QueueWorker, queueWorker } from '../shared/queue-worker.ts';
import { claimMail, nextMailAt } from './queue.ts';
import type { Envelope, MailSender } from './sender.ts';

interface MailerOptions {
  readonly db: Kysely<Schema>;
  /** Runs work in a write transaction and resolves when it is on disk. */
  readonly write: <T>(work: (db: Kysely<Schema>) => Promise<T>) => Promise<T>;
  readonly sender: MailSender;
  /** Stores the outcome of a mail; `failure` is undefined when it is sent. */
  readonly note: (mail: Envelope, failure: string | undefined) => Promise<void>;
  readonly now: () => number;
  /** Receives failed attempts; never addresses, texts or links. */
  readonly failed: (failure: { readonly mail: string; readonly reason: string }) => void;
}

export type Mailer = QueueWorker;

/**
 * Sends the mails of the queue, one at a time, after the commit that wrote them. Each mail is sent at least once: a
 * crash between sending it and storing the outcome sends it again, with the same Message-ID.
 */
export function createMailer(options: MailerOptions): Mailer {
  const { db, now, failed, sender } = options;
  const worker = queueWorker({
    drain: (stopped) => drain(options, stopped),
    nextAt: () => nextMailAt(db, now()),
    now,
    failed: (error) => failed({ mail: '-', reason: reasonOf(error) }),
  });
  return {
    ...worker,
    close: async () => {
      await worker.close();
      sender.close();
    },
  };
}

async function drain(options: MailerOptions, stopped: () => boolean): Promise<void> {
  for (;;) {
    const due = await nextMailAt(options.db, options.now());
    if (stopped() || due === undefined || due > options.now()) return;
    // Each by itself: a claim of several would end while a slow mail server keeps the first ones waiting.
    const mail = await options.write((db) => claimMail(db, options.now()));
    if (mail === undefined) return;
    await sendOne(options, mail);
  }
}

async function sendOne(options: MailerOptions, mail: Envelope): Promise<void> {
  const failure = await options.sender.send(mail).then(
    () => undefined,
    (error: unknown) => reasonOf(error),
  );
  if (failure !== undefined) options.failed({ mail: mail.id, reason: failure });
  await options.note(mail, failure);
}

/** The kind of failure; a mail server's own text may repeat the address. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  const answer =
    'responseCode' in error && typeof error.responseCode === 'number'
      ? ` ${error.responseCode}`
      : '';
  return `${code}${answer}`;
}
