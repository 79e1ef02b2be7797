import type { Actor } from '../../model/permissions/actor.ts';
import { loadActor } from '../writer/actor.ts';
import { numberOf, type Sql, type SqlRow, textOf } from '../store/sql.ts';
import type { TableLine } from './spool.ts';

interface Person {
  readonly userId: string;
  readonly email: string;
}

/** An organisation of a person; `actor` is undefined where their access has ended. */
export interface OwnOrganization {
  readonly orgId: string;
  readonly name: string;
  readonly orgUserId: string;
  readonly actor: Actor | undefined;
}

/** What the server has of an account, by file of the export: statements about one person, and no secret. */
const STATEMENTS: readonly (readonly [string, string])[] = [
  [
    'account',
    'select id, email, display_name, phone_number, language, mailbox_proved, created_at from users where id = ?',
  ],
  [
    'sessions',
    'select browser, address, created_at, used_at, expires_at, shared, factor from sessions where user_id = ? order by created_at',
  ],
  [
    'ended-sessions',
    'select browser, reason, ended_at, remove_data, removed_at from ended_sessions where user_id = ? order by ended_at',
  ],
  [
    'second-factors',
    `select 'app' as kind, null as name, created_at, confirmed_at as used_at from totp_factors where user_id = ?`,
  ],
  [
    'passkeys',
    'select name, created_at, used_at from passkeys where user_id = ? order by created_at',
  ],
  [
    'tokens',
    'select org_id as organization, name, access, created_at, expires_at, used_at from api_tokens where user_id = ? order by created_at',
  ],
  [
    'calendars',
    'select org_id as organization, project, created_at, used_at from calendar_feeds where user_id = ? order by created_at',
  ],
  [
    'push',
    'select created_at, shows_text from push_subscriptions where user_id = ? order by created_at',
  ],
  [
    'digests',
    'select org_id as organization, digest, reminders, time_zone, next_at from mail_digests where user_id = ? order by org_id',
  ],
];

/** Lines about the account itself and its sign-ins. */
export async function* accountLines(
  sql: Sql,
  { userId, email }: Person,
): AsyncGenerator<TableLine> {
  for (const [table, statement] of STATEMENTS) {
    for (const line of await sql.all(statement, [userId])) yield { table, line };
  }
  const since = await addressSince(sql, userId);
  const mails = await sql.all(
    'select subject, body, written_at from mail_queue where recipient = ? and written_at >= ? order by written_at',
    [email, since],
  );
  for (const line of mails) yield { table: 'mails', line: withoutLinks(line) };
  const log = await sql.all(
    `select org_id as organization, at, kind, email, subject, address, browser, details
     from security_log where user_id = ? or (user_id is null and email = ? and at >= ?)
     order by at, id`,
    [userId, email, since],
  );
  for (const line of log) yield { table: 'security-log', line };
}

/**
 * Time from which mails and events that name only the address of an account are about its person, in milliseconds since
 * 1970, UTC: before, the address may have belonged to somebody else. Never for an address that is not proved.
 */
async function addressSince(sql: Sql, userId: string): Promise<number> {
  const [row] = await sql.all(
    `select u.created_at, (select max(c.at) from security_log c
       where c.user_id = u.id and c.kind = 'address_changed') as changed_at
     from users u where u.id = ? and u.mailbox_proved = 1`,
    [userId],
  );
  if (row === undefined) return Number.MAX_SAFE_INTEGER;
  const created = numberOf(row, 'created_at');
  return row['changed_at'] === null ? created : Math.max(created, numberOf(row, 'changed_at'));
}

/** A link of a mail that waits is a secret until it is used. */
function withoutLinks(line: SqlRow): SqlRow {
  return { ...line, body: textOf(line, 'body').replaceAll(/https?:\/\/\S+/g, '(link)') };
}

/** Organisations in which the person is or was, or to which they were added under their proved address. */
export async function organizationsOf(
  sql: Sql,
  { userId, email }: Person,
  now: number,
): Promise<readonly OwnOrganization[]> {
  const rows = await sql.all(
    `select p.org_id, p.id, o.name from org_users p
     join organizations o on o.org_id = p.org_id and o.id = p.org_id
     where (p."user" = ? and p.joined = 1)
        or (p.email = ? and p.joined = 0
            and exists (select 1 from users u where u.id = ? and u.mailbox_proved = 1))
     order by p.org_id, p.id`,
    [userId, email, userId],
  );
  const found: OwnOrganization[] = [];
  for (const row of rows) {
    const orgId = textOf(row, 'org_id');
    const actor = await loadActor(sql, { orgId, userId }, now);
    const orgUserId = textOf(row, 'id');
    found.push({ orgId, name: textOf(row, 'name'), orgUserId, actor });
  }
  return found;
}
