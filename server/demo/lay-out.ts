import { flags } from '../../model/entities/flag.ts';
import { type Actor, isAdministrative } from '../../model/permissions/actor.ts';
import type { Services } from '../http/services.ts';
import { rowsOf } from '../present/read-rows.ts';
import type { Call } from './call.ts';
import { exampleActivity, type ProjectCast } from './example-activity.ts';
import { featuredActivity, type FeaturedDeps } from './featured/featured-activity.ts';
import type { Player } from './gather-people.ts';
import type { DemoProject } from './projects/demo-project.ts';
import { type DemoEvent, timeOf } from './timeline.ts';

/** Whose open tasks are the featured ones: a first look at them is a look at the best of the demo. */
const MAIN_PERSON = 'mairi';

interface LayOutDeps {
  readonly call: Call;
  readonly activity: FeaturedDeps;
  readonly players: readonly Player[];
}

/** Creates a project with its team, cards and labels; returns the events of its tasks, and of its end. */
export async function layOut(
  { call, activity, players }: LayOutDeps,
  project: DemoProject,
  workspace: string,
): Promise<readonly DemoEvent[]> {
  const { newId } = activity;
  const projectId = newId();
  const [owner, ...others] = project.team.flatMap((email) =>
    players.filter(({ person }) => person.email === email),
  );
  const [founder] = players;
  if (owner === undefined || founder === undefined) throw new Error('There is nobody');
  const { name, description, picture } = project;
  const post = (path: string, body: DemoEvent['body'], files: DemoEvent['files'] = {}) =>
    call(owner.actor, { method: 'POST', path, body, files });
  await post(
    'project/create/',
    { id: projectId, name, description, workspace },
    { background_image: { photo: picture, name: `${picture}.jpg` } },
  );
  // The founder is a member of every project, so that the first sign-in shows everything.
  const members = [owner, ...others, founder];
  for (const { actor } of members.slice(1)) {
    await post('team-member/create/', { project: projectId, organization_user: actor.orgUserId });
  }
  const cards: string[] = [];
  for (const card of project.cards) {
    const id = newId();
    cards.push(id);
    await post('project-card/create/', { id, project: projectId, name: card });
  }
  const labels = new Map<string, string>();
  for (const { label } of [...project.featured, ...project.jobs]) {
    if (labels.has(label)) continue;
    const id = newId();
    labels.set(label, id);
    await post('task-label/create/', { id, project: projectId, name: label });
  }
  const ids = (some: readonly Player[]) => some.map(({ actor }) => actor.orgUserId);
  const leads = members.filter(({ actor }) => isAdministrative(actor));
  const cast: ProjectCast = {
    projectId,
    cards,
    labels,
    leads: ids(leads),
    // The founder directs and is not assigned.
    members: ids(members.slice(0, -1)),
    available: ids(members.slice(0, -1).filter(({ person }) => person.email !== MAIN_PERSON)),
  };
  const end: DemoEvent = {
    at: timeOf(activity.now, '30d 16:00'),
    who: owner.actor.orgUserId,
    method: 'PATCH',
    path: `project/update-destroy/${projectId}/`,
    body: { status: false },
  };
  return [
    ...featuredActivity(activity, project, cast),
    ...exampleActivity(activity, project, cast),
    ...(project.isFinished === true ? [end] : []),
  ];
}

/** Ids of the organisation's priorities, most urgent first. */
export async function priorities({ database }: Services, actor: Actor): Promise<readonly string[]> {
  const rows = await database.snapshot((store) =>
    rowsOf({ actor, store }, flags, { order: ['order'] }),
  );
  return rows.map(({ id }) => id);
}
