import type { Migration } from './migration.ts';

/**
 * Requests of each caller, counted over all processes (`server/store/request-counts.ts`). `ends_at` in milliseconds.
 * PostgreSQL writes no log of it: a crash of the database forgets the counts of a minute.
 */
export const requestCounts: Migration = {
  name: '0047-request-counts',
  up: async ({ kind, createTable, run }) => {
    await createTable({
      name: 'request_counts',
      narrow: true,
      columns: { key: 'text', ends_at: 'integer', used: 'integer' },
      primaryKey: ['key'],
    });
    if (kind === 'postgres') await run('alter table request_counts set unlogged');
  },
};
