import { organizations } from '../../model/entities/organization.ts';
import { orgUsers } from '../../model/entities/org-user.ts';
import { roleLevels } from '../../model/entities/role-level.ts';
import { roles } from '../../model/entities/role.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import { type AccountDb, rows } from './database.ts';
import type { AccountRecord } from './device-db.ts';

/**
 * Acting person on this device: from the account's own rows, or from the server's data of the sign-in until those rows
 * have been downloaded.
 */
export async function actorOf(db: AccountDb, account: AccountRecord): Promise<Actor> {
  const who = { orgId: account.orgId, orgUserId: account.orgUserId, userId: account.userId };
  const { level, organization } = await rightsOf(db, account);
  const access = level ?? account.access;
  return {
    ...who,
    level: level?.name ?? account.level,
    specialRole: organization?.special_role ?? account.specialRole,
    get_access: access.get_access,
    post_access: access.post_access,
    patch_access: access.patch_access,
    delete_access: access.delete_access,
  };
}

function rightsOf(db: AccountDb, { orgId, orgUserId }: AccountRecord) {
  const tables = [orgUsers, roles, roleLevels, organizations].map(({ table }) => table);
  return db.dexie.transaction('r', tables, async () => {
    const [person, organization] = await Promise.all([
      rows(db, orgUsers).get(orgUserId),
      rows(db, organizations).get(orgId),
    ]);
    const role = person && (await rows(db, roles).get(person.user_role));
    const level = role && (await rows(db, roleLevels).get(role.level));
    return { level, organization };
  });
}
