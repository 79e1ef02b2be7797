import { presentFields } from './fields.ts';
import { edgeId } from './edge-id.ts';
import { type OrgUser, orgUsers } from '../../model/entities/org-user.ts';
import { type RoleCategory, roleCategories } from '../../model/entities/role-category.ts';
import { type RoleLevel, roleLevels } from '../../model/entities/role-level.ts';
import { type Role, roles } from '../../model/entities/role.ts';
import { memberId } from '../../model/shared/ids.ts';
import { fileAddress } from './file-address.ts';

/** Rows of the organisation scope that a presented person needs, by id. */
export interface PeopleContext {
  readonly organization: { readonly id: string; readonly name: string };
  readonly people: ReadonlyMap<string, OrgUser>;
  readonly roles: ReadonlyMap<string, Role>;
  readonly categories: ReadonlyMap<string, RoleCategory>;
  readonly levels: ReadonlyMap<string, RoleLevel>;
}

/** The people alone, for their names. */
export type People = Pick<PeopleContext, 'people'>;

/** `user` inside an organisation user (sessions spec, 3). */
export function presentUser(person: OrgUser) {
  return {
    id: edgeId(person.user),
    display_name: person.display_name,
    email: person.email,
    phone_number: person.phone_number,
    profile_image: fileAddress(person.profile_image),
  };
}

/** An organisation user with role, category and level (sessions spec, 3). */
export function presentPerson(person: OrgUser, directory: PeopleContext) {
  const role = directory.roles.get(person.user_role);
  return {
    id: edgeId(person.id),
    ...presentFields(orgUsers, person),
    user: presentUser(person),
    organization: edgeId(directory.organization.id),
    user_role: role === undefined ? null : presentRole(role, directory),
    user_level: role === undefined ? null : (directory.levels.get(role.level)?.name ?? null),
  };
}

/**
 * A team member of a project. The specification reads the name both at `user` (comments) and at
 * `organization_user.user` (members, assignees); the row has both.
 */
export function presentMember(projectId: string, orgUserId: string, directory: People) {
  const person = directory.people.get(orgUserId);
  const user = person === undefined ? unknownUser() : presentUser(person);
  return {
    id: memberId(projectId, orgUserId),
    project: projectId,
    user: { id: user.id, display_name: user.display_name },
    organization_user: { id: edgeId(orgUserId), user },
  };
}

export function presentRole(role: Role, directory: PeopleContext) {
  const category = directory.categories.get(role.role_category);
  return {
    id: edgeId(role.id),
    ...presentFields(roles, role),
    organization: edgeId(directory.organization.id),
    role_category: category === undefined ? null : { id: edgeId(category.id), name: category.name },
    role_level: directory.levels.get(role.level)?.name ?? null,
  };
}

export function presentCategory(category: RoleCategory, directory: PeopleContext) {
  return {
    id: edgeId(category.id),
    ...presentFields(roleCategories, category),
    organization: edgeId(directory.organization.id),
  };
}

export function presentLevel(level: RoleLevel, directory: PeopleContext) {
  return {
    id: edgeId(level.id),
    ...presentFields(roleLevels, level),
    organization: edgeId(directory.organization.id),
  };
}

function unknownUser() {
  return { id: null, display_name: '', email: '', phone_number: '', profile_image: null };
}
