import { defineEntity } from './define-entity.ts';
import { added, instant, integer, text } from './fields.ts';

/** A member whom the server has not taken in yet: nothing that is numbered was written for them. */
export const NOT_KNOWN_YET = Number.MAX_SAFE_INTEGER;

/** One person in one group. The id is made of both (`memberId`), so that adding twice is one membership. */
export const groupMembers = defineEntity({
  table: 'group_members',
  stream: 'org',
  fields: {
    group: text(),
    organization_user: text(),
    created_at: instant(),
    /**
     * Number of the newest message when they came: up to there nothing counts as unread for them, and nobody waits for
     * them to see it. Given by the server. Rows of older builds have none.
     */
    since: added(integer(), 0),
  },
});
export type GroupMember = ReturnType<typeof groupMembers.parse>;
