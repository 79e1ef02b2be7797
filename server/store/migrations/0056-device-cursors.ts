import type { Migration } from './migration.ts';

/** How far each device has come in the organisation's stream (RECEIPT-1): one row per session and organisation. */
export const deviceCursors: Migration = {
  name: '0056-device-cursors',
  up: async ({ createTable }) => {
    await createTable({
      name: 'device_cursors',
      columns: {
        org_id: 'text',
        session_id: 'text',
        person: 'text',
        epoch: 'text',
        cursor: 'integer',
        outlined: 'integer',
        reported_at: 'integer',
      },
      primaryKey: ['org_id', 'session_id'],
    });
  },
};
