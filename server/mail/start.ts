import { orgStream } from '../../model/entities/scopes.ts';
import type { Writer, WriteTx } from '../writer/writer-types.ts';
import type { Database } from '../store/database.ts';
import { createMailer, type Mailer } from './mailer.ts';
import { mailFailed, mailSent } from './queue.ts';
import type { Envelope, MailSender } from './sender.ts';

/** Tables whose changes come with a mail. */
const MAIL_TABLES = ['org_users', 'invitations'];

interface MailDeps {
  readonly database: Database;
  readonly writer: Writer;
  readonly mail: MailSender;
  readonly clock: { readonly now: () => number };
  /** Stores the outcome of a mail where its sender sees it, in the transaction that settles its row in the queue. */
  readonly noteOutcome: (tx: WriteTx, mail: Envelope, outcome: 'sent' | 'delayed') => Promise<void>;
  readonly failed: (failure: { readonly mail: string; readonly reason: string }) => void;
}

/**
 * The mailer of a running server. It reads the queue when it starts (a crash may have left mails there), after each
 * commit that adds or changes a person, and when a route wakes it.
 */
export function startMailer({
  database,
  writer,
  mail,
  clock,
  noteOutcome,
  failed,
}: MailDeps): Mailer {
  const mailer = createMailer({
    db: database.db,
    write: (work) => writer.write([], async (tx) => work(await tx.db())),
    sender: mail,
    note: (mail, failure) =>
      writer.write(streamsOfMail(mail), async (tx) => {
        const db = await tx.db();
        const outcome = { reason: failure ?? '', now: clock.now() };
        const isNewest = await (failure === undefined
          ? mailSent(db, mail.id)
          : mailFailed(db, mail.id, outcome));
        if (!isNewest) return;
        await noteOutcome(tx, mail, failure === undefined ? 'sent' : 'delayed');
      }),
    now: () => clock.now(),
    failed,
  });
  const stop = writer.subscribe(({ versions }) => {
    const people = versions.some(({ changes }) =>
      changes.some((change) => change.kind === 'put' && MAIL_TABLES.includes(change.table)),
    );
    if (people) mailer.wake();
  });
  mailer.wake();
  return {
    ...mailer,
    close: () => {
      stop();
      return mailer.close();
    },
  };
}

function streamsOfMail({ invitation }: Envelope): readonly string[] {
  const orgId = invitation?.split('/')[0];
  return orgId === undefined ? [] : [orgStream(orgId)];
}
