import type { Actor } from '../../model/permissions/actor.ts';
import { programRights } from '../../model/permissions/organization-token.ts';
import { marks, numberOf, type Sql, type SqlRow, textOf } from '../store/sql.ts';
import { powersOfTwo } from './batch-sql.ts';
import { DEMAND_COLUMNS, demandOf, factorDue, noRights } from './demanded-factor.ts';

/** A person in an organisation. */
interface Who {
  readonly orgId: string;
  readonly userId: string;
}

/**
 * The person's current rights in the organisation at a time (milliseconds since 1970, UTC); undefined when they are no
 * member, were added under an address that this account has not proved, or have no second factor although the
 * organisation demands one (decision 0095). Until an added person joins, their row names no account (decision 0010): it
 * belongs to the account that has proved its address. The same for a program with a token of the organisation. Read for each call, and again inside the transaction of each
 * write.
 */
export async function loadActor(sql: Sql, who: Who, now: number): Promise<Actor | undefined> {
  const row = await memberRow(sql, who);
  // A program is no member, and no factor is demanded of it.
  if (row === undefined) return loadProgram(sql, who);
  return (await admitted(sql, row, { ...who, now })) ? actorOf(row, who) : undefined;
}

/** The rights of a program while its token exists; its end in time is checked where the token is read. */
async function loadProgram(sql: Sql, { orgId, userId }: Who): Promise<Actor | undefined> {
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

/** The same, or the refusal that says why there are no rights: `not_found`, or `factor_missing`. */
export async function requireActor(sql: Sql, who: Who, now: number): Promise<Actor> {
  const actor = await loadActor(sql, who, now);
  if (actor !== undefined) return actor;
  throw noRights((await memberRow(sql, who)) !== undefined);
}

/** The same without the second factor that the organisation may demand: for calls about the own account alone. */
export async function loadMember(sql: Sql, who: Who): Promise<Actor | undefined> {
  const row = await memberRow(sql, who);
  return row && actorOf(row, who);
}

/** Time from which the organisation refuses a member without a second factor (`factorDue`). */
export async function memberFactorDue(sql: Sql, who: Who): Promise<number | undefined> {
  const row = await memberRow(sql, who);
  return row && factorDue(sql, demandOf(row, { ...who, level: textOf(row, 'name') }));
}

/** As `loadActor`, for several people, by user; those without rights are missing. */
export async function loadActors(
  sql: Sql,
  { orgId, userIds }: { readonly orgId: string; readonly userIds: readonly string[] },
  now: number,
): Promise<ReadonlyMap<string, Actor>> {
  const found = new Map<string, SqlRow>();
  for (const some of powersOfTwo(userIds)) {
    const rows = await sql.all(
      `${RIGHTS} and ou.joined = 1 and ou."user" in (${marks(some.length)})`,
      [orgId, ...some],
    );
    for (const row of rows) found.set(textOf(row, 'user'), row);
  }
  const actors = new Map<string, Actor>();
  for (const userId of userIds) {
    const who = { orgId, userId };
    // Somebody who was added and has not joined is found by their address.
    const row = found.get(userId) ?? (await addedRow(sql, who));
    if (row !== undefined && (await admitted(sql, row, { ...who, now })))
      actors.set(userId, actorOf(row, who));
  }
  return actors;
}

async function memberRow(sql: Sql, { orgId, userId }: Who): Promise<SqlRow | undefined> {
  const [joined] = await sql.all(`${RIGHTS} and ou."user" = ? and ou.joined = 1`, [orgId, userId]);
  return joined ?? addedRow(sql, { orgId, userId });
}

async function addedRow(sql: Sql, { orgId, userId }: Who): Promise<SqlRow | undefined> {
  const [row] = await sql.all(`${RIGHTS} and ${ADDED}`, [orgId, userId]);
  return row;
}

async function admitted(
  sql: Sql,
  row: SqlRow,
  { now, ...who }: Who & { readonly now: number },
): Promise<boolean> {
  if (numberOf(row, 'factor_levels') === 0) return true;
  const due = await factorDue(sql, demandOf(row, { ...who, level: textOf(row, 'name') }));
  return due === undefined || now < due;
}

function actorOf(row: SqlRow, { orgId, userId }: Who): Actor {
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

const RIGHTS = `select ou.id, ou."user", o.special_role, l.name, l.get_access, l.post_access, l.patch_access, l.delete_access,
     ${DEMAND_COLUMNS}
     from org_users ou
     join organizations o on o.org_id = ou.org_id and o.id = ou.org_id
     join roles r on r.org_id = ou.org_id and r.id = ou.user_role
     join role_levels l on l.org_id = ou.org_id and l.id = r.level
     left join sign_in_rules sr on sr.org_id = ou.org_id
     where ou.org_id = ? and ou.active = 1`;

const ADDED = `ou.joined = 0
     and ou.email = (select u.email from users u where u.id = ? and u.mailbox_proved = 1)`;
