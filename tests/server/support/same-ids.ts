import type { OpenEmpty } from '../../support/for-each-database.ts';
import { addTask, foundTeam, freshId, join, ok, startTeam, type Team } from './team.ts';

/**
 * Two organisations on one server with rows of the same ids, which anybody can choose, that belong together differently:
 * in `theirs` the comment and the project of `ours` are the ones of another task and workspace.
 */
export interface SameIds {
  readonly ours: Team;
  readonly theirs: Team;
  /** In both organisations. */
  readonly task: string;
  /** On `task` in the other organisation alone; in ours on a task that is kept. */
  readonly comment: string;
}

export async function startSameIds(open: OpenEmpty): Promise<SameIds> {
  const ours = await startTeam(open);
  const other = await foundTeam(ours.app, 'eve@other.test', 'Other Works');
  const theirs: Team = {
    setup: ours.setup,
    ...other,
    ...(await addProject(other, { project: ours.project, card: ours.card })),
  };
  const [task, comment] = [freshId(), freshId()];
  for (const team of [ours, theirs]) {
    await join(team, team.founder);
    await addTask(team, team.founder, { id: task, name: `Task of ${team.founder.orgId ?? ''}` });
  }
  const kept = await addTask(ours, ours.founder, { name: 'Kept' });
  await say(ours, { id: comment, task: kept });
  await say(theirs, { id: comment, task });
  return { ours, theirs, task, comment };
}

/** A project with a card in a team's workspace, with these ids. */
export async function addProject(
  { founder, workspace }: Pick<Team, 'founder' | 'workspace'>,
  { project, card }: { readonly project: string; readonly card: string },
): Promise<{ readonly project: string; readonly card: string }> {
  ok(await founder.post('project/create/', { id: project, name: 'Same id', workspace }));
  ok(await founder.post('project-card/create/', { id: card, project, name: 'To do' }));
  return { project, card };
}

async function say(
  { founder }: Team,
  { id, task }: { readonly id: string; readonly task: string },
): Promise<void> {
  const comment = `Comment of ${founder.orgId ?? ''}`;
  ok(await founder.post('comment/create/', { id, task, comment }));
}

/** Rows of a table of one organisation, the id and these columns of each. */
export function rowsOf(
  { app, founder }: Team,
  table: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  return app.services.database.snapshot((sql) =>
    sql.all(`select * from ${table} where org_id = ?`, [founder.orgId ?? '']),
  );
}
