import type { Kysely } from 'kysely';
import { INVITATION_MS } from '../../model/entities/invitation.ts';
import type { MailSenderDeps } from '../mail/deps.ts';
import type { Schema } from '../store/schema.ts';
import type { Machine } from '../shared/machine.ts';
import { digestOfSecret, newSecret } from '../shared/secrets.ts';

/** Life of a link for a new password. */
export const RESET_MS = 60 * 60_000;
/** Life of a link that proves an address. */
export const ADDRESS_MS = 2 * 24 * 60 * 60_000;

/** Purpose and subject of a link about an account. */
export interface LinkContext {
  readonly purpose: 'reset' | 'verify' | 'address';
  readonly userId: string;
  /** The address that is proved by it; null when it proves none. */
  readonly email: string | null;
}

/**
 * Stores the digest of a new link's secret and returns the secret: 256 random bits, valid once and for a limited time.
 */
export async function issueSecret(
  db: Kysely<Schema>,
  machine: Machine,
  { purpose, userId, email }: LinkContext,
): Promise<string> {
  const secret = newSecret(machine.random);
  const life = purpose === 'reset' ? RESET_MS : ADDRESS_MS;
  await db
    .insertInto('one_time_tokens')
    .values({
      digest: digestOfSecret(secret),
      purpose,
      user_id: userId,
      org_id: '',
      email,
      expires_at: machine.now() + life,
    })
    .execute();
  return secret;
}

/** Creates a link for choosing a password: single use, stored as a digest only. Returns its address. */
export async function issueInvite(
  db: Kysely<Schema>,
  { machine, publicUrl }: MailSenderDeps,
  { userId, orgId }: { readonly userId: string; readonly orgId: string },
): Promise<string> {
  const secret = newSecret(machine.random);
  await db
    .insertInto('one_time_tokens')
    .values({
      digest: digestOfSecret(secret),
      purpose: 'invite',
      user_id: userId,
      org_id: orgId,
      email: null,
      expires_at: machine.now() + INVITATION_MS,
    })
    .execute();
  return `${publicUrl}/organizationinvite/${secret}`;
}

/** Finds a valid link by its secret, without using it up. */
export async function findLink(
  db: Kysely<Schema>,
  secret: string,
  now: number,
): Promise<LinkContext | undefined> {
  const row = await db
    .selectFrom('one_time_tokens')
    .select(['purpose', 'user_id', 'email'])
    .where('digest', '=', digestOfSecret(secret))
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (
    row === undefined ||
    row.purpose === 'invite' ||
    row.purpose === 'archive' ||
    row.purpose === 'own-data'
  )
    return undefined;
  return { purpose: row.purpose, userId: row.user_id, email: row.email };
}

/** Deletes all links of a person, whatever their purpose. */
export async function endLinksOf(db: Kysely<Schema>, userId: string): Promise<void> {
  await db.deleteFrom('one_time_tokens').where('user_id', '=', userId).execute();
}
