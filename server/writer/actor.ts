import type { Actor } from '../../model/permissions/actor.ts';
import { programRights } from '../../model/permissions/organization-token.ts';
import { marks, numberOf, type Sql, type SqlRow, textOf } from '../store/sql.ts';
import { powersOfTwo } from './batch-sql.ts';

/**
 * The person's current rights in the organisation; undefined when they are no member, or were added under an address
 * that this account has not proved. Until an added person joins, their row names no account (decision 0010): it
 * belongs to the account that has proved its address. The same for a program with a token of the organisation. Read for each call, and again inside the transaction of each
 * write.
 */
export async function loadActor(
  sql: Sql,
  orgId: string,
  userId: string,
): Promise<Actor | undefined> {
  const [joined] = await sql.all(`${RIGHTS} and ou."user" = ? and ou.joined = 1`, [orgId, userId]);
  const [row] =
    joined === undefined ? await sql.all(`${RIGHTS} and ${ADDED}`, [orgId, userId]) : [joined];
  return row === undefined ? loadProgram(sql, orgId, userId) : actorOf(row, orgId, userId);
}

/** The rights of a program while its token exists; its end in time is checked where the token is read. */
async function loadProgram(sql: Sql, orgId: string, userId: string): Promise<Actor | undefined> {
  const [row] = await sql.all(
    `select ou.id, o.special_role, token.access, token.every_project
     from org_users ou
     join organization_tokens token on token.org_id = ou.org_id and token.org_user = ou.id
     join organizations o on o.org_id = ou.org_id and o.id = ou.org_id
     where ou.org_id = ? and ou."user" = ? and ou.program = 1`,
    [orgId, userId],
  );
  return (
    row && {
      orgId,
      userId,
      orgUserId: textOf(row, 'id'),
      specialRole: numberOf(row, 'special_role') === 1,
      ...programRights(
        textOf(row, 'access') === 'write' ? 'write' : 'read',
        numberOf(row, 'every_project') === 1,
      ),
    }
  );
}

/** The same for several people, by user; those who are no members are missing. */
export async function loadActors(
  sql: Sql,
  orgId: string,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Actor>> {
  const found = new Map<string, Actor>();
  for (const some of powersOfTwo(userIds)) {
    const rows = await sql.all(
      `${RIGHTS} and ou.joined = 1 and ou."user" in (${marks(some.length)})`,
      [orgId, ...some],
    );
    for (const row of rows) {
      const userId = textOf(row, 'user');
      found.set(userId, actorOf(row, orgId, userId));
    }
  }
  // Somebody who was added and has not joined is found by their address.
  for (const userId of userIds.filter((one) => !found.has(one))) {
    const actor = await loadActor(sql, orgId, userId);
    if (actor !== undefined) found.set(userId, actor);
  }
  return found;
}

function actorOf(row: SqlRow, orgId: string, userId: string): Actor {
  return {
    orgId,
    userId,
    orgUserId: textOf(row, 'id'),
    level: textOf(row, 'name'),
    specialRole: numberOf(row, 'special_role') === 1,
    get_access: numberOf(row, 'get_access') === 1,
    post_access: numberOf(row, 'post_access') === 1,
    patch_access: numberOf(row, 'patch_access') === 1,
    delete_access: numberOf(row, 'delete_access') === 1,
  };
}

const RIGHTS = `select ou.id, ou."user", o.special_role, l.name, l.get_access, l.post_access, l.patch_access, l.delete_access
     from org_users ou
     join organizations o on o.org_id = ou.org_id and o.id = ou.org_id
     join roles r on r.org_id = ou.org_id and r.id = ou.user_role
     join role_levels l on l.org_id = ou.org_id and l.id = r.level
     where ou.org_id = ? and ou.active = 1`;

const ADDED = `ou.joined = 0
     and ou.email = (select u.email from users u where u.id = ? and u.mailbox_proved = 1)`;
