import * as v from 'valibot';
import { defineEntity } from './define-entity.ts';

/** A person's membership in a project; its id is `memberId(project, organization_user)`. */
export const teamMembers = defineEntity({
  table: 'team_members',
  stream: 'org',
  fields: { project: v.string(), organization_user: v.string(), created_at: v.string() },
  columns: { project: 'text', organization_user: 'text', created_at: 'text' },
  indexes: ['project', 'organization_user'],
});
export type TeamMember = ReturnType<typeof teamMembers.parse>;
