import type { Writer } from '../writer/writer-types.ts';
import { digestOfSecret, newSecret, type RandomBytes } from '../shared/secrets.ts';

/** Life of an unused ticket. */
const TICKET_MS = 30_000;

/** The person and conversation of a ticket. */
export interface TicketHolder {
  readonly sessionId: string;
  readonly userId: string;
  readonly orgId: string;
}

interface TicketDeps {
  readonly writer: Writer;
  readonly now: () => number;
}

/**
 * Issues a ticket, which opens one socket once: unlike a token, it is worthless afterwards to a person who reads
 * the address.
 */
export async function issueTicket(
  { writer, now }: TicketDeps,
  random: RandomBytes,
  { sessionId, userId, orgId }: TicketHolder,
): Promise<string> {
  const secret = newSecret(random);
  await writer.write([], async (tx) => {
    const db = await tx.db();
    await db.deleteFrom('socket_tickets').where('expires_at', '<=', now()).execute();
    await db
      .insertInto('socket_tickets')
      .values({
        digest: digestOfSecret(secret),
        session_id: sessionId,
        user_id: userId,
        org_id: orgId,
        expires_at: now() + TICKET_MS,
      })
      .execute();
  });
  return secret;
}

/** Uses up a ticket; undefined for an unknown, used or expired one. */
export function claimTicket(
  { writer, now }: TicketDeps,
  secret: string,
): Promise<TicketHolder | undefined> {
  return writer.write([], async (tx) => {
    const row = await (
      await tx.db()
    )
      .deleteFrom('socket_tickets')
      .where('digest', '=', digestOfSecret(secret))
      .returning(['session_id', 'user_id', 'org_id', 'expires_at'])
      .executeTakeFirst();
    if (row === undefined || row.expires_at <= now()) return undefined;
    return { sessionId: row.session_id, userId: row.user_id, orgId: row.org_id };
  });
}
