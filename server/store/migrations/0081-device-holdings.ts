import type { Migration } from './migration.ts';

/** What each device holds of an organisation, by its own report: one row per session and organisation (decision 0098). */
export const deviceHoldings: Migration = {
  name: '0081-device-holdings',
  up: async ({ createTable }) => {
    await createTable({
      name: 'device_holdings',
      columns: {
        org_id: 'text',
        session_id: 'text',
        person: 'text',
        epoch: 'text',
        cursor: 'integer',
        items: 'integer',
        files: 'integer',
        megabytes: 'integer?',
        unsent: 'integer',
        encrypted: 'integer',
        persistent: 'integer',
        reported_at: 'integer',
      },
      primaryKey: ['org_id', 'session_id'],
      indexes: [['session_id']],
    });
  },
};
