import { afterEach } from 'vitest';
import { freshId, ok, startTeam, type Team } from '../server/support/team.ts';
import type { OpenEmpty } from '../support/for-each-database.ts';
import type { RestClient } from '../support/rest-client.ts';

type Query = Readonly<Record<string, string>>;

/** Starts teams whose lists a test reads; each is removed after its test. */
export function teamsOf(open: OpenEmpty): () => Promise<Team> {
  const teams: Team[] = [];
  afterEach(async () => {
    for (const team of teams.splice(0)) await team.setup.close();
  });
  return async () => {
    const team = await startTeam(open);
    teams.push(team);
    return team;
  };
}

export async function dataOf(client: RestClient, path: string, query: Query = {}) {
  return ok(await client.get(path, { query })).body.data;
}

/** Id of a person's membership in the team's project. */
export function member(team: Team, person: RestClient): string {
  return `${team.project}.${person.orgUserId}`;
}

/** Creates a task of the founder on the team's card, like a plain client; returns its id. */
export async function addTask(
  team: Team,
  change: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const id = freshId();
  ok(
    await team.founder.post('task/create/', {
      id,
      name: 'Dig the well',
      project_card: team.card,
      flag: Number(team.flag),
      assigned_to: member(team, team.founder),
      status: true,
      ...change,
    }),
  );
  return id;
}
