import type { Writer } from '../writer/writer-types.ts';
import { digestOfSecret, newSecret, type RandomBytes } from '../shared/secrets.ts';

/** How long a ticket waits for its socket. */
const TICKET_MS = 30_000;

/** What a ticket stands for. */
export interface TicketHolder {
  readonly sessionId: string;
  readonly userId: string;
  readonly orgId: string;
}

interface TicketDeps {
  readonly writer: Writer;
  readonly now: () => number;
}

/** A ticket opens one socket, once: unlike a token, an address that carries it is worth nothing afterwards. */
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

/** Takes a ticket; undefined for one that is used, too old, or none. */
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
