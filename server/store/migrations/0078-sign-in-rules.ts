import type { Migration } from './migration.ts';

/** What an organisation demands of the sign-ins of its members (decision 0095). */
export const signInRules: Migration = {
  name: '0078-sign-in-rules',
  up: async ({ createTable }) => {
    await createTable({
      name: 'sign_in_rules',
      columns: {
        org_id: 'text',
        factor_levels: 'integer',
        factor_since: 'integer',
        factor_until: 'integer',
        offline_days: 'integer?',
        changed_at: 'integer',
      },
      primaryKey: ['org_id'],
    });
  },
};
