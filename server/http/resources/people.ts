import { roleCategories } from '../../../model/entities/role-category.ts';
import { roleLevels } from '../../../model/entities/role-level.ts';
import { roles } from '../../../model/entities/role.ts';
import { type OrgUser, orgUsers } from '../../../model/entities/org-user.ts';
import { teamMembers } from '../../../model/entities/team-member.ts';
import { workspaces } from '../../../model/entities/workspace.ts';
import { allowingPlaces, membershipsOf, profileOf } from '../../auth/memberships.ts';
import { presentWorkspace } from '../../present/board.ts';
import { fileAddress } from '../../present/file-address.ts';
import {
  type PeopleContext,
  presentCategory,
  presentLevel,
  presentPerson,
  presentRole,
  presentUser,
} from '../../present/people.ts';
import { accountRoute, NOTHING, type Route } from '../pipeline.ts';
import { defineResource } from './define-resource.ts';
import type { Reads } from '../../present/reads.ts';
import {
  missing,
  presentProjects,
  loadPeopleContext,
  sameOrganization,
  visibleProjects,
  visibleWorkspaces,
} from '../../present/loaders.ts';
import { idFilter } from './filters.ts';
import { rowOf, rowsOf } from '../../present/read-rows.ts';

const me = accountRoute({
  method: 'GET',
  path: 'api/me/',
  summary: 'The signed-in person; with the picture of the organisation that the call names',
  query: NOTHING,
  body: NOTHING,
  handle: ({ services, identity: { userId }, actor }) =>
    services.database.snapshot(async (store) => {
      const profile = await profileOf(store.db, userId);
      if (profile === undefined) throw missing();
      // A person has one picture per organisation.
      const person = actor && (await rowOf({ actor, store }, orgUsers, actor.orgUserId));
      const organizations = await membershipsOf(store.db, userId);
      const profile_image = fileAddress(person?.profile_image ?? null);
      return { data: { ...profile, profile_image, organizations } };
    }),
});

const userData = defineResource({
  path: 'api/user-data/:id/',
  summary: 'A person of the organisation, by user id',
  filters: {},
  read: async (reads, _filters, { params }) => {
    const [person] = await rowsOf(reads, orgUsers, { where: { user: params['id'] ?? '' } });
    if (person === undefined) throw missing();
    return { data: presentUser(person) };
  },
});

const users = defineResource({
  path: 'users/',
  summary: 'Everybody one can write to: the active people of the organisation',
  filters: {},
  read: async (reads) => {
    const people = (await everybody(reads)).filter((person) => person.active);
    return { fields: { results: people.map(presentUser), count: people.length } };
  },
});

const organizationList = accountRoute({
  method: 'GET',
  path: 'organization/list/',
  summary: 'The organisations of the signed-in person',
  query: NOTHING,
  body: NOTHING,
  handle: async ({ services, identity }) => {
    const { db } = services.database;
    const own = await membershipsOf(db, identity.userId);
    const ids = own.map(({ organization_id }) => organization_id);
    const allowing = await allowingPlaces(db, ids);
    return {
      data: own.map(({ organization_id, organization_name, organization_special_role }) => ({
        organization_id,
        id: organization_id,
        name: organization_name,
        organization_special_role,
        shot_places: allowing.has(organization_id),
      })),
    };
  },
});

const organizationUserList = defineResource({
  path: 'organization-user/list/',
  summary: 'The people of the organisation with role, category and level',
  filters: { organization_id: idFilter },
  read: async (reads, { organization_id }) => {
    sameOrganization(reads, organization_id);
    const directory = await loadPeopleContext(reads);
    const people = [...directory.people.values()]
      .filter(({ program }) => !program)
      .toSorted(byNumber);
    return {
      data: people.map((person) => presentPerson(person, directory)),
      fields: { count: people.length },
    };
  },
});

const organizationUserGet = defineResource({
  path: 'organization-user/get/list/:id/',
  summary: 'A person of the organisation with the workspaces of their projects',
  filters: {},
  read: async (reads, _filters, { params }) => {
    const person = await rowOf(reads, orgUsers, params['id'] ?? '');
    if (person === undefined) throw missing();
    const directory = await loadPeopleContext(reads);
    const profile = [
      {
        organization_user: {
          ...presentPerson(person, directory),
          workspace: await workspacesOf(reads, person.id, directory),
        },
      },
    ];
    return { data: profile, fields: { profile } };
  },
});

/** Workspaces of the person's projects that the reader may see. */
async function workspacesOf(reads: Reads, orgUserId: string, directory: PeopleContext) {
  const memberships = await rowsOf(reads, teamMembers, { where: { organization_user: orgUserId } });
  const own = new Set(memberships.map((member) => member.project));
  const shown = (await visibleProjects(reads)).filter((project) => own.has(project.id));
  const projects = await presentProjects(reads, shown, directory);
  const all = await rowsOf(reads, workspaces, { order: ['created_at'] });
  return visibleWorkspaces(reads, all, shown)
    .map((workspace) => ({
      workspace,
      projects: projects.filter((project) => project.workspace === workspace.id),
    }))
    .filter((entry) => entry.projects.length > 0)
    .map((entry) => presentWorkspace(entry.workspace, entry.projects, directory));
}

const roleList = defineResource({
  path: 'user-role/list/',
  summary: 'The roles of the organisation',
  filters: {
    role_category__organization_id: idFilter,
    organization: idFilter,
    role_category: idFilter,
  },
  read: async (reads, filters) => {
    sameOrganization(reads, filters.role_category__organization_id);
    sameOrganization(reads, filters.organization);
    const directory = await loadPeopleContext(reads);
    const of = filters.role_category;
    const rows = await rowsOf(reads, roles, {
      order: ['created_at'],
      where: of === undefined ? {} : { role_category: of },
    });
    return { data: rows.map((role) => presentRole(role, directory)), fields: { success: true } };
  },
});

const categoryList = defineResource({
  path: 'role-category/list/',
  summary: 'The role categories of the organisation',
  filters: { organization: idFilter },
  read: async (reads, { organization }) => {
    sameOrganization(reads, organization);
    const directory = await loadPeopleContext(reads);
    const rows = await rowsOf(reads, roleCategories, { order: ['created_at'] });
    return { data: rows.map((row) => presentCategory(row, directory)), fields: { success: true } };
  },
});

const levelList = levelsAt('role-level/list/', 'The permission levels of the organisation');
const userLevelList = levelsAt(
  'organization-user-level/list/',
  'The permission levels that people of the organisation can have',
);

function levelsAt(path: string, summary: string): Route {
  return defineResource({
    path,
    summary,
    filters: { organization_id: idFilter },
    read: async (reads, { organization_id }) => {
      sameOrganization(reads, organization_id);
      const directory = await loadPeopleContext(reads);
      const rows = await rowsOf(reads, roleLevels, { order: ['order'] });
      return {
        data: rows.map((level) => presentLevel(level, directory)),
        fields: { success: true },
      };
    },
  });
}

async function everybody(reads: Reads): Promise<readonly OrgUser[]> {
  return (await rowsOf(reads, orgUsers)).toSorted(byNumber);
}

function byNumber(left: OrgUser, right: OrgUser): number {
  return Number(left.id) - Number(right.id);
}

export const PEOPLE_RESOURCES: readonly Route[] = [
  me,
  userData,
  users,
  organizationList,
  organizationUserList,
  organizationUserGet,
  roleList,
  categoryList,
  levelList,
  userLevelList,
];
