import { presentFields } from './fields.ts';
import { edgeId } from './edge-id.ts';
import { type Invitation, invitations } from '../../model/entities/invitation.ts';
import { type Organization, organizations } from '../../model/entities/organization.ts';
import { type Team, teams } from '../../model/entities/team.ts';
import { type PeopleContext, presentUser } from './people.ts';

/** A team with its people (sessions spec, 3 "Team"). */
export function presentTeam(team: Team, directory: PeopleContext) {
  return {
    id: team.id,
    ...presentFields(teams, team),
    organization: edgeId(directory.organization.id),
    members: team.members.flatMap((id) => {
      const person = directory.people.get(id);
      return person === undefined
        ? []
        : [{ id: edgeId(id), active: person.active, user: presentUser(person) }];
    }),
  };
}

/** An invitation as its list shows it; only the mail contains the link. */
export function presentInvitation(invitation: Invitation, directory: PeopleContext) {
  const role = directory.roles.get(invitation.role);
  return {
    id: invitation.id,
    ...presentFields(invitations, invitation),
    organization: edgeId(directory.organization.id),
    role: role === undefined ? null : { id: edgeId(role.id), name: role.name },
    invited_by: edgeId(invitation.invited_by),
  };
}

export function presentOrganization(organization: Organization) {
  return {
    ...presentFields(organizations, organization),
    organization_id: edgeId(organization.id),
    id: edgeId(organization.id),
    organization_special_role: organization.special_role,
  };
}
