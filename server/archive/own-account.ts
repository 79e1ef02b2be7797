import type { Actor } from '../../model/permissions/actor.ts';
import { loadActor } from '../writer/actor.ts';
import { type Sql, type SqlRow, textOf } from '../store/sql.ts';
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
const STATEMENTS: readonly (readonly [string, keyof Person, string])[] = [
  [
    'account',
    'userId',
    'select id, email, display_name, phone_number, language, mailbox_proved, created_at from users where id = ?',
  ],
  [
    'sessions',
    'userId',
    'select browser, address, created_at, used_at, expires_at, shared, factor from sessions where user_id = ? order by created_at',
  ],
  [
    'ended-sessions',
    'userId',
    'select browser, reason, ended_at, remove_data, removed_at from ended_sessions where user_id = ? order by ended_at',
  ],
  [
    'second-factors',
    'userId',
    `select 'app' as kind, null as name, created_at, confirmed_at as used_at from totp_factors where user_id = ?`,
  ],
  [
    'passkeys',
    'userId',
    'select name, created_at, used_at from passkeys where user_id = ? order by created_at',
  ],
  [
    'tokens',
    'userId',
    'select org_id as organization, name, access, created_at, expires_at, used_at from api_tokens where user_id = ? order by created_at',
  ],
  [
    'calendars',
    'userId',
    'select org_id as organization, project, created_at, used_at from calendar_feeds where user_id = ? order by created_at',
  ],
  [
    'push',
    'userId',
    'select created_at, shows_text from push_subscriptions where user_id = ? order by created_at',
  ],
  [
    'digests',
    'userId',
    'select org_id as organization, digest, reminders, time_zone, next_at from mail_digests where user_id = ? order by org_id',
  ],
  [
    'mails',
    'email',
    'select subject, body, written_at from mail_queue where recipient = ? order by written_at',
  ],
];

/** Lines about the account itself and its sign-ins. */
export async function* accountLines(sql: Sql, person: Person): AsyncGenerator<TableLine> {
  for (const [table, key, statement] of STATEMENTS) {
    for (const line of await sql.all(statement, [person[key]])) {
      yield { table, line: withoutLinks(table, line) };
    }
  }
  const log = await sql.all(
    `select org_id as organization, at, kind, email, subject, address, browser, details
     from security_log where user_id = ? or email = ? order by at, id`,
    [person.userId, person.email],
  );
  for (const line of log) yield { table: 'security-log', line };
}

/** A link of a mail that waits is a secret until it is used. */
function withoutLinks(table: string, line: SqlRow): SqlRow {
  if (table !== 'mails') return line;
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
