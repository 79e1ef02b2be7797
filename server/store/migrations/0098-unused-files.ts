import type { Migration } from './migration.ts';

/** Files to which no row refers, with the time in milliseconds at which the sweep found that (FILE-2.14). */
export const unusedFiles: Migration = {
  name: '0098-unused-files',
  up: async ({ createTable }) => {
    await createTable({
      name: 'unused_files',
      columns: { org_id: 'text', id: 'text', since: 'integer' },
      primaryKey: ['org_id', 'id'],
      indexes: [['since']],
    });
  },
};
