import { addColumn, type Migration } from './migration.ts';

const COLUMNS = [
  addColumn('session-subject', 'sessions', { column: 'sso_subject', type: 'text?' }),
  addColumn('session-sid', 'sessions', { column: 'sso_sid', type: 'text?' }),
  addColumn('attempt-subject', 'sso_attempts', { column: 'subject', type: 'text?' }),
  addColumn('attempt-sid', 'sso_attempts', { column: 'sid', type: 'text?' }),
];

/** Whom a session belongs to at its identity provider, and the logout tokens that were used (decision 0095). */
export const providerLogout: Migration = {
  name: '0079-provider-logout',
  up: async (context) => {
    for (const column of COLUMNS) await column.up(context);
    await context.createTable({
      name: 'sso_logouts',
      columns: { org_id: 'text', digest: 'text', expires_at: 'integer' },
      primaryKey: ['org_id', 'digest'],
      indexes: [['expires_at']],
    });
  },
};
