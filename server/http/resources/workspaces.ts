import { cards } from '../../../model/entities/card.ts';
import { projectScope } from '../../../model/entities/scopes.ts';
import { teamMembers } from '../../../model/entities/team-member.ts';
import { workspaces } from '../../../model/entities/workspace.ts';
import { memberOrgUser } from '../../../model/shared/ids.ts';
import { type PresentedProject, presentWorkspace } from '../../present/board.ts';
import { type PeopleContext, presentMember, presentPerson } from '../../present/people.ts';
import { encodeProjects, type ProjectBoard, readBoardTasks } from '../../present/task-lists.ts';
import type { Route } from '../pipeline.ts';
import { streamedList } from '../streamed-list.ts';
import { defineResource } from './define-resource.ts';
import type { Reads } from '../../present/reads.ts';
import {
  byId,
  presentProjects,
  readBoardContext,
  loadPeopleContext,
  sameOrganization,
  visibleProject,
  visibleProjects,
  visibleWorkspaces,
} from '../../present/loaders.ts';
import { idFilter, idOrEmptyFilter, neededId } from './filters.ts';
import { oneByOne, rowsOf } from '../../present/read-rows.ts';

/** Message that the specification's client expects with an empty project list. */
const NO_DATA = 'No Data Found';

const workspaceList = defineResource({
  path: 'workspace/list/',
  summary: 'The workspaces one may see, with their projects',
  filters: {},
  read: async (reads) => ({ data: await readWorkspaces(reads) }),
});

const workspaceGetList = defineResource({
  path: 'workspace/get/list/',
  summary: 'The workspaces of the organisation that one may see, with their projects',
  filters: { organization__id: idFilter },
  read: async (reads, { organization__id }) => {
    sameOrganization(reads, organization__id);
    return { data: await readWorkspaces(reads) };
  },
});

const projectGetList = defineResource({
  path: 'project/get/list/',
  summary: 'Every project of the organisation that one may see',
  filters: { workspace__organization_id: idFilter },
  read: async (reads, { workspace__organization_id }) => {
    sameOrganization(reads, workspace__organization_id);
    const directory = await loadPeopleContext(reads);
    const active = (await visibleProjects(reads)).filter(isActive);
    return listOf(await presentProjects(reads, active, directory));
  },
});

/**
 * `?slug=` finds one project and returns it with its board; `assigned_to` and `collaborators` (organisation users or
 * team members) then keep only the tasks of these people, with "No Data Found" when none is left (board spec, 6
 * "Special-role organisations").
 */
const projectList = defineResource({
  path: 'project/list/',
  summary: 'The projects one may see; with a slug, one project and its board',
  filters: {
    slug: idFilter,
    workspace: idOrEmptyFilter,
    assigned_to: idFilter,
    collaborators: idFilter,
  },
  read: async (reads, { slug, workspace, assigned_to, collaborators }) => {
    const shown = (await visibleProjects(reads))
      // An archived project is found by its address only.
      .filter((project) => (slug === undefined ? isActive(project) : project.slug === slug))
      .filter(
        (project) => workspace === undefined || workspace === '' || project.workspace === workspace,
      );
    const context = await readBoardContext(reads);
    const presented = await presentProjects(reads, shown, context.directory);
    if (slug === undefined && assigned_to === undefined && collaborators === undefined) {
      return listOf(presented);
    }
    const people = { assigned_to, collaborators };
    const boards = (
      await oneByOne(presented, (project) => readBoard(reads, project, people))
    ).filter((board) => board !== undefined);
    return boards.length === 0 ? listOf([]) : streamedList(encodeProjects(boards, context));
  },
});

interface PeopleFilter {
  readonly assigned_to: string | undefined;
  readonly collaborators: string | undefined;
}

/**
 * The board of a project, with a filter only the tasks that have the one person as assignee or the other as collaborator;
 * undefined if the filter leaves no task.
 */
async function readBoard(
  reads: Reads,
  project: PresentedProject,
  { assigned_to, collaborators }: PeopleFilter,
): Promise<ProjectBoard | undefined> {
  const { id } = project;
  const personOf = (value: string | undefined) =>
    value === undefined ? undefined : (memberOrgUser(id, value) ?? value);
  const isFiltered = assigned_to !== undefined || collaborators !== undefined;
  const people = { assignee: personOf(assigned_to), collaborator: personOf(collaborators) };
  const tasks = await readBoardTasks(reads, id, isFiltered ? people : undefined);
  const where = { scope: projectScope(id), status: 1 };
  const shown = await rowsOf(reads, cards, { where, order: ['rank'] });
  if (isFiltered && !shown.some((card) => tasks.cards.has(card.id))) return undefined;
  return { project, cards: shown, tasks };
}

const projectMemberGet = defineResource({
  path: 'project-member/get/',
  summary: 'The project memberships of a person, each with its project',
  filters: {
    organization_user__organization_id: idFilter,
    organization_user_id: idFilter,
  },
  read: async (reads, filters) => {
    sameOrganization(reads, filters.organization_user__organization_id);
    const directory = await loadPeopleContext(reads);
    const person = filters.organization_user_id ?? reads.actor.orgUserId;
    const projects = byId(await presentProjects(reads, await visibleProjects(reads), directory));
    const members = await rowsOf(reads, teamMembers, {
      where: { organization_user: person },
      order: ['created_at'],
    });
    return {
      data: members.flatMap((member) => {
        const project = projects.get(member.project);
        return project === undefined ? [] : [presentMembership(member, project, directory)];
      }),
    };
  },
});

function presentMembership(
  member: { readonly project: string; readonly organization_user: string },
  project: object,
  directory: PeopleContext,
) {
  return { ...presentMember(member.project, member.organization_user, directory), project };
}

const teamMemberList = defineResource({
  path: 'team-member/list/',
  summary: 'The team members of a project',
  filters: { project__id: neededId, organization_user_id: idFilter },
  read: async (reads, { project__id, organization_user_id }) => {
    await visibleProject(reads, project__id);
    const directory = await loadPeopleContext(reads);
    const members = await rowsOf(reads, teamMembers, {
      where: {
        project: project__id,
        ...(organization_user_id === undefined ? {} : { organization_user: organization_user_id }),
      },
      order: ['created_at'],
    });
    return {
      data: members.map(({ organization_user: id }) => {
        const person = directory.people.get(id);
        const shown = presentMember(project__id, id, directory);
        return person === undefined
          ? shown
          : { ...shown, organization_user: presentPerson(person, directory) };
      }),
    };
  },
});

async function readWorkspaces(reads: Reads) {
  const directory = await loadPeopleContext(reads);
  const seen = (await visibleProjects(reads)).filter(isActive);
  const projects = await presentProjects(reads, seen, directory);
  const all = (await rowsOf(reads, workspaces, { order: ['created_at'] })).filter(isActive);
  return visibleWorkspaces(reads, all, seen).map((workspace) =>
    presentWorkspace(
      workspace,
      projects.filter((project) => project.workspace === workspace.id),
      directory,
    ),
  );
}

function isActive(row: { readonly status: boolean }): boolean {
  return row.status;
}

function listOf(data: readonly object[]) {
  return data.length === 0 ? { message: NO_DATA, data } : { data };
}

export const WORKSPACE_RESOURCES: readonly Route[] = [
  workspaceList,
  workspaceGetList,
  projectList,
  projectGetList,
  projectMemberGet,
  teamMemberList,
];
