import type { Writer } from '../apply/writer-types.ts';
import type { Database } from '../store/database.ts';
import { createMailer, type Mailer } from './mailer.ts';
import type { MailSender } from './sender.ts';

interface MailWorld {
  readonly database: Database;
  readonly writer: Writer;
  readonly mail: MailSender;
  readonly clock: { readonly now: () => number };
  readonly failed: (failure: { readonly letter: string; readonly reason: string }) => void;
}

/**
 * The mailer of a running server. It looks at the queue when it starts (a crash may have left letters there), after
 * each commit that adds or changes a person, and when a route wakes it.
 */
export function startMailer({ database, writer, mail, clock, failed }: MailWorld): Mailer {
  const mailer = createMailer({
    db: database.db,
    write: (work) => writer.write([], async (tx) => work(await tx.db())),
    sender: mail,
    now: () => clock.now(),
    failed,
  });
  const stop = writer.subscribe(({ versions }) => {
    const people = versions.some(({ changes }) =>
      changes.some((change) => change.kind === 'put' && change.table === 'org_users'),
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
