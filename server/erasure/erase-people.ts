import type { Entity } from '../../model/entities/define-entity.ts';
import { invitations } from '../../model/entities/invitation.ts';
import { type OrgUser, orgUsers } from '../../model/entities/org-user.ts';
import { ENTITIES } from '../../model/entities/registry.ts';
import { inboxScope, orgStream, userStream } from '../../model/entities/scopes.ts';
import { erasedPerson } from '../../model/shared/erased-person.ts';
import { noteErasedPerson } from '../auth/erased-memberships.ts';
import type { SecurityLog } from '../security/log.ts';
import type { Database } from '../store/database.ts';
import { quoted, type Sql, textOf } from '../store/sql.ts';
import type { Writer, WriteTx } from '../writer/writer-types.ts';
import { eraseAccount, eraseAccess } from './erase-account.ts';

/** People that are read together; each is erased in a write of its own. */
const AT_ONCE = 50;

interface EraseDeps {
  readonly database: Pick<Database, 'snapshot'>;
  readonly writer: Writer;
  readonly security: SecurityLog;
  /** Milliseconds. */
  readonly now: number;
}

interface PersonKey {
  readonly orgId: string;
  readonly id: string;
}

/**
 * Erases the people whose time has come (decision 0094), each in one write: an interrupted run continues the next time.
 * Devices receive the changed row of the person and tombstones of the rest. Returns the number of erased people.
 */
export async function erasePeople({ database, writer, security, now }: EraseDeps): Promise<number> {
  let erased = 0;
  for (;;) {
    const due = await database.snapshot((sql) =>
      sql.all(
        `select org_id, person from person_erasures where erase_at <= ?
         order by org_id, person limit ${String(AT_ONCE)}`,
        [now],
      ),
    );
    for (const row of due) {
      const key = { orgId: textOf(row, 'org_id'), id: textOf(row, 'person') };
      const streams = [orgStream(key.orgId), userStream(key.id)];
      if (await writer.write(streams, (tx) => erasePerson(tx, { key, security, now }))) erased += 1;
    }
    if (due.length < AT_ONCE) return erased;
  }
}

interface ErasePerson {
  readonly key: PersonKey;
  readonly security: SecurityLog;
  readonly now: number;
}

async function erasePerson(tx: WriteTx, { key, security, now }: ErasePerson): Promise<boolean> {
  const { orgId, id } = key;
  const sql = await tx.sql();
  // Read again behind the lock: the person may have been kept.
  const [plan] = await sql.all(
    'select planned_by from person_erasures where org_id = ? and person = ? and erase_at <= ?',
    [orgId, id, now],
  );
  if (plan === undefined) return false;
  await sql.run('delete from person_erasures where org_id = ? and person = ?', [orgId, id]);
  const person = await tx.get(orgUsers, { orgId }, id);
  // Whoever was activated again is kept.
  if (person === undefined || person.active) return false;
  const by = plan['planned_by'];
  tx.setAuthor({ orgUserId: typeof by === 'string' ? by : '' });
  await eraseRows(tx, sql, key);
  await eraseInvitations(tx, sql, { key, person });
  const row = { ...person, ...erasedPerson(id), user: await tx.nextSerial('users') };
  await tx.put(orgUsers, { orgId }, row);
  tx.eraseValues(orgUsers, { orgId }, id);
  // Writes the changed row first: the account is then one without this organisation.
  const after = await tx.sql();
  await eraseAccess(after, { orgId, orgUserId: id, userId: person.user });
  if (person.joined) {
    const { user: userId, email } = person;
    await noteErasedPerson(after, { orgId, userId, at: now });
    await eraseAccount({ sql: after, db: await tx.db() }, { userId, email, at: now });
  }
  await security.add(await tx.db(), {
    kind: 'person_erased',
    orgId,
    orgUserId: typeof by === 'string' ? by : undefined,
    subject: row.display_name,
  });
  return true;
}

/** What only the person reads: personal rows, notifications and mutes. */
async function eraseRows(tx: WriteTx, sql: Sql, { orgId, id }: PersonKey): Promise<void> {
  for (const entity of ENTITIES) {
    const isPersonal = entity.stream === 'user';
    const place = isPersonal ? { orgId, owner: id } : { orgId };
    const where = isPersonal ? 'owner = ?' : 'scope = ?';
    const value = isPersonal ? id : inboxScope(id);
    for (const row of await idsOf(sql, entity, { where, values: [orgId, value] })) {
      await tx.erase(entity, place, row);
    }
  }
}

interface Invited {
  readonly key: PersonKey;
  readonly person: OrgUser;
}

async function eraseInvitations(tx: WriteTx, sql: Sql, { key, person }: Invited): Promise<void> {
  const { orgId, id } = key;
  const where = '(organization_user = ? or email = ?)';
  for (const row of await idsOf(sql, invitations, { where, values: [orgId, id, person.email] })) {
    await tx.erase(invitations, { orgId }, row);
    await sql.run('delete from invitation_links where org_id = ? and invitation = ?', [orgId, row]);
  }
}

async function idsOf(
  sql: Sql,
  { table }: Entity,
  { where, values }: { readonly where: string; readonly values: readonly string[] },
): Promise<readonly string[]> {
  const rows = await sql.all(
    `select id from ${quoted(table)} where org_id = ? and ${where}`,
    values,
  );
  return rows.map((row) => textOf(row, 'id'));
}
