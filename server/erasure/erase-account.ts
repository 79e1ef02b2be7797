import type { Kysely } from 'kysely';
import { noteEnded } from '../auth/ended-sessions.ts';
import type { Schema } from '../store/schema.ts';
import type { Sql } from '../store/sql.ts';

interface Access {
  readonly orgId: string;
  readonly orgUserId: string;
  readonly userId: string;
}

/** Tables with rows of a person in one organisation: name, and the columns of organisation and person. */
const OF_ORGANIZATION = [
  ['api_tokens', 'org_id', 'user_id'],
  ['former_token_secrets', 'org_id', 'user_id'],
  ['calendar_feeds', 'org_id', 'user_id'],
  ['mail_digests', 'org_id', 'user_id'],
  ['unsent_reports', 'org_id', 'user_id'],
  ['one_time_tokens', 'org_id', 'user_id'],
] as const;

/** Removes what a person had of one organisation besides rows: access of programs, mails, and the state of devices. */
export async function eraseAccess(sql: Sql, { orgId, orgUserId, userId }: Access): Promise<void> {
  for (const [table, org, person] of OF_ORGANIZATION) {
    await sql.run(`delete from ${table} where ${org} = ? and ${person} = ?`, [orgId, userId]);
  }
  for (const table of ['device_cursors', 'task_seen']) {
    await sql.run(`delete from ${table} where org_id = ? and person = ?`, [orgId, orgUserId]);
  }
  // Verdicts contain responses to the person's calls, with their texts.
  const clients = 'select client_id from clients where org_id = ? and user_id = ?';
  const ofPerson = `org_id = ? and client_id in (${clients})`;
  for (const table of ['verdicts', 'settled_keys', 'clients']) {
    await sql.run(`delete from ${table} where ${ofPerson}`, [orgId, orgId, userId]);
  }
}

/** Tables with rows of an account. */
const OF_ACCOUNT = [
  'sessions',
  'known_devices',
  'one_time_tokens',
  'retry_keys',
  'sealing_keys',
  'totp_factors',
  'recovery_codes',
  'passkeys',
  'passkey_challenges',
  'push_subscriptions',
  'socket_tickets',
  'unsent_reports',
  'api_tokens',
  'former_token_secrets',
  'calendar_feeds',
  'mail_digests',
] as const;

interface ErasedAccount {
  readonly userId: string;
  readonly email: string;
  /** Milliseconds. */
  readonly at: number;
}

/**
 * Removes an account that belongs to no organisation any more, with its sessions, keys and waiting mails. One that does
 * is left alone: an organisation does not decide for another. The digests of its cookies stay for 60 days, without the
 * names of browsers: by them its devices learn that they have to remove their data (CLIENT-10).
 */
export async function eraseAccount(
  { sql, db }: { readonly sql: Sql; readonly db: Kysely<Schema> },
  { userId, email, at }: ErasedAccount,
): Promise<boolean> {
  const others = await sql.all(
    `select id from org_users where ("user" = ? and joined = 1) or (email = ? and joined = 0) limit 1`,
    [userId, email],
  );
  if (others.length > 0) return false;
  await noteEnded(db, { userId }, { reason: 'ended_by_organization', now: at });
  await sql.run('update ended_sessions set browser = null where user_id = ?', [userId]);
  const sessions = 'select id from sessions where user_id = ?';
  await sql.run(`delete from access_tokens where session_id in (${sessions})`, [userId]);
  for (const table of OF_ACCOUNT) {
    await sql.run(`delete from ${table} where user_id = ?`, [userId]);
  }
  await sql.run('delete from mail_queue where recipient = ?', [email]);
  await sql.run('delete from users where id = ?', [userId]);
  return true;
}
