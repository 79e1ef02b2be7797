import type { Migration } from './migration.ts';

/** Tokens for programs and secret addresses of calendars (decision 0072). */
export const machineAccess: Migration = {
  name: '0053-machine-access',
  up: async ({ createTable }) => {
    await createTable({
      name: 'api_tokens',
      columns: {
        id: 'text',
        org_id: 'text',
        user_id: 'text',
        name: 'text',
        digest: 'text',
        access: 'text',
        created_at: 'integer',
        expires_at: 'integer',
        used_at: 'integer?',
      },
      primaryKey: ['digest'],
      indexes: [['user_id', 'org_id'], ['expires_at']],
    });
    await createTable({
      name: 'calendar_feeds',
      columns: {
        org_id: 'text',
        user_id: 'text',
        project: 'text',
        digest: 'text',
        created_at: 'integer',
        used_at: 'integer?',
      },
      primaryKey: ['digest'],
      indexes: [['unique', 'org_id', 'user_id', 'project'], ['user_id']],
    });
  },
};
