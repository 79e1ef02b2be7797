import { flags } from '../../model/entities/flag.ts';
import { orgUsers } from '../../model/entities/org-user.ts';
import { organizations } from '../../model/entities/organization.ts';
import { type Project, projects } from '../../model/entities/project.ts';
import { roleCategories } from '../../model/entities/role-category.ts';
import { roleLevels } from '../../model/entities/role-level.ts';
import { roles } from '../../model/entities/role.ts';
import type { Task } from '../../model/entities/task.ts';
import { teamMembers } from '../../model/entities/team-member.ts';
import { type Workspace, workspaces } from '../../model/entities/workspace.ts';
import { isAdministrative } from '../../model/permissions/actor.ts';
import { maySeeProject, notFound } from '../../model/permissions/project.ts';
import { CairnError } from '../../model/shared/errors.ts';
import { memberId } from '../../model/shared/ids.ts';
import { type BoardContext, type PresentedProject, presentProject } from './board.ts';
import type { PeopleContext, People } from './people.ts';
import type { Reads } from './reads.ts';
import { rowOf, rowsById, rowsOf } from './read-rows.ts';

/** The same error for a missing row and an invisible one. */
export function missing(): CairnError {
  return new CairnError(notFound());
}

/** Rejects a filter that names another organisation than the call. */
export function sameOrganization({ actor }: Reads, named: string | undefined): void {
  if (named !== undefined && named !== actor.orgId) throw missing();
}

export async function loadPeopleContext(reads: Reads): Promise<PeopleContext> {
  const organization = await rowOf(reads, organizations, reads.actor.orgId);
  return {
    organization: { id: reads.actor.orgId, name: organization?.name ?? '' },
    people: byId(await rowsOf(reads, orgUsers)),
    roles: byId(await rowsOf(reads, roles)),
    categories: byId(await rowsOf(reads, roleCategories)),
    levels: byId(await rowsOf(reads, roleLevels)),
  };
}

/** The people of these ids alone: the response to one write needs no others. */
export async function readPeople(reads: Reads, ids: readonly string[]): Promise<People> {
  return { people: byId(await rowsById(reads, orgUsers, ids)) };
}

/** Context of one presented task. */
export async function readTaskContext(reads: Reads, task: Task): Promise<BoardContext> {
  const { assigned_to, assigned_users, collaborators, flag } = task;
  const directory = await readPeople(reads, [
    ...(assigned_to === null ? [] : [assigned_to]),
    ...assigned_users,
    ...collaborators,
  ]);
  const found = flag === null ? [] : await rowsById(reads, flags, [flag]);
  return { directory, flags: byId(found) };
}

export async function readBoardContext(
  reads: Reads,
): Promise<BoardContext & { readonly directory: PeopleContext }> {
  return { directory: await loadPeopleContext(reads), flags: byId(await rowsOf(reads, flags)) };
}

/** The project when the actor may see it; else `not_found`. */
export async function visibleProject(reads: Reads, id: string): Promise<Project> {
  const project = await findVisibleProject(reads, id);
  if (project === undefined) throw missing();
  return project;
}

/** The same for a call about several projects, which leaves out those that the actor may not see. */
export async function findVisibleProject(reads: Reads, id: string): Promise<Project | undefined> {
  const project = await rowOf(reads, projects, id);
  const member = await rowOf(reads, teamMembers, memberId(id, reads.actor.orgUserId));
  return maySeeProject(reads.actor, member !== undefined) ? project : undefined;
}

/** Every project that the actor may see, oldest first. */
export async function visibleProjects(reads: Reads): Promise<readonly Project[]> {
  const own = new Set(
    (await rowsOf(reads, teamMembers, { where: { organization_user: reads.actor.orgUserId } })).map(
      (member) => member.project,
    ),
  );
  return (await rowsOf(reads, projects, { order: ['created_at'] })).filter((project) =>
    maySeeProject(reads.actor, own.has(project.id)),
  );
}

/** Levels 1 to 3 see every workspace, others those of their projects (sessions spec, 6). */
export function visibleWorkspaces(
  { actor }: Reads,
  all: readonly Workspace[],
  seen: readonly Project[],
): readonly Workspace[] {
  if (isAdministrative(actor)) return all;
  const own = new Set(seen.map((project) => project.workspace));
  return all.filter((workspace) => own.has(workspace.id));
}

/** Presents projects with their workspace and team. */
export async function presentProjects(
  reads: Reads,
  shown: readonly Project[],
  directory: PeopleContext,
): Promise<readonly PresentedProject[]> {
  const homes = byId(await rowsOf(reads, workspaces));
  const team = Map.groupBy(
    await rowsOf(reads, teamMembers, { order: ['created_at'] }),
    (member) => member.project,
  );
  return shown.map((project) =>
    presentProject(project, {
      workspace: homes.get(project.workspace),
      team: (team.get(project.id) ?? []).map((member) => member.organization_user),
      directory,
    }),
  );
}

export function byId<Row extends { readonly id: string }>(
  rows: readonly Row[],
): ReadonlyMap<string, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}
