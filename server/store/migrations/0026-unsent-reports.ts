import type { Migration } from './migration.ts';

/** How many changes each browser of a person last said it had not sent (CLIENT-11). A row exists only above 0. */
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
