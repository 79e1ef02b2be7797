import * as v from 'valibot';
import { orgUsers } from '../../entities/org-user.ts';
import { projects } from '../../entities/project.ts';
import { projectScope } from '../../entities/scopes.ts';
import { teamMembers } from '../../entities/team-member.ts';
import { mayAddMember, notFound } from '../../permissions/project.ts';
import { idSchema, memberId } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import { defineMutation, effect } from '../define-mutation.ts';
import { idField } from '../rest-fields.ts';

/** Adds a person of the organisation to a project. Adding twice creates one membership. */
export const memberAdd = defineMutation({
  name: 'member-add',
  schema: v.strictObject({ project: idSchema, organization_user: idSchema }),
  refs: ({ project, organization_user }) => [
    { table: 'team_members', id: memberId(project, organization_user) },
  ],
  parents: ({ project }) => [{ table: 'projects', id: project }],
  gather: async ({ project, organization_user }, read) => ({
    project: await read.get(projects, project),
    person: await read.get(orgUsers, organization_user),
  }),
  authorise: (_args, { project, person }, actor) => {
    const refusal = mayAddMember(actor);
    if (refusal !== undefined) return refusal;
    return project === undefined || person?.active !== true ? notFound() : undefined;
  },
  effects: ({ project, organization_user }, { at }) => [
    effect(teamMembers, memberId(project, organization_user), (row) => ({
      ...row,
      id: memberId(project, organization_user),
      scope: projectScope(project),
      v: row?.v ?? 0,
      project,
      organization_user,
      created_at: row?.created_at ?? new Date(at).toISOString(),
    })),
  ],
  rest: {
    method: 'POST',
    path: 'team-member/create/',
    bodyFields: ['project', 'organization_user'],
    toBody: ({ project, organization_user }) => ({ project, organization_user }),
    fromRest: async ({ body }) => ({
      project: idField(body, 'project'),
      organization_user: idField(body, 'organization_user'),
    }),
  },
  describe: ({ project, organization_user }, nameOf) => {
    const person = nameOf('org_users', organization_user);
    const where = nameOf('projects', project);
    if (person === undefined || where === undefined) return message('Add a team member');
    return message('Add {person} to project "{where}"', { person, where });
  },
  named: ({ project, organization_user }) => [
    { table: 'org_users', id: organization_user },
    { table: 'projects', id: project },
  ],
});
