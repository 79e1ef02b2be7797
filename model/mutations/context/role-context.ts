import { orgUsers } from '../../entities/org-user.ts';
import { type RoleLevel, roleLevels } from '../../entities/role-level.ts';
import { type Role, roles } from '../../entities/role.ts';
import { isErasedPerson } from '../../shared/erased-person.ts';
import type { PersonContext } from '../../permissions/person.ts';
import type { Actor } from '../../permissions/actor.ts';
import type { Reader } from '../define-mutation.ts';

/** A role with its level; each undefined if missing. */
export interface RoleContext {
  readonly role: Role | undefined;
  readonly level: RoleLevel | undefined;
}

export async function gatherRole(read: Reader, id: string | undefined): Promise<RoleContext> {
  const role = id === undefined ? undefined : await read.get(roles, id);
  return { role, level: role && (await read.get(roleLevels, role.level)) };
}

/** A person with the data that rules need; undefined if no person has this id. A program is no person. */
export async function gatherPerson(
  read: Reader,
  actor: Actor,
  id: string,
): Promise<(PersonContext & { readonly access: RoleLevel | undefined }) | undefined> {
  const person = await read.get(orgUsers, id);
  if (person === undefined || person.program) return undefined;
  const { level } = await gatherRole(read, person.user_role);
  const isErased = isErasedPerson(person);
  return { isSelf: id === actor.orgUserId, isErased, level: level?.name, access: level };
}
