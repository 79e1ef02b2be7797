import { defineEntity } from './define-entity.ts';
import { added, instant, integer, text } from './fields.ts';

/** A member whom the server has not accepted yet: no numbered message was written for them. */
export const NOT_KNOWN_YET = Number.MAX_SAFE_INTEGER;

/**
 * One person in one group. The id is derived from both (`memberId`), so that adding twice creates
 * one membership.
 */
export const groupMembers = defineEntity({
  table: 'group_members',
  stream: 'org',
  fields: {
    group: text(),
    organization_user: text(),
    created_at: instant(),
    /**
     * Number of the newest message when they joined: messages up to it are never unread for them,
     * and wait for no receipt of theirs. Assigned by the server. Rows of older builds have none.
     */
    since: added(integer(), 0),
  },
});
export type GroupMember = ReturnType<typeof groupMembers.parse>;
