import type { Kysely } from 'kysely';
import { administratorsOf } from '../auth/administrators.ts';
import type { Auth } from '../auth/auth.ts';
import type { MailMessage } from '../mail/mail.ts';
import { enqueueMail } from '../mail/queue.ts';
import type { Schema } from '../store/schema.ts';

export interface Receiver {
  readonly to: string;
  readonly name: string;
  /** The tab of the organisation's page with archives and erasures. */
  readonly link: string;
}

/**
 * Writes a mail to every Level 1 of an organisation with a proved address, in the caller's transaction; the caller wakes
 * the mailer after the commit.
 */
export async function mailLevelOne(
  { machine, publicUrl }: Pick<Auth, 'machine' | 'publicUrl'>,
  db: Kysely<Schema>,
  { orgId, write }: { readonly orgId: string; readonly write: (to: Receiver) => MailMessage },
): Promise<void> {
  const receivers = await administratorsOf(db, { orgId, levels: ['Level 1'] }).execute();
  const link = `${publicUrl}/organization-info?tab=archive`;
  for (const { email, name } of receivers) {
    const mail = write({ to: email, name, link });
    await enqueueMail(db, mail, { id: machine.newId(), at: machine.now() });
  }
}
