import * as v from 'valibot';
import { defineEntity } from './define-entity.ts';

/** One person in one group. The id is made of both (`memberId`), so that adding twice is one membership. */
export const groupMembers = defineEntity({
  table: 'group_members',
  stream: 'org',
  fields: { group: v.string(), organization_user: v.string(), created_at: v.string() },
  columns: { group: 'text', organization_user: 'text', created_at: 'text' },
});
export type GroupMember = ReturnType<typeof groupMembers.parse>;
