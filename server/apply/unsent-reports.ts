import type { Kysely } from 'kysely';
import type { Schema } from '../store/schema.ts';
import type { Sql } from '../store/sql.ts';
import { digestOfSecret } from '../shared/secrets.ts';

/** The browser that pushes, by the secret of its cookie, and its session. */
export interface Reporter {
  readonly device: string;
  readonly sessionId: string;
  /** Unsent changes of the account when the batch was sent (`pending`). */
  readonly pending: number;
}

/**
 * CLIENT-11.4: stores the rest of `pending` after a batch, in the transaction of the batch. Writes nothing when the
 * number is unchanged, and stores nothing about a shared computer or a browser in which the person has not signed in.
 */
export async function noteUnsent(
  sql: Sql,
  { device, sessionId }: Reporter,
  {
    userId,
    orgId,
    unsent,
  }: { readonly userId: string; readonly orgId: string; readonly unsent: number },
): Promise<void> {
  const digest = digestOfSecret(device);
  if (unsent <= 0) {
    await sql.run('delete from unsent_reports where digest = ? and user_id = ? and org_id = ?', [
      digest,
      userId,
      orgId,
    ]);
    return;
  }
  await sql.run(
    `insert into unsent_reports (digest, user_id, org_id, unsent)
     select d.digest, d.user_id, cast(? as text), cast(? as bigint)
     from known_devices d, sessions s
     where d.digest = ? and d.user_id = ? and s.id = ? and s.user_id = d.user_id and s.shared = 0
     on conflict (digest, user_id, org_id) do update set unsent = excluded.unsent
     where unsent_reports.unsent <> excluded.unsent`,
    [orgId, unsent, digest, userId, sessionId],
  );
}

/**
 * The number that a browser last reported for a person, in the named organisations; 0 for every other browser and
 * person.
 */
export async function reportedUnsent(
  db: Kysely<Schema>,
  { userId, device }: { readonly userId: string; readonly device: string | undefined },
  orgIds: readonly string[],
): Promise<number> {
  if (device === undefined || orgIds.length === 0) return 0;
  const rows = await db
    .selectFrom('unsent_reports')
    .select('unsent')
    .where('digest', '=', digestOfSecret(device))
    .where('user_id', '=', userId)
    .where('org_id', 'in', [...orgIds])
    .execute();
  return rows.reduce((sum, { unsent }) => sum + Number(unsent), 0);
}

/** Deletes the number after a sign-out or a removal, or when the person has dismissed the message. */
export async function forgetUnsent(
  db: Kysely<Schema>,
  { userId, device }: { readonly userId: string; readonly device: string | undefined },
): Promise<void> {
  if (device === undefined) return;
  await db
    .deleteFrom('unsent_reports')
    .where('digest', '=', digestOfSecret(device))
    .where('user_id', '=', userId)
    .execute();
}
