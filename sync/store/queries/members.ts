import { type OrgUser, orgUsers } from '../../../model/entities/org-user.ts';
import { type TeamMember, teamMembers } from '../../../model/entities/team-member.ts';
import { type AccountDb, rows } from '../database.ts';
import { byDisplayName } from './people.ts';

/** Membership in a project, with its person. */
export interface Member {
  /** Id of the membership. */
  readonly id: string;
  readonly person: OrgUser;
}

/** People of a project, by name. */
export async function listMembers(db: AccountDb, projectId: string): Promise<readonly Member[]> {
  const found = await rows(db, teamMembers).where('project').equals(projectId).toArray();
  return await withPeople(db, found);
}

/** People of every project, by project id. */
export async function listTeams(db: AccountDb): Promise<ReadonlyMap<string, readonly Member[]>> {
  const [found, people] = await Promise.all([
    rows(db, teamMembers).toArray(),
    rows(db, orgUsers).toArray(),
  ]);
  const byId = new Map(people.map((person) => [person.id, person]));
  const teams = new Map<string, Member[]>();
  for (const { id, project, organization_user } of found) {
    const person = byId.get(organization_user);
    if (person === undefined) continue;
    const team = teams.get(project) ?? [];
    team.push({ id, person });
    teams.set(project, team);
  }
  for (const team of teams.values()) team.sort(byPerson);
  return teams;
}

async function withPeople(
  db: AccountDb,
  members: readonly TeamMember[],
): Promise<readonly Member[]> {
  const people = await rows(db, orgUsers).bulkGet(members.map((row) => row.organization_user));
  return members
    .flatMap(({ id }, index) => {
      const person = people[index];
      return person === undefined ? [] : [{ id, person }];
    })
    .toSorted(byPerson);
}

function byPerson(left: Member, right: Member): number {
  return byDisplayName(left.person, right.person);
}
