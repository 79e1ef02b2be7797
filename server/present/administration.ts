import type { Invitation } from '../../model/entities/invitation.ts';
import type { Organization } from '../../model/entities/organization.ts';
import type { Team } from '../../model/entities/team.ts';
import { type PeopleContext, edgeId, edgeIdOrNull, presentUser } from './people.ts';

/** A team with its people (sessions spec, 3 "Team"). */
export function presentTeam(team: Team, directory: PeopleContext) {
  return {
    id: team.id,
    name: team.name,
    organization: edgeId(directory.organization.id),
    members: team.members.flatMap((id) => {
      const person = directory.people.get(id);
      return person === undefined
        ? []
        : [{ id: edgeId(id), active: person.active, user: presentUser(person) }];
    }),
    created_by: edgeId(team.created_by),
    created_at: team.created_at,
  };
}

/** An invitation as its list shows it; only the mail contains the link. */
export function presentInvitation(invitation: Invitation, directory: PeopleContext) {
  const role = directory.roles.get(invitation.role);
  return {
    id: invitation.id,
    email: invitation.email,
    organization: edgeId(directory.organization.id),
    role: role === undefined ? null : { id: edgeId(role.id), name: role.name },
    organization_user: edgeIdOrNull(invitation.organization_user),
    invited_by: edgeId(invitation.invited_by),
    sent_at: invitation.sent_at,
    expires_at: invitation.expires_at,
    state: invitation.state,
    mail: invitation.mail,
    created_at: invitation.created_at,
  };
}

export function presentOrganization(organization: Organization) {
  return {
    organization_id: edgeId(organization.id),
    id: edgeId(organization.id),
    name: organization.name,
    organization_special_role: organization.special_role,
  };
}
