import type { Migration } from './migration.ts';

/** Calls about an account that may be repeated because their response was lost, with the result of the first call. */
export const retryKeys: Migration = {
  name: '0020-retry-keys',
  up: async ({ createTable }) => {
    await createTable({
      name: 'retry_keys',
      columns: {
        digest: 'text',
        user_id: 'text',
        session_id: 'text?',
        org_id: 'text?',
        expires_at: 'integer',
      },
      primaryKey: ['digest'],
      indexes: [['session_id'], ['expires_at']],
    });
  },
};
