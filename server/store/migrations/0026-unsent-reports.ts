import type { Migration } from './migration.ts';

/** Number of changes that each browser of a person last reported as unsent (CLIENT-11). A row exists only above 0. */
export const unsentReports: Migration = {
  name: '0026-unsent-reports',
  up: async ({ createTable }) => {
    await createTable({
      name: 'unsent_reports',
      columns: { digest: 'text', user_id: 'text', org_id: 'text', unsent: 'integer' },
      primaryKey: ['digest', 'user_id', 'org_id'],
    });
  },
};
