import { defineEntity } from './define-entity.ts';
import { rowOf, instant, text } from './fields.ts';

/** A person's membership in a project; its id is `memberId(project, organization_user)`. */
export const teamMembers = defineEntity({
  table: 'team_members',
  noun: 'team member',
  stream: 'org',
  fields: {
    project: text({ refers: 'projects' }),
    organization_user: text({ refers: 'people' }),
    created_at: instant(),
  },
  restoreRow: ({ before }) => {
    const { project, organization_user } = rowOf(before);
    return { mutation: 'member-add', args: { project, organization_user } };
  },
  indexes: ['project', 'organization_user'],
});
export type TeamMember = ReturnType<typeof teamMembers.parse>;
