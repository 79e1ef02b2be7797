import type { Migration } from './migration.ts';

/** Conversations whose messages do not notify a person. */
export const conversationMutes: Migration = {
  name: '0042-conversation-mutes',
  up: async ({ createTable }) => {
    await createTable({
      name: 'conversation_mutes',
      columns: {
        org_id: 'text',
        id: 'text',
        scope: 'text',
        v: 'integer',
        conversation: 'text',
        created_at: 'text',
      },
      primaryKey: ['org_id', 'id'],
      indexes: [
        ['org_id', 'scope', 'id'],
        ['org_id', 'conversation'],
      ],
    });
  },
};
