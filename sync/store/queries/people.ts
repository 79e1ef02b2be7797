import { type OrgUser, orgUsers } from '../../../model/entities/org-user.ts';
import { type RoleCategory, roleCategories } from '../../../model/entities/role-category.ts';
import { type RoleLevel, roleLevels } from '../../../model/entities/role-level.ts';
import { type Role, roles } from '../../../model/entities/role.ts';
import { type AccountDb, rows } from '../database.ts';

/**
 * People of the organisation, by name. A person who was just added is listed once: the provisional row of this device
 * is left out as soon as the server's row has arrived, which can be before the verdict.
 */
export async function listPeople(db: AccountDb): Promise<readonly OrgUser[]> {
  const found = await rows(db, orgUsers).toArray();
  const known = new Set(found.filter((person) => person.user !== '').map(({ email }) => email));
  return found
    .filter((person) => person.user !== '' || !known.has(person.email))
    .toSorted(byDisplayName);
}

export async function findPerson(db: AccountDb, id: string): Promise<OrgUser | undefined> {
  return await rows(db, orgUsers).get(id);
}

/** Choices for a person: levels by order, categories and roles by name. */
export interface RoleLists {
  readonly levels: readonly RoleLevel[];
  readonly categories: readonly RoleCategory[];
  readonly roles: readonly Role[];
}

export async function listRoles(db: AccountDb): Promise<RoleLists> {
  const [levels, categories, found] = await Promise.all([
    rows(db, roleLevels).toArray(),
    rows(db, roleCategories).toArray(),
    rows(db, roles).toArray(),
  ]);
  return {
    levels: levels.toSorted((left, right) => left.order - right.order),
    categories: categories.toSorted((left, right) => left.name.localeCompare(right.name)),
    roles: found.toSorted((left, right) => left.name.localeCompare(right.name)),
  };
}

/** Order of people in every list. */
export function byDisplayName(
  left: Pick<OrgUser, 'display_name'>,
  right: Pick<OrgUser, 'display_name'>,
): number {
  return left.display_name.localeCompare(right.display_name);
}
