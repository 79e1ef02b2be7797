import type { Kysely } from 'kysely';
import { CairnError } from '../../model/shared/errors.ts';
import type { Auth } from '../auth/auth.ts';
import { digestOfSecret, newSecret } from '../shared/secrets.ts';
import type { Schema } from '../store/schema.ts';

/** Life of an address from which an export is downloaded. */
const TICKET_MS = 5 * 60_000;

/** Right to one download: what, in whose name, and of which organisation (empty: of the account). */
export interface Ticket {
  readonly purpose: 'archive' | 'own-data';
  readonly userId: string;
  readonly orgId: string;
}

interface Secret extends Pick<Ticket, 'purpose'> {
  readonly secret: string;
  /** Milliseconds. */
  readonly now: number;
}

/** The secret of an address that works once. */
export async function issueTicket(
  { writer, machine }: Auth,
  { purpose, userId, orgId }: Ticket,
): Promise<string> {
  const secret = newSecret(machine.random);
  await writer.separate(async (tx) => {
    const db = await tx.db();
    await db
      .insertInto('one_time_tokens')
      .values({
        digest: digestOfSecret(secret),
        purpose,
        user_id: userId,
        org_id: orgId,
        email: null,
        expires_at: machine.now() + TICKET_MS,
      })
      .execute();
  });
  return secret;
}

/** The person whom a secret belongs to; throws as `takeTicket` does, and leaves the secret. */
export async function personOfTicket(
  db: Kysely<Schema>,
  { purpose, secret, now }: Secret,
): Promise<string> {
  const row = await db
    .selectFrom('one_time_tokens')
    .where('digest', '=', digestOfSecret(secret))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .select('user_id')
    .executeTakeFirst();
  if (row === undefined) throw noDownload();
  return row.user_id;
}

/** Uses the secret up; throws `not_found` for one that is unknown, used or too old. */
export async function takeTicket(
  db: Kysely<Schema>,
  { purpose, secret, now }: Secret,
): Promise<Ticket> {
  const row = await db
    .deleteFrom('one_time_tokens')
    .where('digest', '=', digestOfSecret(secret))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .returning(['org_id', 'user_id'])
    .executeTakeFirst();
  if (row === undefined) throw noDownload();
  return { purpose, userId: row.user_id, orgId: row.org_id };
}

export function noDownload(): CairnError {
  return new CairnError({
    code: 'not_found',
    message: /*i18n*/ 'This address does not work any more. Request the export again.',
  });
}
