import { defineEntity } from './define-entity.ts';
import { instant, integer, nullableText } from './fields.ts';

/**
 * A conversation with at least one message; its id is its scope. `last_seq` is the number of its
 * newest message: together with the read positions it gives the number of unread messages without
 * any message on the device. Written by the server alone.
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
