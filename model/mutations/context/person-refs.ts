import { memberId, memberOrgUser } from '../../shared/ids.ts';

/** In REST calls people in a project are team members; in mutations they are organisation users. */
export function toMember(projectId: string, person: string | null): string | null {
  return person === null ? null : memberId(projectId, person);
}

/**
 * The organisation user of a team member's id of this project. An id of another project is
 * unchanged and refused by the rule that assignees are members.
 */
export function fromMember(projectId: string, id: unknown): unknown {
  return typeof id === 'string' ? (memberOrgUser(projectId, id) ?? id) : id;
}

export function fromMembers(projectId: string, ids: unknown): unknown {
  return Array.isArray(ids) ? ids.map((id: unknown) => fromMember(projectId, id)) : ids;
}
