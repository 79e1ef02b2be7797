import type { Migration } from './migration.ts';

/**
 * Ended sessions, so that the browser of each can receive the reason and the instruction to remove its data
 * (CLIENT-10).
 */
export const endedSessions: Migration = {
  name: '0022-ended-sessions',
  up: async ({ createTable }) => {
    await createTable({
      name: 'ended_sessions',
      columns: {
        cookie_digest: 'text',
        next_digest: 'text?',
        session_id: 'text',
        user_id: 'text',
        browser: 'text?',
        reason: 'text',
        remove_data: 'text?',
        ended_at: 'integer',
        told_at: 'integer?',
        removed_at: 'integer?',
        expires_at: 'integer',
      },
      primaryKey: ['cookie_digest'],
      indexes: [['next_digest'], ['user_id'], ['expires_at']],
    });
  },
};
