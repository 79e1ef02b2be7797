import { defineEntity } from './define-entity.ts';
import { instant, text } from './fields.ts';

/**
 * A conversation whose messages do not notify a person; its scope is their inbox. The id is derived from both
 * (`memberId`).
 */
export const conversationMutes = defineEntity({
  table: 'conversation_mutes',
  stream: 'org',
  fields: {
    conversation: text(),
    created_at: instant(),
  },
});
export type ConversationMute = ReturnType<typeof conversationMutes.parse>;
