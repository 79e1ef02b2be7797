import { memberId, memberOrgUser } from '../../shared/ids.ts';

/** At the REST edge people in a project are team members; inside they are organisation users. */
export function toMember(projectId: string, person: string | null): string | null {
  return person === null ? null : memberId(projectId, person);
}

/**
 * A team member's id of this project as the organisation user it stands for. An id of another project stays as it
 * is and is refused by the rule that assignees are members.
 */
export function fromMember(projectId: string, id: unknown): unknown {
  return typeof id === 'string' ? (memberOrgUser(projectId, id) ?? id) : id;
}

export function fromMembers(projectId: string, ids: unknown): unknown {
  return Array.isArray(ids) ? ids.map((id: unknown) => fromMember(projectId, id)) : ids;
}
