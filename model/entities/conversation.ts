import { defineEntity } from './define-entity.ts';
import { instant, integer, nullableText } from './fields.ts';

/**
 * A conversation in which something has been said; its id is its scope. `last_seq` is the number of its newest message:
 * with the marks of its people it tells what is unread without a message being here. Written by the server alone.
 */
export const conversations = defineEntity({
  table: 'conversations',
  stream: 'org',
  fields: {
    last_seq: integer(),
    last_at: instant(),
    /** The two organisation users of a direct conversation; null in a group. */
    low: nullableText(),
    high: nullableText(),
  },
});
export type Conversation = ReturnType<typeof conversations.parse>;
