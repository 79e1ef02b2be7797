import { type Invitation, invitations } from '../../../model/entities/invitation.ts';
import { type Team, teams } from '../../../model/entities/team.ts';
import { type AccountDb, rows } from '../database.ts';

/** Teams of the organisation, by name. */
export async function listOrganizationTeams(db: AccountDb): Promise<readonly Team[]> {
  const found = await rows(db, teams).toArray();
  return found.toSorted((left, right) => left.name.localeCompare(right.name));
}

/** Invitations, newest first; empty for a person who may not read them. */
export async function listInvitations(db: AccountDb): Promise<readonly Invitation[]> {
  const found = await rows(db, invitations).toArray();
  return found.toSorted((left, right) => right.created_at.localeCompare(left.created_at));
}
